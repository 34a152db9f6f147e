// Plays every game from the first card to its result, by the page alone.
import assert from "node:assert/strict";
import { accessible, close, open } from "./browser.js";

const PHONE = { width: 360, height: 640, hasTouch: true, isMobile: true };
const STILL = { reducedMotion: "reduce" };

/// Opens the table of a game and starts a game with these choices of the form.
async function begin(base, game, choices, options) {
  const page = await open(base, "/robots.txt", { ...STILL, ...options });
  page.hasTouch = options.hasTouch;
  // Every game is dealt from the same seed, so that it takes the same course every time.
  await page.addInitScript(() => (crypto.getRandomValues = (bytes) => bytes.fill(5)));
  await page.goto(`/play/${game}${options.fragment ?? ""}`);
  if (options.notice) await page.getByText(options.notice).waitFor();
  for (const [label, option] of Object.entries(choices)) await page.getByRole("combobox", { name: label, exact: true }).selectOption({ label: option });
  if (options.names) await refusesEqualNames(page);
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.locator(".seats, .curtain").first().waitFor();
  return page;
}

/// Asserts that the form says what is wrong with names, in words for people.
async function refusesEqualNames(page) {
  await page.getByLabel("Name").first().fill("Bob");
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByRole("alert").getByText("Two players have the same name.").waitFor();
  await page.getByLabel("Name").first().fill("");
}

/// Waits until somebody at the device can do something, and returns what the page is at.
async function ready(page) {
  // Before, the buttons may be those of the position before, and the address that of an earlier one.
  await page.locator('#main[aria-busy="false"]').waitFor();
  const at = page.locator(".over, .curtain, .choices button:not(:disabled):not(.tool)");
  await at.first().waitFor();
  if (await page.locator(".over").count()) return "over";
  return (await page.locator(".curtain").count()) ? "curtain" : "turn";
}

/// The choices that can be made now, without the bets that can be raised for ever.
const possible = (page) => page.locator(".dock .choices button:not(:disabled):not(.tool)").allTextContents();

/// Presses by finger or mouse.
const press = (page, locator) => (page.hasTouch ? locator.tap() : locator.click());

/// Presses a choice, and waits until the game has gone on.
async function choose(page, name) {
  const before = await page.evaluate(() => location.hash);
  await press(page, page.locator(".dock .choices").getByRole("button", { name }).first());
  await page.waitForFunction((hash) => location.hash !== hash, before);
}

/// Lays the best play that the page finds. Returns false if there is none.
async function layBest(page) {
  await press(page, page.getByRole("button", { name: "Show the best plays" }));
  await page.locator(".plays button, .aside p:has-text('No word is possible')").first().waitFor();
  const best = page.locator(".plays button").first();
  if ((await best.count()) === 0) return false;
  const points = await best.locator("strong").textContent();
  await press(page, best);
  // The points of the search are those of the score.
  await page.locator(".dock .primary", { hasText: `· ${points}` }).waitFor();
  return true;
}

/// Plays to the result: what `play` does, else the first choice that is possible.
async function toTheEnd(page, play) {
  for (let turn = 0; turn < 400; turn++) {
    const at = await ready(page);
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY", "the focus is lost");
    if (at === "over") return;
    if (at === "curtain") await press(page, page.getByRole("button", { name: /show my cards/ }));
    else if (!(await play(page))) await choose(page, (await possible(page))[0]);
  }
  assert.fail("the game has no end");
}

/// Asserts that the result and the seats say the same, and that a link leads to the same game.
async function finished(page) {
  const totals = () => page.locator(".totals li").evaluateAll((items) => items.map((item) => [item.querySelector("span").textContent, Number(item.querySelector("strong").textContent)]));
  const found = await totals();
  assert.match(await page.locator(".over h2").textContent(), / wins?$/);
  assert.ok((await page.locator(".over h2").boundingBox()).y < page.viewportSize().height, "the result is on the screen");
  assert.ok((await page.locator(".log li").count()) > 3);
  for (const [name, total] of found) assert.match(await page.locator(".seat", { hasText: name }).innerText(), new RegExp(`\\b${total} (point|chip|card)`), name);
  await page.getByRole("img", { name: "Points lost, move by move" }).waitFor();
  await accessible(page);
  await page.reload();
  await page.locator(".over").waitFor();
  assert.deepEqual(await totals(), found);
  const address = page.url();
  await page.evaluate(() => localStorage.clear());
  const other = await page.context().newPage();
  await other.goto(address);
  await other.locator(".over").waitFor();
  assert.equal(await other.locator(".over").innerText(), await page.locator(".over").innerText());
  await close(page);
}

