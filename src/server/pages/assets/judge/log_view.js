// The log, for the director: how long it is, whether it is whole, its last lines, and the file.
import { button, h, panel } from "../play/dom.js";

/// The number of verdicts that are listed.
const LISTED = 50;

/// Returns the panel of the log. `voidLine` voids a verdict, `newGame` begins the next game, and `said`
/// is what has just been done.
export async function logPanel(log, desk, { voidLine, newGame }, said) {
  const broken = await log.broken();
  const persisted = await navigator.storage?.persisted?.();
  const done = async (text) => {
    const fresh = await logPanel(log, desk, { voidLine, newGame }, text);
    shown.replaceWith(fresh);
    fresh.querySelector("button").focus();
  };
  const saveLog = async () => done(`The log is saved as ${await download(log, desk)}.`);
  const endRound = async () => {
    await log.append({ event: "round_ended" });
    const file = await download(log, desk);
    await newGame();
    await done(`The round is over. Its log is saved as ${file}.`);
    print();
  };
  const save = button("Save the log as a file", saveLog, { disabled: log.count === 0 });
  const shown = panel(
    "Log",
    null,
    h("p", { role: "status", class: "good" }, said ?? ""),
    h("p", null, `${log.count} ${log.count === 1 ? "line" : "lines"}. `, broken === undefined ? h("span", { class: "good" }, "✔ The hash chain is intact.") : h("span", { class: "bad" }, `✘ Line ${broken} does not follow from the lines before it.`)),
    log.count > 0 && h("p", null, "Digest of the last line: ", h("code", { class: "digest" }, log.head)),
    h("p", { class: "note" }, persisted ? "The browser has agreed to keep the log." : "The browser may remove the log when it needs space. Save the file after every round."),
    h("p", { class: "actions" }, save, log.count > 0 && button("End the round", endRound)),
    log.count > 0 && h("p", { class: "note" }, "At the end of a round, the desk saves the file, prints the verdicts and counts failed challenges from zero."),
    await verdicts(log, voidLine),
  );
  return shown;
}

async function verdicts(log, voidLine) {
  const all = (await log.lines()).map((line) => JSON.parse(line));
  const voided = new Set(all.filter(({ event }) => event === "voided").map(({ line }) => line));
  const lines = all.filter(({ operation }) => operation !== undefined);
  if (lines.length === 0) return h("p", { class: "note" }, "No play has been judged yet.");
  const voiding = (line) => (voided.has(line.n) ? "void" : h("button", { type: "button", "aria-label": `Void line ${line.n}`, onclick: () => voidLine(line) }, "Void"));
  const row = ({ n, at, request, answer, challenge }) => h("tr", { class: voided.has(n) && "void" }, h("td", null, String(n)), h("td", null, new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })), h("td", { class: "judged-words" }, request.words.join(" ")), h("td", { class: answer.all_valid ? "good" : "bad" }, answer.all_valid ? "✔\u00a0acceptable" : "✘\u00a0unacceptable"), h("td", null, voiding({ n, answer, challenge })));
  const head = ["line", "time", "words", "verdict", "in force"].map((title) => h("th", { scope: "col" }, title));
  const list = lines.slice(-LISTED).reverse();
  return h("details", { open: voided.size > 0 }, h("summary", null, `The last ${list.length} of ${lines.length} verdicts`), h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Verdicts" }, h("table", null, h("thead", null, h("tr", null, head)), h("tbody", null, list.map(row)))));
}

/// Saves all lines, the last of which says that they were saved. Returns the name of the file.
async function download(log, desk) {
  const before = { lines: log.count, head: log.head };
  await log.append({ event: "saved", ...before });
  const text = (await log.lines()).map((line) => `${line}\n`).join("");
  const name = (desk || "desk").replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const url = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const file = `wordcourt-judge-${name}-${log.count}.jsonl`;
  h("a", { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return file;
}
