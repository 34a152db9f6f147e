// The judge's desk: what it promises to directors.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { accessible, close, fits, open } from "./browser.js";
import { startProxy } from "./proxy.js";

export const PIN = "2718";
const CLUB = "CAT\nCATS\nZZYXQ\n";
const digestOf = (text) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

/// Opens a desk, as a director does at the first visit.
export async function openDesk(base, { fill = async () => {}, ...more } = {}) {
  const page = await open(base, "/judge", more);
  await page.getByLabel("Director's PIN").fill(PIN);
  await fill(page);
  await startPlay(page);
  return page;
}

async function startPlay(page) {
  await page.getByRole("button", { name: "Open the desk" }).click();
  await page.locator("#words").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

async function openSettings(page) {
  await page.getByRole("button", { name: "Director" }).click();
  await page.getByLabel("Director's PIN").fill(PIN);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Open the desk" }).waitFor();
}

/// Judges a play by keys, and returns the verdict.
export async function judge(page, text, key = "Tab") {
  await page.locator("#words").waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press(key);
  await page.locator(".verdict-word").waitFor();
  return (await page.locator(".verdict-word").innerText()).replace(/^\W+/, "");
}

async function clear(page) {
  // Keys right after a verdict belong to the words.
  await page.waitForTimeout(600);
  await page.keyboard.press("x");
  await page.locator("#words").waitFor();
  assert.equal(await page.locator("#words").inputValue(), "");
}

/// Returns everything that a player could compare.
async function seen(page, messages) {
  const shown = { html: await page.locator("html").evaluate((root) => root.outerHTML), tree: await page.locator("body").ariaSnapshot(), text: await page.locator("body").innerText(), address: page.url(), stored: await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + history.length + document.cookie + document.title), messages: messages.splice(0) };
  return shown;
}

async function samePlays(base) {
  const page = await openDesk(base);
  const messages = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("request", (request) => messages.push(request.url()));
  const shown = [];
  for (const play of ["quiz zzyxq", "zzyxq quiz"]) {
    assert.equal(await judge(page, play), "UNACCEPTABLE");
    shown.push(await seen(page, messages));
    await clear(page);
    shown[shown.length - 1].after = await seen(page, messages);
  }
  assert.deepEqual(shown[0], shown[1]);
  assert.deepEqual(shown[0].messages, [], "no message and no request");
  assert.ok(!shown[0].after.html.includes("QUIZ"), "nothing stays of a play");
  // A second window would have a log of its own.
  const other = await page.context().newPage();
  await other.goto("/judge");
  await other.getByText("The desk is open in another tab or window.").waitFor();
  await other.close();
  assert.equal(await judge(page, "quiz, cat"), "ACCEPTABLE");
  assert.match(await page.locator(".judged").innerText(), /^CAT QUIZ$/);
  await close(page);
}

async function keyboard(base) {
  const page = await openDesk(base);
  await page.clock.install();
  // A verdict goes after ten seconds; a key pressed twice doesn't take it away.
  assert.equal(await judge(page, "cat", "Enter"), "ACCEPTABLE");
  await page.keyboard.press("Enter");
  await page.clock.runFor(5_000);
  assert.equal(await page.locator(".verdict-word").count(), 1);
  await page.clock.runFor(6_000);
  assert.equal(await page.locator(".verdict-word").count(), 0);
  // The words can't be brought back.
  await page.keyboard.press("Control+z");
  assert.equal(await page.locator("#words").inputValue(), "");
  // A character that isn't a letter is a slip, not a verdict.
  await page.keyboard.type("don't");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".entry-problem").innerText(), /^DON'T has a character/);
  await page.locator("#words").fill("");
  // Without words, Tab reaches the other controls.
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Judge");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Director");
  // The settings need the PIN.
  await page.keyboard.press("Enter");
  await page.keyboard.type("0000");
  await page.keyboard.press("Enter");
  await page.getByText("That is not the PIN.").waitFor();
  await accessible(page);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".settings").count(), 0);
  await close(page);
}