/// The form has as many places as the game, before anybody fills it.
async function places(base) {
  const page = await open(base, "/play/wordgame", PHONE);
  await page.getByText("Two players.").waitFor();
  assert.equal(await page.locator(".setup .players li").count(), 2);
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption({ label: "Classic crossword game" });
  await page.getByText("Two to four players.").waitFor();
  assert.equal(await page.locator(".setup .players li").count(), 4);
  await accessible(page);
  await close(page);
}

/// Wordgame by tap: the tiles of the best move one by one, on a phone.
async function wordgame(base) {
  const page = await begin(base, "wordgame", {}, PHONE);
  let moves = 0;
  await toTheEnd(page, async () => {
    if (!(await page.getByRole("button", { name: "Show the best plays" }).count()) || !(await layBest(page))) return false;
    if (moves++ === 0) await byTaps(page);
    await choose(page, /^Play/);
    return true;
  });
  assert.ok(moves > 3);
  await finished(page);
}

/// Takes a move back and lays it again by taps, and asserts that everything needed is on the screen.
async function byTaps(page) {
  const laid = await page.locator(".square.new").evaluateAll((squares) => squares.map((square) => [square.dataset.square, square.querySelector("[aria-hidden]").textContent, square.classList.contains("blank")]));
  assert.match(await page.locator(".bag").innerText(), /^\d+\s+in the bag$/);
  // Laying a play of the list, far below on a phone, has gone back to the board.
  for (const selector of [".board", ".rack", ".dock .primary"]) {
    const box = await page.locator(selector).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 640 && box.x >= 0 && box.x + box.width <= 360, `${selector} is on the screen of a phone`);
  }
  assert.ok((await page.locator(".square").first().boundingBox()).width >= 24);
  await page.getByRole("button", { name: "Take all back" }).tap();
  assert.equal(await page.locator(".square.new").count(), 0);
  // A tile, then its square; the others follow where the first one lies.
  for (const [square, letter, isBlank] of laid) {
    const tile = isBlank ? page.locator(".rack .wild") : page.locator(".rack .card:not(.wild)", { has: page.locator(".text", { hasText: letter }) });
    await page.locator(`[data-square="${square}"]`).tap();
    await tile.first().tap();
    if (isBlank) {
      await page.getByLabel("Letter of the wild").fill(letter);
      await page.getByRole("button", { name: "Play it" }).tap();
    }
  }
  assert.equal(await page.locator(".square.new").count(), laid.length);
  await page.locator(".dock .primary", { hasText: "·" }).waitFor();
}

/// The classic game of two friends at one device: words can be challenged, by mouse and keyboard.
async function classic(base) {
  const page = await begin(base, "wordgame", { "Player 2": "a friend", Game: "Classic crossword game", "Words that aren't allowed": "stand unless challenged; a wrong challenge loses a turn" }, {});
  const rack = () => page.locator(".rack .text").allTextContents();
  await page.getByRole("button", { name: "I am Ann" }).click();
  const [first, second] = await rack();
  // The tiles are dragged to the centre, typed beside it, and dragged back.
  await page.locator(".rack .card").first().dragTo(page.locator('[data-square="112"]'));
  if (await page.locator("dialog[open]").count()) {
    await page.keyboard.type("q");
    await page.keyboard.press("Enter");
  }
  assert.equal(await page.locator(".square.new").count(), 1);
  await page.locator(".square.new").dragTo(page.locator(".rack"));
  assert.equal(await page.locator(".square.new").count(), 0);
  assert.deepEqual((await rack()).slice(0, 2), [first, second]);
  // Letters without a word stand, until they are challenged.
  const letters = (await rack()).filter((letter) => /[A-Z]/.test(letter)).toSorted((a, b) => "AEIOU".includes(a) - "AEIOU".includes(b)).slice(0, 4).join("").toLowerCase();
  await page.locator('[data-square="112"]').click();
  await page.keyboard.type(letters);
  assert.equal(await page.locator(".square.new").count(), 4);
  await page.keyboard.press("Backspace");
  assert.equal(await page.locator(".square.new").count(), 3);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".square.new").count(), 0);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type(letters);
  await page.keyboard.press("Enter");
  await page.locator(".curtain").waitFor();
  assert.equal(await page.locator(".curtain .card, .curtain .square").count(), 0, "the racks are hidden while the device changes hands");
  await page.getByRole("button", { name: "I am Bob" }).click();
  await choose(page, /^Challenge/);
  const ruled = await page.locator(".log li").first().innerText();
  assert.match(ruled, /Bob challenges Ann's [A-Z]+: (not )?allowed/);
  // Taking back brings the move back.
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: /^Challenge/ }).waitFor();
  let turns = 0;
  await toTheEnd(page, async () => {
    const names = await possible(page);
    if (names.includes("Accept")) return (await choose(page, "Accept")), true;
    // Four moves, and then nobody moves any more.
    if (turns++ < 4 && (await layBest(page))) return (await choose(page, /^Play/)), true;
    await choose(page, "Pass");
    return true;
  });
  await finished(page);
}

