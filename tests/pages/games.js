// Lays plays on the benches of all games, and settles them.
import assert from "node:assert/strict";
import { accessible, close, open } from "./browser.js";

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const points = async (page) => Number(await page.locator(".panel .total strong").first().textContent());

/// Finds the best plays and lays the first one. Its points must be those of the score.
async function layBest(page, find) {
  await press(page, find);
  const first = page.locator(".plays button").first();
  await first.waitFor();
  const expected = Number(await first.locator("strong").textContent());
  await first.click();
  await page.waitForFunction((total) => document.querySelector(".panel .total strong")?.textContent === String(total), expected);
  return expected;
}

/// Asserts that the settlement names the winner: the player with the most points.
async function settled(page) {
  const results = page.locator(".results > li");
  await results.first().waitFor();
  const rows = await results.evaluateAll((items) => items.map((item) => [item.querySelector(".total span").textContent, Number(item.querySelector(".total strong").textContent), item.className]));
  const most = Math.max(...rows.map(([, total]) => total));
  for (const [name, total, mark] of rows) assert.equal(mark === "winner", total === most, name);
  assert.match(await page.locator(".settlement .verdict").textContent(), /wins?$/);
  return rows;
}

/// Asserts that the address leads to the same position.
async function sameFromAddress(page) {
  const seen = () => page.locator(".felt").first().innerText();
  const before = await seen();
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".felt"));
  assert.equal(await seen(), before);
}

async function poker(base, game, seed) {
  const page = await open(base, `/play/${game}/position#seed=${seed}`);
  if (game === "word-for-word") await page.getByLabel("Board").selectOption("whisper");
  for (const player of ["ann", "bob", "cid"]) {
    await page.getByRole("button", { name: new RegExp(`^${player}`) }).first().click();
    await layBest(page, "Find the best plays");
  }
  await page.locator(".plays button").nth(1).hover();
  assert.ok((await page.locator(".card.marked").count()) > 1, "the play under the pointer is marked");
  await press(page, "ann challenges");
  assert.match(await page.locator(".ruling .verdict").textContent(), /The challenge fails/);
  await sameFromAddress(page);
  await page.getByRole("button", { name: /^bob/ }).first().click();
  await press(page, "Fold bob");
  await press(page, "Settle the round");
  await page.locator(".settlement").waitFor();
  assert.match(await page.locator(".settlement").innerText(), /takes 100 chips/);
  assert.match(await page.locator(".settlement").innerText(), /folded/);
  await accessible(page);
  await close(page);
}

async function rummy(base) {
  const page = await open(base, "/play/play-on-words/position#seed=7");
  for (const _ of ["ann", "bob"]) {
    await layBest(page, "Find the best turns");
    await press(page, "End the turn");
  }
  assert.ok((await page.locator(".group").count()) >= 3, "words are on the table");
  await layBest(page, "Find the best turns");
  await press(page, "bob challenges");
  assert.match(await page.locator(".ruling .verdict").textContent(), /The challenge fails/);
  await press(page, "End the turn");
  // A hand of eight may discard.
  await page.getByRole("button", { name: /^ann/ }).first().click();
  while (await page.getByRole("button", { name: "Draw a card" }).isEnabled()) await press(page, "Draw a card");
  await page.locator('[data-card="h0"]').click();
  await press(page, "Discard the laid cards");
  await page.locator(".seat", { hasText: /^ann.*7 cards/ }).waitFor();
  await press(page, "Pass");
  await sameFromAddress(page);
  await press(page, "Settle the round");
  assert.equal((await settled(page)).length, 3);
  await accessible(page);
  await close(page);
}