/// The time from the key to the frame that shows the verdict, in milliseconds.
async function verdictTimes(base) {
  const page = await openDesk(base);
  await page.evaluate(() => {
    window.times = [];
    let pressed;
    addEventListener("keydown", (event) => (pressed = event.timeStamp), { capture: true });
    new MutationObserver(() => {
      if (document.querySelector(".verdict-word")) requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - pressed)));
    }).observe(document.querySelector("#verdict"), { childList: true });
  });
  for (let play = 0; play < 7; play++) {
    await judge(page, play % 2 ? "quiz zzyxq" : "quiz cat");
    await clear(page);
  }
  const times = (await page.evaluate(() => window.times)).sort((a, b) => a - b);
  assert.equal(times.length, 7);
  console.log(`   from the key to the painted verdict: median ${times[3].toFixed(1)} ms, at most ${times.at(-1).toFixed(1)} ms`);
  const sizes = await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys()).find((name) => /^wordcourt-judge-/.test(name)));
    const sizeOf = async (request) => {
      const body = await (await cache.match(request)).blob();
      const packed = await new Response(body.stream().pipeThrough(new CompressionStream("gzip"))).blob();
      return [body.size, packed.size];
    };
    return Promise.all((await cache.keys()).map(sizeOf));
  });
  const [plain, packed] = [0, 1].map((index) => sizes.reduce((sum, size) => sum + size[index], 0));
  console.log(`   ${sizes.length} files, ${plain} bytes, ${packed} bytes by gzip`);
  assert.ok(packed <= 250_000, "the desk without its lexicon");
  await close(page);
}

/// A generator of numbers from 0 to 1 that starts from a seed.
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/// Returns plays of words that exist, that are misspelt, and that nobody has heard of.
async function randomPlays(base, count) {
  const known = [];
  for (const pattern of ["?????", "???????"]) {
    const answer = await (await fetch(`${base}/v1/words?pattern=${encodeURIComponent(pattern)}&limit=1000`)).json();
    known.push(...answer.words.map((word) => word.word ?? word));
  }
  const next = random(20);
  const below = (limit) => Math.floor(next() * limit);
  const letter = () => String.fromCharCode(65 + below(26));
  const change = (word, at) => word.slice(0, at) + letter() + word.slice(at + 1);
  const word = () => {
    const kind = below(10);
    const one = known[below(known.length)];
    if (kind < 7) return one;
    return kind < 9 ? change(one, below(one.length)) : Array.from({ length: 1 + below(15) }, letter).join("");
  };
  return Array.from({ length: count }, () => Array.from({ length: 1 + below(4) }, word).join(" "));
}

async function manyPlays(base) {
  const plays = await randomPlays(base, 20_000);
  const page = await openDesk(base);
  const games = ["lexicon", "classic", "wordgame", "choose-your-words", "word-for-word", "play-on-words", "my-word"];
  const judged = await page.evaluate(
    async ([texts, keys]) => {
      const [{ startReferee }, { textOf }, { requestFor, wordsOf }, { readSetting }] = await Promise.all(["referee", "editions", "rules", "store"].map((name) => import(`/assets/judge/${name}.js`)));
      const settings = await readSetting("desk");
      const referee = await startReferee();
      await referee.load({ ...settings.lexicon, text: await textOf(settings.lexicon) });
      return texts.map((text, index) => {
        const request = requestFor(wordsOf(text), { ...settings, game: keys[index % keys.length] });
        return { request, ...referee.answer("validate_words", request) };
      });
    },
    [plays, games],
  );
  let acceptable = 0;
  for (let from = 0; from < judged.length; from += 1000) {
    const part = judged.slice(from, from + 1000);
    const body = part.map(({ request }, index) => JSON.stringify({ id: String(index), operation: "validate_words", request })).join("\n");
    const response = await fetch(`${base}/v1/batch`, { method: "POST", headers: { "Content-Type": "application/x-ndjson" }, body });
    const lines = (await response.text()).trim().split("\n");
    part.forEach(({ status, body: mine }, index) => {
      assert.equal(lines[index], `{"id":"${index}","status":${status},"answer":${mine}}`);
      acceptable += JSON.parse(mine).all_valid ? 1 : 0;
    });
  }
  assert.ok(acceptable > 4000 && acceptable < 16_000, `${acceptable} plays are acceptable`);
  console.log(`   ${judged.length} plays, ${acceptable} of them acceptable: every byte as the server answers`);
  for (const text of plays.slice(0, 6)) {
    const request = { words: text.split(" "), quiet: true, variant: "wordgame", rules: { preset: "classic" } };
    const answer = await (await fetch(`${base}/v1/words/validate`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) })).json();
    assert.equal(await judge(page, text), answer.all_valid ? "ACCEPTABLE" : "UNACCEPTABLE", text);
    await clear(page);
  }
  await close(page);
}

