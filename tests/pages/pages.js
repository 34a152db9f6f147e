// Checks the pages of a server. node pages.js URL BINARY [PICTURES]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { accessible, browser, close, fits, open } from "./browser.js";
import { takePictures } from "./pictures.js";
import * as front from "./front.js";
import * as games from "./games.js";
import * as judge from "./judge.js";
import * as puzzles from "./puzzles.js";
import * as sheets from "./sheets.js";
import * as tables from "./tables.js";
import * as widget from "./widget.js";

const [, , base, binary, pictures] = process.argv;
/// Part of the names of the checks to run; all of them by default.
const ONLY = process.env.ONLY ?? "";
const PAGES = ["/", "/docs/guide/", "/docs/guide/pages", "/docs/guide/judge", "/docs/guide/wordgame", "/docs/guide/operating", "/rulebook", "/problems", "/problems/not_found", "/puzzle", "/words/", "/words/quiz", "/words/dogs", "/words/zzyxq", "/play/", "/play/choose-your-words", "/play/choose-your-words/position#seed=7", "/play/word-for-word", "/play/word-for-word/position#seed=7", "/play/play-on-words", "/play/play-on-words/position#seed=7", "/play/wordgame", "/play/wordgame/position#seed=7", "/play/my-word", "/play/my-word/position#seed=7"];

const CHECKS = {
  async "every page fits every window and is accessible, in light and dark"() {
    const page = await open(base, "/robots.txt");
    for (const path of PAGES) {
      await page.emulateMedia({ colorScheme: "dark" });
      await page.goto(path);
      const isGame = path.includes("#");
      if (isGame) await page.locator(".panels").waitFor();
      // The games are checked by all rules when they have been played.
      await accessible(page, isGame && ["color-contrast"]);
      await page.emulateMedia({ colorScheme: "light" });
      await fits(page);
      await accessible(page, ["color-contrast"]);
    }
    await close(page);
  },

  async "the viewer finds an operation, shows code for it and sends it"() {
    const page = await open(base, "/docs/#tag/wordgame/POST/v1/wordgame/best");
    const operation = page.getByRole("region", { name: "Finds the best moves in Wordgame" }).or(page.locator("section", { hasText: "Finds the best moves in Wordgame" })).first();
    await operation.waitFor();
    await page.getByText("--json").first().waitFor();
    assert.ok(await page.getByRole("button", { name: "Search" }).first().isVisible());
    await accessible(page);
    await close(page);
  },

  async "a request is copied as curl and as TypeScript, and both work"() {
    const page = await open(base, "/play/choose-your-words/position#seed=7");
    await page.getByRole("button", { name: "Find the best plays" }).click();
    await page.locator(".plays button").first().waitFor();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy as curl" }).click();
    const byCurl = JSON.parse(execFileSync("bash", ["-c", await clipboard()], { stdio: ["ignore", "pipe", "ignore"] }));
    await page.getByRole("button", { name: "Copy as TypeScript" }).click();
    const program = new Function(`return (async () => { ${await clipboard()}\nreturn answer; })()`);
    assert.deepEqual(await program(), byCurl);
    assert.equal(byCurl.plays.length, 8);
    await page.getByRole("button", { name: "Copy as Python" }).click();
    const call = "import ast, sys\ncall = ast.parse(sys.stdin.read()).body[1].value\nprint(ast.literal_eval(call.keywords[0].value)['top'])";
    assert.equal(execFileSync("python3", ["-c", call], { input: await clipboard() }).toString(), "8\n");
    await close(page);
  },

  async "the bench asks for an API key, and sends it"() {
    const page = await open(base, "/robots.txt");
    // As a server that needs keys responds.
    await page.route("**/v1/**", (route) => {
      const hasKey = route.request().headers().authorization === "Bearer wc_1";
      return hasKey ? route.continue() : route.fulfill({ status: 401, contentType: "application/problem+json", body: '{"code": "unauthorized", "detail": "no key"}' });
    });
    await page.goto("/play/my-word/position#seed=7");
    await page.getByLabel("This server needs an API key").fill("wc_1");
    await accessible(page);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Find the best calls" }).click();
    await page.locator(".plays button").first().waitFor();
    page.faults = page.faults.filter((fault) => !fault.includes("status of 401"));
    await close(page);
  },

  async "people get pages for words and for what does not exist"() {
    const page = await open(base, "/words/");
    await page.getByLabel("Word").fill("quiz");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "QUIZ" }).waitFor();
    assert.equal(await page.getByText("✔ allowed").count(), 5);
    await page.getByRole("link", { name: "SQUIZ" }).first().click();
    await page.getByRole("heading", { name: "SQUIZ" }).waitFor();
    await page.goto("/words/dogs");
    const rummy = page.getByRole("row", { name: /Play On Words/ });
    assert.match(await rummy.innerText(), /not allowed[^]*plural of DOG[^]*P9/);
    await page.getByRole("link", { name: "GODS", exact: true }).waitFor();
    await accessible(page);
    await page.route("**/v1/**", (route) => route.abort());
    await page.reload();
    await page.getByRole("alert").getByText("The server can't be reached").waitFor();
    page.faults = page.faults.filter((fault) => !fault.includes("ERR_FAILED"));
    await page.goto("/nowhere");
    await page.getByRole("link", { name: "Look up a word" }).waitFor();
    await accessible(page);
    await fits(page);
    page.faults = page.faults.filter((fault) => !fault.includes("status of 404"));
    await close(page);
  },

  async "the front door shows the address of this server"() {
    const page = await open(base, "/");
    await page.getByRole("button", { name: "Copy" }).click();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(command.includes(`curl ${base}/v1/`), command);
    const answer = JSON.parse(execFileSync("bash", ["-c", command], { stdio: ["ignore", "pipe", "ignore"] }));
    assert.equal(answer.moves.length, 3);
    await close(page);
  },

  ...front.checks(base),
  ...games.checks(base),
  ...tables.checks(base),
  ...widget.checks(base),
  ...puzzles.checks(base),
  ...judge.checks(base, binary),
  ...sheets.checks(base, binary),
};

try {
  for (const [name, check] of Object.entries(CHECKS).filter(([name]) => name.includes(ONLY))) {
    const start = performance.now();
    await check();
    console.log(`ok ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  }
  if (pictures) await takePictures(base, pictures);
} finally {
  await browser.close();
}
