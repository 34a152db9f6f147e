// Solves the puzzles of a day.
import assert from "node:assert/strict";
import { accessible, close, fits, open } from "./browser.js";

const PHONE = { width: 360, height: 640, hasTouch: true, isMobile: true, scheme: "dark" };
const GAMES = ["choose-your-words", "word-for-word", "play-on-words", "wordgame", "my-word"];
const DAY = "2026-05-01";

const ask = async (base, game, more) => (await fetch(`${base}/v1/${game}/puzzle`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ date: DAY, level: "easy", ...more }) })).json();
const message = (page) => page.locator(".message").innerText();
const ready = (page) => page.locator('#main[aria-busy="false"] .dock .primary').waitFor();
const check = (page) => page.locator(".dock").getByRole("button", { name: /^Check/ });

/// Types the cards of a word. A wild asks for its letter and colour.
async function typeCards(page, cards) {
  for (const card of cards) {
    if (!card.startsWith("*")) await page.keyboard.press(card.split("=").at(-1)[0].toLowerCase());
    else {
      await page.locator(".own .wild").click();
      await page.getByLabel("Letter of the wild").fill(card[2]);
      if (card.endsWith("r")) await page.getByLabel("red").check();
      await page.getByRole("button", { name: "Play it" }).click();
    }
  }
}

/// Hints one by one, the solution, and the result as text.
async function hints(base) {
  const page = await open(base, `/puzzle#${DAY}/easy`, PHONE);
  for (const game of GAMES) {
    await ready(page);
    assert.ok(page.url().endsWith(DAY + "/easy") || page.url().endsWith(game), page.url());
    const { hints: [best], margin, solution } = await ask(base, game, { reveal: "first_letter", solution: true });
    for (const selector of [".board", ".own", ".dock .primary"]) {
      if (!(await page.locator(selector).count())) continue;
      const box = await page.locator(selector).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= 640, `${game}: ${selector} is on the screen of a phone`);
    }
    await accessible(page);
    for (let step = 0; step < 3; step++) {
      await page.getByRole("button", { name: "Hint" }).tap();
      await page.locator(".hints li").nth(step).waitFor();
    }
    const said = await page.locator(".hints").innerText();
    assert.ok(said.includes(`${best.total} points.`), said);
    for (const word of best.words) assert.ok(said.includes(`${word.letters} letter`) && said.includes(word.first_letter), said);
    assert.equal(await page.locator(".message").innerText().then((text) => text.includes("best play is")), false);
    await page.getByRole("button", { name: "Show the solution" }).tap();
    await page.locator(".message", { hasText: "The best play is" }).waitFor();
    const name = solution.move ?? solution.word ?? solution.parts.map(({ word }) => word).join(" + ");
    assert.equal(await message(page), `The best play is ${name}, ${best.total} points; the next best play makes ${margin} fewer.`);
    await accessible(page, ["color-contrast"]);
    await page.getByRole("button", { name: "Copy the result" }).tap();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, new RegExp(`^Wordcourt puzzles, ${DAY}, easy\n`));
    assert.ok(copied.endsWith(`: 3 hints\n${base}/puzzle#${DAY}/easy`), copied);
    assert.ok(!copied.includes(name), "the result gives nothing away");
    const next = page.getByRole("link", { name: /^Next/ });
    if (game !== GAMES.at(-1)) await next.tap();
    else assert.equal(await next.count(), 0);
  }
  await close(page);
}

/// By keys: a wrong guess, a word that isn't one, and the best play, for which the puzzle of the service is the witness.
async function solved(base) {
  const page = await open(base, `/puzzle#${DAY}/easy/choose-your-words`);
  await ready(page);
  const { position, hints: [{ total }], solution } = await ask(base, "choose-your-words", { reveal: "points", solution: true });
  const plain = position.hand.filter((card) => card[0] !== "*");
  await typeCards(page, plain.slice(0, 5));
  await page.keyboard.press("Enter");
  await page.getByText("1 try,").waitFor();
  assert.match(await message(page), /is not allowed\.$|Another play makes more\.$/);
  await page.keyboard.press("Escape");
  assert.ok(await check(page).isDisabled());
  await typeCards(page, solution.play);
  await page.locator(".dock .primary", { hasText: `· ${total}` }).waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Enter");
  await page.locator(".message", { hasText: "Solved: " }).waitFor();
  await page.getByRole("button", { name: "Copy the result" }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /✔ Choose Your Words: 2 tries\n/);
  await fits(page);
  // It stays solved, and another day and level are other puzzles.
  await page.reload();
  await page.locator(".message", { hasText: "Solved: " }).waitFor();
  await page.getByLabel("Level").selectOption("hard");
  await page.getByText("0 tries, 0 hints").waitFor();
  await page.getByLabel("Day").fill("2026-05-02");
  await page.waitForFunction(() => location.hash === "#2026-05-02/hard/choose-your-words");
  await ready(page);
  assert.match(await message(page), /^Find the play/);
  await close(page);
}

/// By mouse on the board, and without a connection.
async function board(base) {
  const page = await open(base, `/puzzle#${DAY}/easy/wordgame`);
  await ready(page);
  const { hints: [{ total }], solution } = await ask(base, "wordgame", { reveal: "points", solution: true });
  for (const { square, letter, blank } of solution.placed) {
    const [row, column] = [Number(/\d+/.exec(square)[0]) - 1, /[A-O]/.exec(square)[0].charCodeAt(0) - 65];
    const tile = blank ? page.locator(".rack .wild") : page.locator(".rack .card:not(.wild)", { has: page.locator(".text", { hasText: letter }) });
    await tile.first().dragTo(page.locator(`[data-square="${row * 15 + column}"]`));
    if (blank) {
      await page.getByLabel("Letter of the wild").fill(letter);
      await page.getByRole("button", { name: "Play it" }).click();
    }
  }
  await page.locator(".dock .primary", { hasText: `· ${total}` }).waitFor();
  await page.route("**/score", (route) => route.abort());
  await check(page).click();
  await page.getByRole("alert").getByText("The server can't be reached").waitFor();
  await page.unroute("**/score");
  page.faults = page.faults.filter((fault) => !fault.includes("ERR_FAILED"));
  await check(page).click();
  await page.locator(".message", { hasText: "Solved: " }).waitFor();
  await accessible(page);
  await close(page);
}

/// Without an address, the puzzles are those of the day, for everybody the same.
async function ofTheDay(base) {
  const page = await open(base, "/");
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Puzzle" }).click();
  await ready(page);
  const day = await page.getByLabel("Day").inputValue();
  assert.equal(day, await page.evaluate(() => new Date().toLocaleDateString("sv")));
  const { position } = await ask(base, "choose-your-words", { date: day });
  const shown = await page.locator(".own .text").allTextContents();
  assert.deepEqual(shown, position.hand.map((card) => (card[0] === "*" ? "★" : card[0])));
  await page.goto("/puzzle#2026-13-77/easy/wordgame");
  await page.getByRole("alert").waitFor();
  await accessible(page);
  await close(page);
}

export function checks(base) {
  return {
    "the puzzles give hints step by step, on a phone in the dark": () => hints(base),
    "a puzzle is solved by keys": () => solved(base),
    "a puzzle of Wordgame is solved by dragging tiles": () => board(base),
    "the puzzles are those of the day": () => ofTheDay(base),
  };
}
