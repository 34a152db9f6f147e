// The table on other pages.
import assert from "node:assert/strict";
import { accessible, close, open } from "./browser.js";

/// A game in the frame of the page with all games: the page hears of it, and no hidden card leaves the frame.
async function framed(base) {
  const page = await open(base, "/play/", { width: 1280, height: 900, reducedMotion: "reduce" });
  await page.evaluate(() => {
    window.heard = [];
    document.addEventListener("wordcourt-change", ({ detail }) => window.heard.push(detail));
  });
  await page.locator("wordcourt-table").scrollIntoViewIfNeeded();
  const table = page.frameLocator("wordcourt-table iframe");
  await table.getByRole("button", { name: "Start the game" }).click();
  await table.getByRole("button", { name: "Turn up a card" }).click();
  await table.locator(".groups .card").first().waitFor();
  await page.waitForFunction(() => window.heard.some(({ ply }) => ply > 0));
  const heard = await page.evaluate(() => window.heard);
  for (const detail of heard) assert.deepEqual(Object.keys(detail).filter((name) => !["game", "ply", "to_act", "result"].includes(name)), []);
  assert.equal(heard[0].game, "my-word");
  await accessible(page);
  // Another game, and a link to one.
  await page.locator("wordcourt-table").evaluate((element) => element.setAttribute("game", "wordgame"));
  await table.getByRole("heading", { name: "Wordgame" }).waitFor();
  await table.getByRole("button", { name: "Start the game" }).click();
  await table.locator(".board").waitFor();
  const [other] = await Promise.all([page.context().waitForEvent("page"), table.locator("a.brand").click()]);
  await other.waitForURL(`${base}/play/wordgame**`);
  await other.close();
  await close(page);
}

/// The script and everything that the table loads, as they are sent.
async function size(base) {
  const page = await open(base, "/play/wordgame?embed");
  await page.getByRole("button", { name: "Start the game" }).waitFor();
  const sizes = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /\.(js|css)$/.test(name)).map(({ name, encodedBodySize: sent, decodedBodySize: plain }) => [name, sent, plain]));
  const script = Number((await fetch(`${base}/assets/widget.js`)).headers.get("content-length") ?? 0);
  const sent = sizes.reduce((sum, [, one]) => sum + one, script);
  const plain = sizes.reduce((sum, [, , one]) => sum + one, 0);
  console.log(`   ${sizes.length} files, ${plain} bytes, ${sent} as they are sent`);
  assert.ok(sizes.length > 15 && sent < 60_000, `${sent} bytes`);
  await close(page);
}

export function checks(base) {
  return {
    "a table is played in the frame of another page": () => framed(base),
    "the table and its script are small": () => size(base),
  };
}