async function offline(base) {
  const proxy = await startProxy(base);
  const page = await openDesk(proxy.url);
  const shown = () => page.locator(".desk-facts").innerText();
  const before = await shown();
  assert.match(before, /en 2020\.12\.07\+\d+ \d{3},\d{3} words sha256:[0-9a-f]{8}/);
  proxy.pull();
  await page.reload();
  assert.equal(await judge(page, "quiz cat"), "ACCEPTABLE");
  await clear(page);
  assert.equal(await judge(page, "zzyxq"), "UNACCEPTABLE");
  assert.equal(await shown(), before);
  await clear(page);
  await openSettings(page);
  await page.getByText("The server can't be reached.").waitFor();
  await startPlay(page);
  assert.equal(await judge(page, "quiz"), "ACCEPTABLE");
  // Requests that fail are messages of the console.
  page.faults = page.faults.filter((fault) => !/ERR_|Failed to load resource/.test(fault));
  await close(page);
  await proxy.close();
}

/// A server with a second lexicon, and later with another edition of it. `text` is what it sends as the text of the edition.
function withClub(proxy, words, edition, text = words) {
  const club = { name: "club", edition, digest: digestOf(words), words: words.split("\n").length - 1 };
  proxy.overrides.set("/v1/lexicons", (body) => {
    const answer = JSON.parse(body);
    return JSON.stringify({ ...answer, lexicons: [...answer.lexicons, club] });
  });
  proxy.overrides.set(`/v1/lexicons/club@${club.digest}/text`, JSON.stringify({ words: text, categories: "" }));
}

async function editions(base) {
  const proxy = await startProxy(base);
  withClub(proxy, CLUB, "2025");
  const choose = async (page) => {
    const second = page.getByLabel("Second opinion");
    await second.selectOption({ label: await second.locator("option", { hasText: "club" }).last().textContent() });
  };
  const page = await openDesk(proxy.url, { fill: choose });
  const opinion = () => page.locator(".second").innerText();
  assert.equal(await judge(page, "cat zzyxq"), "UNACCEPTABLE");
  assert.equal(await opinion(), "Second opinion, club 2025: ✔\u00a0acceptable");
  await clear(page);
  // The server gets a new edition. The desk keeps the old one, also when it is loaded again.
  withClub(proxy, "CAT\n", "2026");
  await page.reload();
  await judge(page, "cat zzyxq");
  assert.equal(await opinion(), "Second opinion, club 2025: ✔\u00a0acceptable");
  assert.match(await page.locator(".desk-facts").innerText(), /club 2025/);
  await clear(page);
  await openSettings(page);
  await page.getByText("The server has another edition of club: 2026.").waitFor();
  await startPlay(page);
  assert.match(await page.locator(".desk-facts").innerText(), /club 2025/);
  await openSettings(page);
  await choose(page);
  await startPlay(page);
  await judge(page, "cat zzyxq");
  assert.equal(await opinion(), "Second opinion, club 2026: ✘\u00a0unacceptable");
  await clear(page);
  // A text that isn't the edition it claims to be is refused.
  withClub(proxy, CLUB, "2027", "CAT\nDOG\n");
  await openSettings(page);
  await choose(page);
  await page.getByRole("button", { name: "Open the desk" }).click();
  await page.getByText(/the lexicon club has the digest/).waitFor();
  await close(page);
  await proxy.close();
}

