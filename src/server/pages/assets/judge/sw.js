// The service worker of the judge's desk. It serves the files of one build: the one that the director uses. A newer build is
// fetched and checked, but it is used only when the director says so.
const { build: BUILD, files: FILES } = MANIFEST;

const USED = "/judge/build";
const cacheOf = (build) => `wordcourt-judge-${build}`;
const settings = () => caches.open("wordcourt-judge");

async function used() {
  const kept = await (await settings()).match(USED);
  return kept?.text();
}

async function use(build) {
  await (await settings()).put(USED, new Response(build));
}

async function hex(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function install() {
  const cache = await caches.open(cacheOf(BUILD));
  const fetched = Object.entries(FILES).map(async ([path, digest]) => {
    const response = await fetch(path, { cache: "no-cache" });
    const bytes = await response.clone().arrayBuffer();
    if (!response.ok || (await hex(bytes)) !== digest) throw new Error(`${path} is not the file of build ${BUILD}`);
    return [path, response];
  });
  // All or nothing: a file of another build stops the installation.
  for (const [path, response] of await Promise.all(fetched)) await cache.put(path, response);
  if ((await used()) === undefined) await use(BUILD);
  await skipWaiting();
}

async function activate() {
  const kept = ["wordcourt-judge", cacheOf(BUILD), cacheOf(await used())];
  const old = (await caches.keys()).filter((name) => name.startsWith("wordcourt-judge") && !kept.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function respond(request) {
  const cache = await caches.open(cacheOf(await used()));
  const held = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
  return held ?? fetch(request);
}

async function answer({ data, ports: [port] }) {
  if (data === "use newest") await use(BUILD);
  port.postMessage({ used: await used(), newest: BUILD });
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(answer(event)));
addEventListener("fetch", (event) => {
  const isOurs = event.request.method === "GET" && new URL(event.request.url).origin === location.origin;
  if (isOurs) event.respondWith(respond(event.request));
});