async function board(base) {
  const page = await open(base, "/play/wordgame/position#seed=7");
  for (let turn = 0; turn < 3; turn++) {
    await layBest(page, "Find the best moves");
    await press(page, "Play the move");
  }
  await sameFromAddress(page);
  await press(page, "Find the best moves");
  await page.locator(".plays button").nth(2).hover();
  assert.ok((await page.locator(".square.ghost").count()) > 0, "the move under the pointer is on the board");
  // An unlisted word: all tiles of the rack on an empty line.
  await page.locator('[data-square="0"]').click();
  for (let tile = 0; tile < 3; tile++) await page.locator(".tile-card:not(.wild)").first().click();
  await page.locator(".problem, .verdict.bad").first().waitFor();
  assert.match(await page.locator(".panel").first().innerText(), /G7|not in the lexicon/);
  await press(page, "ann challenges");
  assert.match(await page.locator(".ruling .verdict").textContent(), /The challenge is upheld/);
  await press(page, "Take all back");
  await press(page, "Settle the game");
  assert.equal((await settled(page)).length, 2);
  await press(page, "Use the moves above");
  await page.locator(".turns button").nth(2).waitFor();
  await press(page, "Next turn");
  assert.match(await page.locator(".turn-facts").textContent(), /^bob: .* no move scores more\.$/);
  await press(page, "Use an example");
  await page.getByText(/ann: 8D HOTEL, 28 points; 10 points less/).waitFor();
  await accessible(page);
  await close(page);
}

async function classic(base) {
  const page = await open(base, "/play/wordgame/position#seed=11");
  await page.getByLabel("Rules").selectOption("classic");
  for (let turn = 0; turn < 3; turn++) {
    await layBest(page, "Find the best moves");
    await press(page, "Play the move");
  }
  await press(page, "Settle the game");
  assert.equal((await settled(page)).length, 3);
  await close(page);
}

/// Plays a move by keys only.
async function byKeyboard(base) {
  const page = await open(base, "/play/wordgame/position#seed=7");
  await press(page, "Find the best moves");
  const best = page.locator(".plays button").first();
  await best.waitFor();
  const [place, word] = (await best.locator("span").textContent()).split(" ");
  await page.evaluate(() => document.activeElement.blur());
  const [column, row] = [/[A-O]/.exec(place)[0].charCodeAt(0) - 65, Number(/\d+/.exec(place)[0]) - 1];
  const go = async (key, times) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  };
  await go(column < 7 ? "ArrowLeft" : "ArrowRight", Math.abs(column - 7));
  await go(row < 7 ? "ArrowUp" : "ArrowDown", Math.abs(row - 7));
  if (/^[A-O]/.test(place)) await page.keyboard.press("Space");
  // A blank is typed as the letter that it stands for, once the letter itself is laid.
  await page.keyboard.type(word.toLowerCase());
  await page.locator(".verdict.good").waitFor();
  assert.equal(await page.locator(".square.new").count(), word.length);
  await page.keyboard.press("Backspace");
  assert.equal(await page.locator(".square.new").count(), word.length - 1);
  await page.keyboard.type(word.at(-1).toLowerCase());
  await page.locator(".verdict.good").waitFor();
  const total = await points(page);
  await page.keyboard.press("Enter");
  await page.locator(".seat", { hasText: `${total} points` }).waitFor();
  await close(page);
}

/// Builds a word by keys, moves a card and announces a wild.
async function cardsByKeyboard(base) {
  const page = await open(base, "/play/my-word/position#seed=7");
  const cards = page.locator("[data-card] .text");
  await cards.first().waitFor();
  const plain = (await cards.allTextContents()).filter((text) => /^[A-Z]$/.test(text)).slice(0, 3);
  assert.equal(plain.length, 3);
  for (const letter of plain) await page.keyboard.press(letter.toLowerCase());
  const laid = () => page.locator("[data-laid] .text").allTextContents();
  assert.deepEqual(await laid(), plain);
  await page.locator('[data-laid="0"]').focus();
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await laid(), [plain[1], plain[0], plain[2]]);
  await page.keyboard.press("Escape");
  assert.deepEqual(await laid(), []);
  await close(page);
}

/// Asks for hints and for well-known words only.
async function searches(base) {
  const page = await open(base, "/play/wordgame/position#seed=7");
  await page.getByLabel("Show").selectOption("first_letter");
  await press(page, "Find the best moves");
  assert.match(await page.locator(".hints li").first().innerText(), /^L·····, 6 letters, at H3\s*30$/);
  await page.getByLabel("Show").selectOption("play");
  await page.getByLabel("Search").selectOption("35");
  const most = async () => {
    await press(page, "Find the best moves");
    await page.locator(".plays button").first().waitFor();
    return Number(await page.locator(".plays strong").first().textContent());
  };
  const known = await most();
  await page.getByLabel("Search").selectOption("100");
  assert.ok(known < (await most()));
  await close(page);
}