/// Asks for the odds, or compares the exchanges, and asserts that the page says what the service answers.
async function advised(page, game) {
  const [label, operation] = game === "word-for-word" ? ["Show my odds", "odds"] : ["Compare exchanges", "exchange"];
  const answered = page.waitForResponse((response) => response.url().endsWith(`/${game}/${operation}`));
  await press(page, page.getByRole("button", { name: label }));
  const answer = await (await answered).json();
  const help = page.locator(".help");
  if (operation === "odds") {
    await help.getByText(`${(answer.share_ppm / 10_000).toFixed(1)} %`).first().waitFor();
    assert.ok((await help.innerText()).includes(answer.word ?? `your cards make ${answer.mine}`));
    await accessible(page);
    return;
  }
  const [best] = answer.options;
  const first = help.locator(".exchanges button").nth(1);
  await first.waitFor();
  assert.ok((await first.innerText()).includes((best.expected_milli / 1000).toFixed(1)));
  await accessible(page);
  await press(page, first);
  assert.equal(await page.locator(".word .card").count(), best.discard.length);
  await press(page, page.getByRole("button", { name: "Take all back" }));
}

/// A word poker: bets, exchanges, words and challenges.
async function poker(base, game, options) {
  const page = await begin(base, game, { Rounds: "1" }, options);
  let isAdvised = false;
  await toTheEnd(page, async () => {
    const names = await possible(page);
    // The odds with the whole board, and the first exchange.
    const canAsk = game === "word-for-word" ? (await page.locator(".groups .card").count()) === 5 : names.some((name) => name.startsWith("Keep"));
    if (!isAdvised && canAsk && (await page.getByRole("button", { name: /^(Show my odds|Compare exchanges)$/ }).count())) {
      isAdvised = true;
      await advised(page, game);
    }
    const has = (name) => names.find((one) => one.startsWith(name));
    if (has("Exchange") || has("Keep")) {
      const card = page.locator(".own .card").first();
      await press(page, card);
      assert.equal(await page.locator(".word .card").count(), 1);
      await choose(page, "Exchange 1 card");
    } else if (has("No word")) {
      if (await layBest(page)) await choose(page, /^Declare/);
      else await choose(page, "No word");
    } else if (has("Accept")) {
      await choose(page, "Accept");
    } else if (has("Call")) {
      await choose(page, /^Call/);
    } else if (has("Check")) {
      // Nothing is laid where nothing can be.
      assert.ok(await page.locator(".own .card").first().isDisabled());
      await choose(page, "Check");
    } else {
      return false;
    }
    return true;
  });
  assert.ok(isAdvised);
  await finished(page);
}

/// Play On Words by keys and drags.
async function rummy(base) {
  const page = await begin(base, "play-on-words", { Rounds: "1", "Player 3": "server: beginner" }, { scheme: "dark" });
  let turns = 0;
  await toTheEnd(page, async () => {
    const names = await possible(page);
    if (names.includes("Deal")) return false;
    if (turns === 0) assert.match(await page.locator("#announcements").textContent(), /Your turn\.$/);
    if (turns++ === 0) await byKeysAndDrags(page);
    if (await layBest(page)) {
      await choose(page, /^Play/);
      return true;
    }
    if (names.includes("Draw a card")) await choose(page, "Draw a card");
    else if (names.includes("Pass") || names.includes("Done")) await choose(page, /^(Pass|Done)$/);
    else {
      await page.locator(".own .card").first().click();
      if (await page.locator("dialog[open]").count()) await page.keyboard.press("Escape");
      if (await page.locator(".word .card").count()) await choose(page, "Discard 1 card");
      else {
        await page.locator(".own .card:not(.wild)").last().click();
        await choose(page, "Discard 1 card");
      }
    }
    return true;
  });
  await finished(page);
}

