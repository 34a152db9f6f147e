// Compares the answers of the package with those of a server. node compare.js URL DIRECTORY-OF-THE-DOCUMENT GUIDE
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { answer, create, load } from "@wordcourt/core";
import { start } from "@wordcourt/core/worker";
import { requests } from "./requests.js";

const [, , base, directory, guide] = process.argv;
const { digest } = await (await fetch(`${base}/v1/lexicons/en`)).json();
const text = await (await fetch(`${base}/v1/lexicons/en@${digest}/text`)).text();
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

function compare(where, answers) {
  answers.forEach((answer, index) => assert.deepEqual(answer, expected[index], `${where}: ${all[index].operation} ${all[index].request.slice(0, 200)}`));
  assert.equal(answers.length, expected.length);
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
assert.equal(await worker.load(text), digest);
compare("Node, in a thread", await Promise.all(all.map(({ operation, request }) => worker.answer(operation, request))));
await assert.rejects(worker.load("CAT\nDON'T\n", { name: "club" }), /the lexicon "club" is refused: line 2: character 4/);
worker.close();
await assert.rejects(worker.answer("list_variants", "{}"), /the worker is closed/);

// Several lexicons, and texts that are refused.
const referee = await create();
const [club, other] = [
  { name: "club", edition: "1" },
  { name: "other", edition: "2" },
];
const first = referee.load("CAT\n", club);
referee.load(new TextEncoder().encode("DOG\n"), other);
const isValid = (word, lexicon) => JSON.parse(referee.answer("validate_words", { words: [word], lexicon }).body).all_valid;
assert.deepEqual([isValid("cat"), isValid("dog"), isValid("dog", "other"), isValid("cat", `club@${first}`)], [true, false, true, true]);
assert.throws(() => referee.load("DOG\n", { ...club, digest: first }), /is refused: the texts have the digest sha256:/);
assert.throws(() => referee.load(text.replace("AARDVARK", "AARDVORK")), /is refused/);
assert.equal(isValid("cat"), true);
referee.load("DOG\n", { name: "club", edition: "2" });
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
  for (const script of ["browser", "worker"]) {
    const answers = await page.evaluate(
      async ([script, digest, all]) => {
        const module = await import(`/core/${script}.js`);
        const referee = module.start ? module.start() : await module.create();
        const text = await (await fetch(`/v1/lexicons/en@${digest}/text`)).text();
        if ((await referee.load(text)) !== digest) throw new Error("another digest");
        return Promise.all(all.map(({ operation, request }) => referee.answer(operation, request)));
      },
      [script, digest, all],
    );
    compare(script === "browser" ? "Chromium" : "Chromium, in a worker", answers);
  }
} finally {
  await browser.close();
}