/// The server gets a new version of the desk. It is used when the director says so.
async function versions(base) {
  const proxy = await startProxy(base);
  const page = await openDesk(proxy.url);
  const changed = `/* changed */ ${await (await fetch(`${base}/assets/judge.css`)).text()}`;
  proxy.overrides.set("/assets/judge.css", changed);
  proxy.overrides.set("/judge/sw.js", (source) => {
    const [first, ...rest] = source.split("\n");
    const manifest = JSON.parse(first.slice("const MANIFEST = ".length, -1));
    manifest.build = "f".repeat(64);
    manifest.files["/assets/judge.css"] = digestOf(changed).slice("sha256:".length);
    return [`const MANIFEST = ${JSON.stringify(manifest)};`, ...rest].join("\n");
  });
  const isChanged = () => page.evaluate(async () => (await (await fetch("/assets/judge.css")).text()).startsWith("/* changed */"));
  await page.reload();
  await openSettings(page);
  await page.getByText("On the server: ffffffffffff").waitFor();
  assert.equal(await isChanged(), false);
  await page.reload();
  assert.equal(await isChanged(), false);
  await openSettings(page);
  await Promise.all([page.waitForNavigation(), page.getByRole("button", { name: "Use the new version" }).click()]);
  await page.locator("#words").waitFor();
  assert.equal(await isChanged(), true);
  await close(page);
  await proxy.close();
}

