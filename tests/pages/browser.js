// The browser, and a page that fails on everything that a page must not do.
import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});

/// Opens a page. Errors, messages of the console and requests to other hosts end up in `faults`.
export async function open(base, path, { width = 1440, height = 900, scheme = "light", ...more } = {}) {
  const context = await browser.newContext({ baseURL: base, viewport: { width, height }, colorScheme: scheme, permissions: ["clipboard-read", "clipboard-write"], ...more });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.stack));
  // A problem as the response to a play is no fault of the page.
  page.on("console", (message) => message.type() === "error" && !/status of 422/.test(message.text()) && page.faults.push(message.text()));
  page.on("request", (request) => !request.url().startsWith(base) && !request.url().startsWith("data:") && !request.url().startsWith("blob:") && page.faults.push(request.url()));
  await page.goto(path);
  return page;
}

/// Asserts that the page is well-behaved, and closes it.
export async function close(page) {
  assert.deepEqual(page.faults, [], page.url());
  await page.context().close();
}

/// Asserts that axe-core finds nothing, by all of its rules or by some.
export async function accessible(page, rules) {
  // The legacy mode opens no further page for frames, which these pages do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  assert.deepEqual(found, [], page.url());
}

/// Asserts that the page is no wider than its window, whatever the width.
export async function fits(page) {
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(needed <= width, `${page.url()} needs ${needed} of ${width} px`);
  }
}