/// Announces a wild and turns a flip card in their dialogs.
async function choices(base) {
  const page = await open(base, "/play/choose-your-words/position#seed=8");
  await page.getByRole("button", { name: /^bob/ }).first().click();
  await page.getByRole("button", { name: "wild", exact: true }).click();
  await page.keyboard.type("a");
  await page.getByLabel("red").check();
  await accessible(page);
  await press(page, "Play it");
  const wild = page.getByRole("button", { name: "take back wild as red A" });
  await wild.waitFor();
  await wild.press("Enter");
  assert.equal(await page.locator("[data-laid]").count(), 0);
  await close(page);

  const blank = await open(base, "/play/wordgame/position#seed=4");
  await blank.locator(".tile-card").first().waitFor();
  for (let deal = 5; (await blank.getByRole("button", { name: "wild", exact: true }).count()) === 0; deal++) {
    await blank.getByLabel("Seed").fill(String(deal));
    await press(blank, "Deal");
  }
  await blank.getByRole("button", { name: "wild", exact: true }).first().click();
  await blank.keyboard.type("q");
  await blank.keyboard.press("Enter");
  await blank.getByRole("gridcell", { name: "8H, Q, a blank, laid now" }).waitFor();
  await close(blank);

  const flip = await open(base, "/play/play-on-words/position#seed=7");
  await flip.getByRole("button", { name: /^cid/ }).first().click();
  await flip.getByRole("button", { name: "V or Z" }).press("Enter");
  await flip.keyboard.press("Escape");
  assert.equal(await flip.locator("[data-laid]").count(), 0);
  await flip.getByRole("button", { name: "V or Z" }).click();
  await press(flip, "Z");
  await flip.getByRole("button", { name: "take back V/Z as Z" }).waitFor();
  // The card can also be dragged back and forth.
  await flip.keyboard.press("Escape");
  await flip.locator('[data-card="h0"]').dragTo(flip.locator(".group.word"));
  assert.equal(await flip.locator("[data-laid]").count(), 1);
  await close(flip);
}

async function calls(base) {
  const page = await open(base, "/play/my-word/position#seed=7");
  for (const round of [1, 2, 3]) {
    await layBest(page, "Find the best calls");
    await page.getByRole("button", { name: "ann calls" }).click();
    assert.match(await page.locator(".ruling .verdict").textContent(), /The call stands/);
    await press(page, "Deal a card");
    await press(page, "Deal a card");
    await press(page, "Deal a card");
    // A call that is not allowed gives the others a card each.
    await page.getByRole("button", { name: /^bob/ }).first().click();
    await page.locator("[data-card]:not(.wild)").first().click();
    // The score arrives during the press, and must not take it.
    await page.getByRole("button", { name: "bob calls" }).click({ delay: 400 });
    assert.match(await page.locator(".ruling .verdict").textContent(), /The call is refused/);
    await page.getByRole("button", { name: /^ann/ }).first().click();
    if (round < 3) await press(page, "End the round");
  }
  await sameFromAddress(page);
  await press(page, "Settle the game");
  const rows = await settled(page);
  assert.deepEqual(rows.map(([name]) => name), ["ann", "bob", "cid"]);
  assert.equal(rows[2][1], 3, "cid took a card in every round");
  await accessible(page);
  await close(page);
}

/// Sets a puzzle, asks for all hints, and solves it by the search.
async function puzzle(base, game, find) {
  const page = await open(base, `/play/${game}/position#seed=7`);
  const own = page.locator(".panel", { has: page.getByRole("heading", { name: "Puzzle", exact: true }) });
  await press(page, "Set a puzzle");
  const target = Number(await own.locator("strong").first().textContent());
  await press(page, "Give a hint");
  await own.locator(".hints li").first().waitFor();
  await press(page, "Give a hint");
  await own.locator(".hints").getByText(/^[A-Z]·/).first().waitFor();
  assert.equal(await layBest(page, find), target);
  await own.getByText("solved").waitFor();
  await sameFromAddress(page);
  await accessible(page);
  await close(page);
}

async function odds(base) {
  const page = await open(base, "/play/word-for-word/position#seed=8");
  await press(page, "Compute the odds");
  await page.getByText("From a sample of 10,000 deals.").waitFor();
  await page.getByLabel("Board").selectOption("whisper");
  await page.getByLabel("Opponents").selectOption("1");
  await press(page, "Compute the odds");
  await page.getByText("All 5,460 deals were counted.").waitFor();
  await accessible(page);
  await close(page);
}