async function logs(base, binary) {
  const names = async (page) => {
    await page.getByLabel("First player").fill("Ann");
    await page.getByLabel("Second player").fill("Bob");
    await page.getByLabel("Penalty for a failed challenge").selectOption("escalating");
  };
  const page = await openDesk(base, { fill: names });
  const line = () => page.locator(".consequence").innerText();
  // Nobody challenges until somebody says so, and who challenged before says nothing about the next play.
  await page.keyboard.type("quiz cat");
  await page.keyboard.press("Enter");
  await page.getByText("Choose who challenges").waitFor();
  await page.locator("#words").fill("");
  for (const expected of ["+5 to Bob", "+10 to Bob", "+20 to Bob"]) {
    assert.equal(await page.locator(".sides input:checked").count(), 0);
    await page.keyboard.press("ArrowUp");
    // A word that is typed twice costs no more.
    assert.equal(await judge(page, "quiz cat quiz"), "ACCEPTABLE");
    assert.equal(await line(), expected);
    assert.equal(await page.locator(".judged").innerText(), "CAT QUIZ");
    await clear(page);
  }
  await page.keyboard.press("ArrowDown");
  assert.ok(await page.getByLabel("Bob challenges").isChecked());
  await judge(page, "quiz");
  assert.equal(await line(), "+5 to Ann");
  await clear(page);
  await page.keyboard.press("ArrowUp");
  await judge(page, "zzyxq");
  assert.equal(await line(), "Bob takes the move back and loses the turn");
  await clear(page);
  // Letters reach the words wherever the focus is. A wrong PIN is logged.
  await page.getByRole("button", { name: "Director" }).click();
  await page.getByLabel("Director's PIN").fill("0000");
  await page.keyboard.press("Enter");
  await page.getByText("That is not the PIN.").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("ca");
  await page.locator(".desk-head h1").click();
  await page.keyboard.type("t");
  assert.equal(await page.locator("#words").inputValue(), "cat");
  await page.locator("#words").fill("");
  // The director voids the last failed challenge of Ann, and it no longer counts.
  await openSettings(page);
  await page.getByText("✔ The hash chain is intact.").waitFor();
  await page.getByText("The last 5 of 5 verdicts").click();
  await page.getByRole("button", { name: "Void line 4" }).click();
  await page.getByRole("row", { name: /^4 .*void$/ }).waitFor();
  await accessible(page);
  await page.getByText("Failed challenges in this game: Ann 2, Bob 1.").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the log as a file" }).click()]);
  const file = await download.path();
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  assert.deepEqual(lines.map((text) => JSON.parse(text).event ?? JSON.parse(text).request.words.join(" ")), ["opened", "CAT QUIZ", "CAT QUIZ", "CAT QUIZ", "QUIZ", "ZZYXQ", "wrong_pin", "settings_shown", "voided", "saved"]);
  await page.getByText("The log is saved as wordcourt-judge-").waitFor();
  assert.equal(await page.locator(".digest").textContent(), digestOf(lines.at(-1)), "the digest is that of the file");
  lines.forEach((text, index) => assert.equal(JSON.parse(text).prev, index === 0 ? undefined : digestOf(lines[index - 1])));
  const verify = (path) => {
    try {
      return { status: 0, output: execFileSync(binary, ["verify", path]).toString() };
    } catch (error) {
      return { status: error.status, output: error.stdout.toString() };
    }
  };
  const whole = verify(file);
  assert.equal(whole.status, 0, whole.output);
  assert.match(whole.output, /5 of 5 answers verified/);
  await writeFile("changed.jsonl", lines.map((text, index) => `${index === 2 ? text.replace("QUIZ", "QUIT") : text}\n`).join(""));
  const broken = verify("changed.jsonl");
  assert.equal(broken.status, 1);
  assert.match(broken.output, /^changed\.jsonl:3: /m);
  // The board reads the logs of several desks, and finds the one that was changed.
  await writeFile("whole.jsonl", lines.map((text) => `${text}\n`).join(""));
  await writeFile("other.jsonl", "not a log\n");
  await page.getByLabel("Saved logs").setInputFiles(["whole.jsonl", "changed.jsonl", "other.jsonl"]);
  const desks = page.getByRole("group", { name: "Desks" });
  await desks.getByText("✔ 10 lines").waitFor();
  await desks.getByText("✘ from line 4").waitFor();
  await desks.getByText("not a log of a desk").waitFor();
  await desks.getByText("1 void, 1 wrong PINs").first().waitFor();
  await accessible(page);
  // The end of a round: the file, the print, and counts from zero.
  await page.evaluate(() => (window.print = () => (window.printed = true)));
  await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "End the round" }).click()]);
  await page.waitForFunction(() => window.printed);
  await page.getByText(/The round is over\. Its log is saved as wordcourt-judge-/).waitFor();
  await page.getByRole("button", { name: "Open the desk" }).click();
  await page.locator("#words").waitFor();
  await page.keyboard.press("ArrowUp");
  await judge(page, "quiz");
  assert.equal(await line(), "+5 to Bob");
  // The whole screen clears.
  await page.waitForTimeout(600);
  await page.locator(".desk-facts").click();
  await page.locator("#words").waitFor();
  await close(page);
}