async function byKeysAndDrags(page) {
  const laid = () => page.locator(".word .text").allTextContents();
  const plain = (await page.locator(".own .text").allTextContents()).filter((text) => /^[A-Z]$/.test(text)).slice(0, 2);
  for (const letter of plain) await page.keyboard.press(letter.toLowerCase());
  assert.deepEqual(await laid(), plain);
  await page.locator('[data-card="laid 0"]').press("ArrowRight");
  assert.deepEqual(await laid(), plain.toReversed());
  // An error comes only when the player has finished the move, and changes nothing.
  assert.equal(await page.locator(".message.bad").count(), 0);
  await page.getByRole("button", { name: /^Play/ }).click();
  await page.locator(".message.bad").waitFor();
  assert.deepEqual(await laid(), plain.toReversed());
  await accessible(page);
  await page.getByRole("button", { name: "Take all back" }).click();
  await page.locator(".own .card:not(.wild)").first().dragTo(page.locator(".word"));
  if (await page.locator("dialog[open]").count()) await page.keyboard.press("Escape");
  else assert.equal((await laid()).length, 1);
  await page.locator("body").press("Escape");
  assert.deepEqual(await laid(), []);
}

/// My Word!: the server's player calls when nobody at the device does.
async function calls(base) {
  const page = await begin(base, "my-word", { Rounds: "1", "Player 2": "server: beginner" }, PHONE);
  let called = 0;
  await toTheEnd(page, async () => {
    const cards = await page.locator(".groups .card").count();
    if (called < 2 && cards >= 5 && (await layBest(page))) {
      called++;
      await choose(page, /^Call/);
      return true;
    }
    if (called === 2 && (await page.locator(".groups .card:not(.wild)").count()) >= 2) {
      called++;
      // A call that isn't allowed gives the other a card.
      for (const index of [0, 1]) await page.locator(".groups .card:not(.wild)").nth(index).tap();
      await choose(page, /^Call/);
      assert.match(await page.locator(".log li").first().innerText(), /not allowed.*Bob takes/s);
      return true;
    }
    return false;
  });
  assert.equal(called, 3);
  await finished(page);
}

/// Links: a damaged one says so, and the game of another browser goes on.
async function links(base) {
  const page = await begin(base, "wordgame", {}, { fragment: "#game=abcdef", notice: "The link is damaged", names: true });
  await ready(page);
  assert.ok(await layBest(page));
  // A server that can't be reached loses nothing: neither the move, nor the turn of its own player.
  let requests = 0;
  await page.route("**/apply", (route) => (requests++ % 2 === 0 ? route.abort() : route.continue()));
  await page.getByRole("button", { name: /^Play/ }).click();
  await page.getByText("The server can't be reached").waitFor();
  await choose(page, /^Play/);
  await choose(page, "Try again");
  await page.unroute("**/apply");
  page.faults = page.faults.filter((fault) => !fault.includes("ERR_FAILED"));
  await ready(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await accessible(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save the record" }).click()]);
  assert.equal(download.suggestedFilename(), "wordgame.jsonl");
  await page.getByRole("button", { name: "Copy the link to this game" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open(base, link, STILL);
  await other.locator(".seats").waitFor();
  assert.equal(await other.locator(".seats").innerText(), await page.locator(".seats").innerText());
  await close(other);
  await close(page);
}

export function checks(base) {
  return {
    "the form has as many places as the game": () => places(base),
    "Wordgame is played to its end against the server, by taps on a phone": () => wordgame(base),
    "the classic game is played to its end by two at one device, with challenges": () => classic(base),
    "Choose Your Words is played to its end by mouse": () => poker(base, "choose-your-words", {}),
    "Word For Word is played to its end by taps on a phone": () => poker(base, "word-for-word", PHONE),
    "Play On Words is played to its end by keys and drags, in the dark": () => rummy(base),
    "My Word! is played to its end by taps on a phone": () => calls(base),
    "a link leads to the game, and a damaged one says so": () => links(base),
  };
}
