// Compares the answers of the package with those of a server, and those of its smaller modules and of the
// module of the judge's desk. node compare.js URL DIRECTORY-OF-THE-DOCUMENT GUIDE MODULE-OF-THE-DESK MODULE...
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { answer, create, load, Referee } from "@wordcourt/core";
import { start } from "@wordcourt/core/worker";
import { requests } from "./requests.js";

const [, , base, directory, guide, deskModule, ...parts] = process.argv;
const { digest } = await (await fetch(`${base}/v1/lexicons/en`)).json();
const text = await (await fetch(`${base}/v1/lexicons/en@${digest}/text`)).text();
const image = new Uint8Array(await (await fetch(`${base}/v1/lexicons/en@${digest}/image`)).arrayBuffer());
const all = requests(directory);
const expected = [];

async function sent(method, path, body) {
  const response = await fetch(base + path, { method, body, headers: { "content-type": "application/json", "x-request-id": "offline" } });
  return { status: response.status, body: await response.text() };
}

/// The server refuses a body that is too long before it has read it. Unlike curl, `fetch` doesn't ask first, and may fail to send the rest.
function sentByCurl(path, body) {
  const options = ["--silent", "--header", "content-type: application/json", "--header", "x-request-id: offline", "--data-binary", "@-", "--write-out", "\n%{http_code}"];
  const output = execFileSync("curl", [...options, base + path], { input: body, encoding: "utf8" });
  const end = output.lastIndexOf("\n");
  return { status: Number(output.slice(end + 1)), body: output.slice(0, end) };
}

for (const { method, path, body } of all) {
  expected.push(body?.length > 2 ** 20 ? sentByCurl(path, body) : await sent(method, path, body));
}
assert.ok(all.length > 40 && expected.filter(({ status }) => status === 200).length > 30);

function compare(where, answers, asked = all) {
  answers.forEach((answer, index) => assert.deepEqual(answer, expected[all.indexOf(asked[index])], `${where}: ${asked[index].operation} ${asked[index].request.slice(0, 200)}`));
  assert.equal(answers.length, asked.length);
  console.log(`${where}: ${answers.length} answers are those of the server`);
}

// The examples of the documentation show their output in a comment.
for (const [, block] of readFileSync(guide, "utf8").matchAll(/^```js\n(.*?)^```$/gms)) {
  const shown = [...block.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, output]) => `${output}\n`);
  const program = block.replaceAll("http://localhost:8080", base);
  assert.equal(execFileSync("node", ["--input-type=module", "--eval", program], { encoding: "utf8" }), shown.join(""), block);
}

assert.throws(() => answer("list_variants", "{}"), /no lexicon is loaded/);
assert.equal(await load(text), digest);
compare("Node", all.map(({ operation, request }) => answer(operation, request)));

const worker = start();
assert.equal(await worker.load(image.buffer), digest);
compare("Node, in a thread, from an image", await Promise.all(all.map(({ operation, request }) => worker.answer(operation, request))));
await assert.rejects(worker.load("CAT\nDON'T\n", { name: "club" }), /the lexicon "club" is refused: line 2: character 4/);
worker.close();
await assert.rejects(worker.answer("list_variants", "{}"), /the worker is closed/);

// The committed module of the desk, which has one operation.
const desk = await create(pathToFileURL(deskModule));
assert.equal(await desk.load(text), digest);
const ofDesk = all.filter(({ operation }) => operation === "validate_words");
const answersOfDesk = ofDesk.map(({ operation, request }) => desk.answer(operation, request));
compare("Node, module of the judge's desk (if not: just judge-module)", answersOfDesk, ofDesk);

// The modules of games and of words.
const partOf = ({ operation, path }) => {
  if (operation === "replay_wordgame") return "wordgame-replay";
  return /[/](start|apply|view|replay|compare)$/.test(path) ? "whole-games" : path.split(/[/?]/)[2];
};
const inPart = (part) => all.filter((asked) => [part, "lexicons"].includes(partOf(asked)));
const moduleOf = (part) => import.meta.resolve(`@wordcourt/core/${part}.wasm`);
for (const part of parts) {
  const referee = await create(moduleOf(part));
  assert.equal(await referee.load(text), digest);
  const asked = inPart(part);
  compare(`Node, module of ${part}`, asked.map(({ operation, request }) => referee.answer(operation, request)), asked);
  const { operation, request } = all.find(({ path }) => path.startsWith("/v1/variants"));
  assert.equal(referee.answer(operation, request).status, 404);
}
const ofPart = start(new URL(moduleOf(parts[0])));
assert.equal(await ofPart.load(text), digest);
compare(`Node, module of ${parts[0]} in a thread`, await Promise.all(inPart(parts[0]).map(({ operation, request }) => ofPart.answer(operation, request))), inPart(parts[0]));
ofPart.close();
const failing = start("/missing.wasm");
await assert.rejects(failing.load(text), /missing\.wasm/);
failing.close();
const uncloneable = start({ aFunctionCannotBeCloned() {} });
await assert.rejects(uncloneable.load(text), /could not be cloned/);
uncloneable.close();
// The result of the creation arrives after the end of the worker, which must not raise an error.
const closedAtOnce = start();
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
closedAtOnce.close();
await assert.rejects(closedAtOnce.load(text), /the worker is closed/);
await new Promise((resolve) => setTimeout(resolve, 100));