/// A store that takes no more doesn't stop the game.
async function full(base) {
  const page = await openDesk(base);
  await page.evaluate(() => {
    window.add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  assert.equal(await judge(page, "quiz"), "ACCEPTABLE");
  await page.getByText("This verdict is not in the log").waitFor();
  await accessible(page);
  await clear(page);
  await page.evaluate(() => (IDBObjectStore.prototype.add = window.add));
  assert.equal(await judge(page, "cat"), "ACCEPTABLE");
  assert.equal(await page.getByText("not in the log").count(), 0);
  await clear(page);
  const lines = await page.evaluate(async () => (await (await import("/assets/judge/log.js")).Log.open()).lines());
  assert.equal(JSON.parse(lines.at(-1)).missing_before, 1);
  await close(page);
}

/// The desk begins with the server's default lexicon, says how many words it has, and warns of a small one.
async function lexicons(base) {
  const proxy = await startProxy(base);
  const club = { name: "club", edition: "2025", digest: digestOf(CLUB), words: 3, marks: { source: "own", marked: 0, of: 3 } };
  proxy.overrides.set("/v1/lexicons", (body) => {
    const answer = JSON.parse(body);
    return JSON.stringify({ ...answer, lexicons: [club, ...answer.lexicons] });
  });
  const page = await open(proxy.url, "/judge");
  const lexicon = page.getByRole("combobox", { name: "Lexicon", exact: true });
  await lexicon.waitFor();
  assert.match(await lexicon.locator("option:checked").textContent(), /^en .* · \d{3},\d{3} words · sha256:/);
  assert.equal(await page.locator(".news").innerText(), "");
  await lexicon.selectOption({ index: 0 });
  await page.getByText("club has only 3 words.").waitFor();
  await accessible(page);
  await close(page);
  await proxy.close();
}

/// The consequences on the desk are those of the operation for challenges.
async function consequences(base) {
  const page = await open(base, "/judge");
  const cases = [];
  const position = { cgp: "15/15/15/15/15/15/15/4HELlO6/8X6/8E6/8N6/15/15/15/15 AEINRS?/ 20/24 0", rules: { preset: "classic", challenge: "single" }, top: 1000 };
  const post = async (path, body) => (await fetch(`${base}${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
  const { moves } = await post("/v1/wordgame/best", position);
  const names = await page.evaluate(async () => (await import("/assets/judge/rules.js")).CHALLENGES.map(([name]) => name));
  for (const words of [1, 2, 3]) {
    const { move } = moves.find((found) => found.words.length === words);
    for (const name of names) {
      for (const failed_before of [0, 1, 2, 3, 4]) {
        const request = { cgp: position.cgp, move, challenger: "Ann", challenged: "Bob", failed_before, rules: { preset: "classic", challenge: name } };
        const ruling = await post("/v1/wordgame/challenge", request);
        assert.equal(ruling.upheld, false, JSON.stringify(ruling));
        cases.push([{ game: "classic", challenge: name }, { acceptable: true, words, players: { challenger: "Ann", challenged: "Bob" }, failedBefore: failed_before }, ruling.consequences]);
      }
    }
  }
  for (const name of names) {
    const ruling = await post("/v1/wordgame/challenge", { cgp: "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QXJZAEI/ 0/0 0", move: "8D QXJZ", challenger: "Ann", challenged: "Bob", rules: { preset: "classic", challenge: name } });
    assert.equal(ruling.upheld, true, JSON.stringify(ruling));
    cases.push([{ game: "classic", challenge: name }, { acceptable: false, words: 1, players: { challenger: "Ann", challenged: "Bob" }, failedBefore: 0 }, ruling.consequences]);
  }
  const TEXTS = {
    loses_turn: ({ player }) => `${player} loses the turn`,
    loses_game: ({ player }) => `${player} loses the game`,
    gains_points: ({ player, amount }) => `+${amount} to ${player}`,
    loses_points: ({ player, amount }) => `−${amount} to ${player}`,
    move_refused: () => "The move is refused",
  };
  const expected = (found, challenge) => {
    if (found.length === 0) return challenge === "void" ? "The move stands" : "The challenge costs nothing";
    const lost = found.find(({ kind }) => kind === "loses_game");
    if (lost) return TEXTS.loses_game(lost);
    if (found.length === 2) return `${found[0].player} takes the move back and loses the turn`;
    return TEXTS[found[0].kind](found[0]);
  };
  const shown = await page.evaluate(async (all) => {
    const { consequence } = await import("/assets/judge/rules.js");
    return all.map(([settings, verdict]) => consequence(settings, verdict));
  }, cases);
  cases.forEach(([{ challenge }, , found], index) => assert.equal(shown[index], expected(found, challenge), JSON.stringify(cases[index])));
  await close(page);
}

/// Every state of the desk fits every window and is accessible, in light and dark, and at twice the size.
async function looks(base) {
  const page = await openDesk(base, { fill: async (desk) => {
    await desk.getByLabel("First player").fill("Ann");
    await desk.getByLabel("Second player").fill("Bob");
  } });
  const check = async () => {
    for (const colorScheme of ["dark", "light"]) {
      await page.emulateMedia({ colorScheme });
      await accessible(page);
    }
    await fits(page);
    // A window of 1280 × 800 at 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    assert.ok(await page.locator(".desk-facts, .settings-end").isVisible());
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await page.clock.install();
  await check();
  await page.keyboard.press("ArrowUp");
  assert.equal(await judge(page, "cat"), "ACCEPTABLE");
  await check();
  await page.clock.runFor(11_000);
  await page.keyboard.press("ArrowDown");
  assert.equal(await judge(page, "zzyxq incomprehensibilities"), "UNACCEPTABLE");
  assert.equal(await page.locator("[aria-live=assertive] .verdict-word").count(), 1);
  await check();
  await page.clock.runFor(11_000);
  await openSettings(page);
  await page.getByText("The last 2 of 2 verdicts").click();
  await check();
  await close(page);
}

async function tablet(base) {
  const page = await openDesk(base, { width: 768, height: 1024, hasTouch: true, isMobile: true });
  for (const key of ["C", "A", "T", "T"]) await page.getByRole("button", { name: key, exact: true }).tap();
  await page.getByRole("button", { name: "delete" }).tap();
  await page.getByRole("button", { name: "Judge", exact: true }).tap();
  await page.locator(".verdict-word").waitFor();
  assert.equal(await page.locator(".judged").innerText(), "CAT");
  await page.waitForTimeout(600);
  await page.locator(".verdict-word").tap();
  await page.locator("#words").waitFor();
  await accessible(page);
  await close(page);
}

/// At an address that is not secure, browsers offer neither digests nor a place for the log.
async function insecure(base) {
  const page = await open(base, "/robots.txt", { serviceWorkers: "block" });
  await page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { value: false }));
  await page.goto("/judge");
  await page.getByText("This address is not secure").waitFor();
  await accessible(page);
  await close(page);
}

/// A server with API keys asks the director for one.
async function keys(base) {
  const page = await open(base, "/robots.txt", { serviceWorkers: "block" });
  await page.route("**/v1/**", (route) => {
    const hasKey = route.request().headers().authorization === "Bearer wc_1";
    return hasKey ? route.continue() : route.fulfill({ status: 401, contentType: "application/problem+json", body: '{"code": "unauthorized", "detail": "no key"}' });
  });
  await page.goto("/judge");
  await page.getByLabel("This server needs an API key").fill("wc_1");
  await page.keyboard.press("Enter");
  await page.getByLabel("Director's PIN").fill(PIN);
  await page.getByRole("button", { name: "Open the desk" }).click();
  assert.equal(await judge(page, "quiz"), "ACCEPTABLE");
  page.faults = page.faults.filter((fault) => !fault.includes("status of 401"));
  await close(page);
}

export function checks(base, binary) {
  return {
    "a play is the same to players in any order of its words": () => samePlays(base),
    "the desk is used by keys, and forgets": () => keyboard(base),
    "the verdict comes soon, from few bytes": () => verdictTimes(base),
    "20,000 random plays are judged as the server does": () => manyPlays(base),
    "the desk works with the cable pulled": () => offline(base),
    "a new edition waits for the director, and a wrong one is refused": () => editions(base),
    "a new version of the desk waits for the director": () => versions(base),
    "the log is whole, and wordcourt verify finds a changed line": () => logs(base, binary),
    "a full store warns, and doesn't stop the desk": () => full(base),
    "the desk begins with the default lexicon": () => lexicons(base),
    "the desk names the consequences of the rules for challenges": () => consequences(base),
    "the desk fits and is accessible in every state": () => looks(base),
    "a tablet has keys of the desk": () => tablet(base),
    "an address that is not secure is refused": () => insecure(base),
    "a server with API keys asks the director for one": () => keys(base),
  };
}
