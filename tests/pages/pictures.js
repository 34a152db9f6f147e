// The pictures of the documentation: pages, as WebP.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { close, open } from "./browser.js";
import { PIN, judge } from "./judge.js";

/// Converts a picture to WebP in the browser.
async function asWebp(page, png) {
  const base64 = await page.evaluate(async (data) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
    return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""));
  }, png.toString("base64"));
  return Buffer.from(base64, "base64");
}

async function board(page) {
  for (let turn = 0; turn < 5; turn++) {
    await page.getByRole("button", { name: "Find the best moves" }).click();
    await page.locator(".plays button").first().click();
    await page.locator(".verdict.good").waitFor();
    if (turn < 4) await page.getByRole("button", { name: "Play the move" }).click();
  }
  await page.getByRole("button", { name: "Find the best moves" }).click();
  await page.locator(".plays button").first().waitFor();
}

async function cards(page) {
  await page.getByRole("button", { name: /^bob/ }).first().click();
  await page.getByRole("button", { name: "Find the best plays" }).click();
  await page.locator(".plays button").first().click();
  await page.locator(".verdict.good").waitFor();
}

async function desk(page) {
  await page.getByLabel("Director's PIN").fill(PIN);
  await page.getByLabel("Name").fill("Table 5");
  await page.getByLabel("First player").fill("Ann");
  await page.getByLabel("Second player").fill("Bob");
  await page.getByLabel("Penalty for a failed challenge").selectOption("ten_per_turn");
  await page.getByRole("button", { name: "Open the desk" }).click();
  await page.locator("#words").waitFor();
  await page.keyboard.press("ArrowUp");
  await judge(page, "quizzed azo");
}

async function odds(page) {
  await page.getByLabel("Board").selectOption("whisper");
  await page.getByRole("button", { name: "Compute the odds" }).click();
  await page.getByText("deals were counted").waitFor();
}

async function exchange(page) {
  await page.getByLabel("Cards, at most").selectOption("4");
  await page.getByRole("button", { name: "Compare the exchanges" }).click();
  await page.locator(".plays button").first().focus();
}

async function puzzle(page) {
  await page.getByRole("button", { name: "Set a puzzle" }).click();
  await page.getByRole("button", { name: "Give a hint" }).click();
  await page.locator(".hints li").first().waitFor();
}

const PICTURES = {
  "front-door": ["/", 860, async () => {}],
  wordgame: ["/play/wordgame/position#seed=7", 960, board],
  "choose-your-words": ["/play/choose-your-words/position#seed=23", 860, cards],
  odds: ["/play/word-for-word/position#seed=8", 860, odds],
  exchange: ["/play/choose-your-words/position#seed=23", 900, exchange],
  puzzle: ["/play/my-word/position#seed=7", 960, puzzle],
  judge: ["/judge", 720, desk],
  viewer: ["/docs/#tag/wordgame/POST/v1/wordgame/best", 860, (page) => page.getByText("--json").first().waitFor()],
};

export async function takePictures(base, directory) {
  await mkdir(directory, { recursive: true });
  const blank = await open(base, "about:blank");
  for (const [name, [path, height, prepare]] of Object.entries(PICTURES)) {
    const page = await open(base, path, { width: 1280, height });
    await prepare(page);
    await page.mouse.move(0, 0);
    await page.waitForLoadState("networkidle");
    const webp = await asWebp(blank, await page.screenshot());
    await writeFile(join(directory, `${name}.webp`), webp);
    console.log(`${name}.webp: ${webp.length} bytes`);
    await close(page);
  }
  await blank.context().close();
}