// Images.
const fromImage = await create();
assert.equal(await fromImage.load(image, { digest }), digest);
compare("Node, from an image", all.map(({ operation, request }) => fromImage.answer(operation, request)));
/// Returns the image with another byte.
const changed = (place) => image.map((byte, index) => (index === place ? byte ^ 1 : byte));
await assert.rejects(fromImage.load(changed(8)), /the image is refused: the image has version \d+ of the format, not \d+; load the text/);
for (const place of [64, 1000, image.length >> 1]) await assert.rejects(fromImage.load(changed(place)), /the image is refused: the image is damaged/);
for (const end of [40, 1000, image.length - 1]) await assert.rejects(fromImage.load(image.subarray(0, end)), /the image is refused/);
await assert.rejects(fromImage.load(image, { digest: `sha256:${"0".repeat(64)}` }), /the image is refused: the digest is sha256:/);
await assert.rejects(fromImage.load(text, { digest: `sha256:${"0".repeat(64)}` }), /is refused: the digest is sha256:/);
assert.equal(JSON.parse(fromImage.answer("list_lexicons", {}).body).lexicons[0].digest, digest);

// A digest that isn't computed outside of the module, and one that is wrong.
const instance = async () => (await WebAssembly.instantiate(readFileSync(new URL(import.meta.resolve("@wordcourt/core/wordcourt_core.wasm"))))).instance;
assert.equal(await new Referee(await instance(), () => undefined).load(text), digest);
await assert.rejects(new Referee(await instance(), () => "1f3a").load(text), /the computed digest "sha256:1f3a" is malformed/);

// Several lexicons, and texts that are refused.
const referee = await create();
const [club, other] = [
  { name: "club", edition: "1" },
  { name: "other", edition: "2" },
];
// Both calls at once: the first one decides the default.
const [first] = await Promise.all([referee.load("CAT\n", club), referee.load(new TextEncoder().encode("DOG\n"), other)]);
const isValid = (word, lexicon) => JSON.parse(referee.answer("validate_words", { words: [word], lexicon }).body).all_valid;
assert.deepEqual([isValid("cat"), isValid("dog"), isValid("dog", "other"), isValid("cat", `club@${first}`)], [true, false, true, true]);
await assert.rejects(referee.load("DOG\n", { ...club, digest: first }), /is refused: the digest is sha256:/);
await assert.rejects(referee.load(text.replace("AARDVARK", "AARDVORK")), /is refused/);
assert.equal(isValid("cat"), true);
await referee.load("DOG\n", { name: "club", edition: "2" });
assert.deepEqual([isValid("cat"), isValid("dog")], [false, true]);
const { lexicons } = JSON.parse(referee.answer("list_lexicons", {}).body);
assert.deepEqual(lexicons.map((lexicon) => [lexicon.name, lexicon.edition, lexicon.default]), [["club", "2", true], ["other", "2", false]]);
assert.equal(referee.answer("score_chess", "{}").status, 404);

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
try {
  const page = await browser.newPage({ baseURL: base });
  const files = new URL("./node_modules/@wordcourt/core/", import.meta.url).pathname;
  // As a site would serve the package.
  await page.context().route("**/core/*", (route) => route.fulfill({ path: files + route.request().url().split("/").pop() }));
  await page.goto("/robots.txt");
  for (const [script, source] of [["browser"], ["worker"], ["browser", parts[0]], ["worker", parts[0]]]) {
    const asked = source ? inPart(source) : all;
    const answers = await page.evaluate(
      async ([script, source, digest, asked]) => {
        const module = await import(`/core/${script}.js`);
        const referee = module.start ? module.start(source) : await module.create(source);
        const form = source ? "text" : "image";
        const response = await fetch(`/v1/lexicons/en@${digest}/${form}`);
        if ((await referee.load(await response.arrayBuffer())) !== digest) throw new Error("another digest");
        return Promise.all(asked.map(({ operation, request }) => referee.answer(operation, request)));
      },
      [script, source && `/core/${source}.wasm`, digest, asked],
    );
    compare(`Chromium${source ? `, module of ${source}` : ""}${script === "worker" ? ", in a worker" : ""}`, answers, asked);
  }
} finally {
  await browser.close();
}
