// The board of a director who has several desks: what their saved logs say, side by side.
import { h, panel } from "../play/dom.js";
import { digestOf } from "./log.js";

/// The most files and the most bytes of a file that are read.
const FILES = 50;
const BYTES = 20_000_000;

/// Returns what a log says: its name, its lines, and the number of the first line that doesn't follow.
async function read(file) {
  if (file.size > BYTES) throw new Error("the file is too long");
  const texts = (await file.text()).split("\n").filter(Boolean);
  const lines = texts.map((text) => JSON.parse(text));
  let prev;
  let broken;
  for (const [index, text] of texts.entries()) {
    if (broken === undefined && lines[index].prev !== prev) broken = index + 1;
    prev = await digestOf(text);
  }
  const voided = new Set(lines.filter(({ event }) => event === "voided").map(({ line }) => line));
  const verdicts = lines.filter(({ operation, n }) => operation && !voided.has(n));
  const opened = lines.findLast(({ settings }) => settings)?.settings;
  const countOf = (event) => lines.filter((line) => line.event === event).length;
  return { desk: opened?.desk || file.name, lexicon: opened?.lexicon, lines: lines.length, broken, verdicts, voided: voided.size, wrongPins: countOf("wrong_pin"), head: prev };
}

/// Returns the panel. Nothing of the files is kept.
export function boardPanel() {
  const place = h("div", { "aria-live": "polite" });
  const input = h("input", { type: "file", multiple: true, accept: ".jsonl" });
  input.addEventListener("change", async () => {
    const files = [...input.files].slice(0, FILES);
    const desks = await Promise.all(files.map((file) => read(file).catch((error) => ({ desk: file.name, error }))));
    place.replaceChildren(table(desks));
  });
  return panel("Board of all desks", null, h("p", { class: "note" }, "Choose the saved logs of several desks to see them side by side. They are read in this browser only."), h("label", { class: "field" }, h("span", null, "Saved logs"), input), place);
}

function table(desks) {
  const lexicons = new Set(desks.map(({ lexicon }) => lexicon?.digest).filter(Boolean));
  const cell = (text, kind) => h("td", { class: kind }, text);
  const row = ({ desk, lexicon, lines, broken, verdicts, voided, wrongPins, head, error }) => {
    if (error) return h("tr", null, h("th", { scope: "row" }, desk), h("td", { colspan: "6", class: "bad" }, `not a log of a desk: ${error.message}`));
    const last = verdicts.at(-1);
    const acceptable = verdicts.filter(({ answer }) => answer.all_valid).length;
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, desk),
      broken === undefined ? cell(`✔ ${lines} lines`, "good") : cell(`✘ from line ${broken}`, "bad"),
      cell(`${verdicts.length}: ${acceptable} ✔, ${verdicts.length - acceptable} ✘`),
      cell(last ? `${last.request.words.join(" ")} ${last.answer.all_valid ? "✔" : "✘"}` : "none"),
      cell(`${voided} void, ${wrongPins} wrong PINs`),
      cell(lexicon ? `${lexicon.name} ${lexicon.edition}` : "", lexicons.size > 1 && "bad"),
      h("td", null, h("code", { title: head }, head?.slice(0, 15))),
    );
  };
  const titles = ["desk", "chain", "verdicts", "last", "events", "lexicon", "last digest"].map((title) => h("th", { scope: "col" }, title));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Desks" }, h("table", null, h("thead", null, h("tr", null, titles)), h("tbody", null, desks.map(row))));
}
