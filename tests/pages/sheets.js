// Checks of ruling sheets.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { accessible, close, fits, open } from "./browser.js";

const REQUESTS = {
  "choose-your-words": { play: ["Bb", "Ib", "Gb", "*=Gb", "Eb", "Rb"], challenger: "ann", challenged: "bob", pot: 100, players: [{ name: "ann", chips: 40 }, { name: "bob", chips: 25 }] },
  wordgame: { board: [...Array(7).fill(".".repeat(15)), "....HELlO......", ...Array(7).fill(".".repeat(15))], move: "J7 QA", challenger: "ann", challenged: "bob" },
};

export function checks(base, binary) {
  return {
    async "a ruling sheet fits and is accessible, and wordcourt verify takes the page, and the record of the copied text"() {
      writeFileSync("keys.json", await (await fetch(`${base}/v1/keys`)).text());
      for (const [game, request] of Object.entries(REQUESTS)) {
        const headers = { accept: "text/html", "content-type": "application/json" };
        const response = await fetch(`${base}/v1/${game}/challenge`, { method: "POST", headers, body: JSON.stringify(request) });
        assert.equal(response.status, 200);
        const page = await open(base, "/robots.txt");
        // As a form or a script would show it.
        await page.route("**/sheet", async (route) => route.fulfill({ headers: Object.fromEntries(response.headers), body }));
        const body = await response.text();
        await page.goto("/sheet");
        await page.getByRole("img", { name: "QR code" }).waitFor();
        await fits(page);
        await accessible(page);
        const copied = await page.evaluate(() => {
          getSelection().selectAllChildren(document.body);
          return getSelection().toString();
        });
        const verify = (name, text) => {
          writeFileSync(name, text);
          const { status, stdout } = spawnSync(binary, ["verify", "--keys", "keys.json", name], { encoding: "utf8" });
          return [status, stdout];
        };
        // Of a page without scripts, browsers save the bytes.
        assert.deepEqual(verify("sheet.html", await page.content()), [0, "sheet.html: 1 of 1 answers verified\n"]);
        const [status, printed] = verify("sheet.txt", copied);
        assert.equal(status, 4);
        assert.match(printed, /the page was not compared: it is a text/);
        await close(page);
      }
    },
  };
}