/// Two tables play the same cards, one of them without a word.
async function tables(base) {
  const post = async (path, body) => (await fetch(`${base}/v1/my-word/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
  const start = { players: [{ name: "ann" }, { name: "bob" }], rules: { rounds: 1 }, seed: "5".repeat(64) };
  const files = [];
  for (const [name, calls] of [["quiet", false], ["loud", true]]) {
    const { state } = await post("start", start);
    const turn = [{ kind: "time_out", player: "ann" }, ...(calls ? [{ kind: "bot", player: "bob" }] : [])];
    let played = { state, applied: [] };
    const actions = [];
    for (let step = 0; step < 60 && !played.result; step++) {
      const [deal, ...more] = turn;
      for (const action of [deal, ...more]) {
        if (played.result) break;
        played = await post("apply", { state: played.state, actions: [action] });
        actions.push(...played.applied);
      }
    }
    const lines = [{ game: "my-word", rulebook: state.rulebook, start }, ...actions, { state_id: played.state.id, result: played.result }];
    files.push({ name: `${name}.jsonl`, mimeType: "application/jsonl", buffer: Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n")) });
  }
  const page = await open(base, "/play/my-word/position#seed=7");
  const own = page.locator(".compare");
  await press(page, "Compare the tables");
  await own.getByText("Choose the records of two tables or more.").waitFor();
  await page.getByLabel("Records of the tables").setInputFiles([{ ...files[0], buffer: Buffer.from("no record") }, files[1]]);
  await press(page, "Compare the tables");
  await own.getByText("A file is not the record of a table.").waitFor();
  await page.getByLabel("Records of the tables").setInputFiles(files);
  await page.getByLabel("Ranked by").selectOption("total");
  await press(page, "Compare the tables");
  await own.locator("tbody tr").first().waitFor();
  assert.match(await own.locator("tbody tr").first().innerText(), /1\s+loud/);
  await own.getByText("1 of 1 deals count").waitFor();
  await accessible(page);
  await close(page);
}

async function exchange(base) {
  const page = await open(base, "/play/choose-your-words/position#seed=23");
  for (const most of ["2", "4"]) {
    await page.getByLabel("Cards, at most").selectOption(most);
    await press(page, "Compare the exchanges");
    await page.getByText("the mean total of the best word after the draw").waitFor();
    const means = (await page.locator(".plays strong").allTextContents()).map(Number);
    assert.equal(means.length, 6);
    await page.locator(".plays button").first().hover();
    const cards = (await page.locator(".plays button span").first().textContent()).split(", ").length;
    assert.equal(await page.locator(".card.marked").count(), cards, "the cards to discard are marked");
  }
  await accessible(page);
  await close(page);
}

export function checks(base) {
  return {
    "Choose Your Words is played to a settlement": () => poker(base, "choose-your-words", 23),
    "Word For Word is played to a settlement": () => poker(base, "word-for-word", 8),
    "Play On Words is played to a settlement": () => rummy(base),
    "Wordgame is played to a settlement, and its record is replayed": () => board(base),
    "the classic game is played to a settlement by three": () => classic(base),
    "My Word! is played to a settlement": () => calls(base),
    "puzzles of Choose Your Words are set and solved": () => puzzle(base, "choose-your-words", "Find the best plays"),
    "puzzles of Word For Word are set and solved": () => puzzle(base, "word-for-word", "Find the best plays"),
    "puzzles of Play On Words are set and solved": () => puzzle(base, "play-on-words", "Find the best turns"),
    "puzzles of Wordgame are set and solved": () => puzzle(base, "wordgame", "Find the best moves"),
    "puzzles of My Word! are set and solved": () => puzzle(base, "my-word", "Find the best calls"),
    "odds are computed": () => odds(base),
    "exchanges are compared": () => exchange(base),
    "tables with one seed are compared": () => tables(base),
    "a move is laid and played by keys": () => byKeyboard(base),
    "the search gives hints, and finds well-known words": () => searches(base),
    "wilds are announced and flip cards turned in dialogs": () => choices(base),
    "cards are laid, moved and taken back by keys": () => cardsByKeyboard(base),
  };
}
