// Types words and letters at the front page.
import assert from "node:assert/strict";
import { accessible, close, fits, open } from "./browser.js";
import { openDesk } from "./judge.js";

const RULES = { preset: "classic" };
const BOARD = Array(15).fill(".".repeat(15));
const post = async (base, path, body) => (await fetch(`${base}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ board: BOARD, rules: RULES, ...body }) })).json();

/// Types a text, and waits for the verdict on it.
async function type(page, text) {
  await page.getByLabel("Type a word").fill(text);
  await page.locator(".said", { hasText: text.toUpperCase() }).waitFor();
  return page.locator(".said").innerText();
}

/// Asserts that the page shows this score line by line.
async function shows(page, { lines, total }) {
  const rows = await page.locator("#trial tbody tr").evaluateAll((found) => found.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const expected = lines.map(({ rule, label, points, multiplier, running_total: sum }) => [rule, label, multiplier ? `×${multiplier}` : `+${points}`, String(sum)]);
  assert.deepEqual(rows.slice(0, -1), expected);
  assert.equal(rows.at(-1).at(-1), String(total));
}

async function words(base) {
  const page = await open(base, "/");
  assert.match(await type(page, "quiz"), /QUIZ is allowed\./);
  await shows(page, await post(base, "/v1/wordgame/score", { rack: "QUIZ", move: "8E QUIZ" }));
  assert.equal(await page.locator("#trial .tile").count(), 4);
  await accessible(page);
  // A word that isn't allowed says why, and what the letters make.
  assert.match(await type(page, "quizzed"), /QUIZZED is allowed/);
  assert.match(await type(page, "aeinrst"), /AEINRST is not allowed: it is not in the lexicon/);
  await page.locator("#trial .more", { hasText: "The best play of these letters" }).waitFor();
  const { moves: [best] } = await post(base, "/v1/wordgame/best", { rack: "AEINRST", top: 1 });
  const said = await page.locator("#trial .more").innerText();
  assert.ok(said.includes(`, ${best.total} points`), said);
  const [, word, at] = /: (\w+) at (\w+),/.exec(said);
  await shows(page, await post(base, "/v1/wordgame/score", { rack: "AEINRST", move: `${at} ${word}` }));
  // A better play of the same letters is shown on request.
  await type(page, "topaz");
  await page.getByRole("button", { name: "Show it" }).click();
  const { moves: [better] } = await post(base, "/v1/wordgame/best", { rack: "TOPAZ", top: 1 });
  await page.locator("#trial .total .number", { hasText: String(better.total) }).waitFor();
  await type(page, "retainings");
  assert.match(await page.locator("#trial .more").innerText(), /A rack has seven tiles/);
  await page.getByLabel("Type a word").fill("qui?");
  await page.locator(".said", { hasText: "The best play of QUI?" }).waitFor();
  assert.equal(await page.locator("#trial .tile.blank").count(), 1);
  await page.emulateMedia({ colorScheme: "dark" });
  await accessible(page);
  await fits(page);
  await close(page);
}

/// On a phone, what can be tried is on the first screen, and each reader finds the next step.
async function phone(base) {
  const page = await open(base, "/", { width: 360, height: 640, hasTouch: true, isMobile: true });
  const box = await page.locator("#trial .line").boundingBox();
  assert.ok(box.y + box.height <= 640, `the tiles end at ${box.y + box.height}`);
  for (const [name, path] of [["Play a game", "/play/"], ["Today's puzzles", "/puzzle"], ["Open the judge's desk", "/judge"], ["Read the API", "/docs/"]]) {
    assert.equal(await page.getByRole("link", { name, exact: true }).getAttribute("href"), path);
  }
  assert.match(await page.locator("footer").innerText(), /^Wordcourt \d/);
  await page.evaluate(() => document.fonts.ready);
  assert.ok(await page.evaluate(() => document.fonts.check('600 20px "Crimson Pro"')), "the font is loaded");
  await close(page);
}

/// Without the server, the module of the desk gives the verdict, where the desk has been opened.
async function offline(base) {
  const page = await openDesk(base);
  const front = await page.context().newPage();
  await front.goto("/");
  await front.route("**/v1/**", (route) => route.abort());
  assert.match(await type(front, "quiz"), /QUIZ is allowed\./);
  assert.match(await front.locator("#trial .more").innerText(), /from the referee in this browser/);
  assert.match(await type(front, "zzyxq"), /ZZYXQ is not allowed/);
  await close(page);
  const other = await open(base, "/");
  await other.route("**/v1/**", (route) => route.abort());
  await other.getByLabel("Type a word").fill("quiz");
  await other.locator("#trial .more", { hasText: "The server can't be reached" }).waitFor();
  await accessible(other);
  other.faults = other.faults.filter((fault) => !fault.includes("ERR_FAILED"));
  await close(other);
}

export function checks(base) {
  return {
    "the front page judges, scores and finds what is typed": () => words(base),
    "the front page begins with what can be tried, on a phone": () => phone(base),
    "the front page gives verdicts without the server": () => offline(base),
  };
}
