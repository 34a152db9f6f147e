// Tables that played from one seed, compared.
import { request } from "./api.js";
import { button, h, panel, select, show } from "./dom.js";
import { problem } from "./panels.js";

const RULES = [["total", "points of all plays"], ["share_of_best", "points made of the best plays, per mille"], ["matchpoints", "matchpoints, deal by deal"]];

/// Returns the record of a table from JSON Lines: the start, the actions, the end.
function recordOf(name, text) {
  const [{ start }, ...rest] = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return { table: name.replace(/\.\w+$/, ""), start, actions: rest.filter(({ kind }) => kind) };
}

/// Returns the panel. Its files are the records that tables save.
export function compare(path) {
  const files = h("input", { type: "file", multiple: true, accept: ".jsonl,.json,.txt" });
  const view = h("div", { "aria-live": "polite" });
  let rule = "matchpoints";

  async function ask() {
    try {
      const records = await Promise.all(Array.from(files.files, async (file) => recordOf(file.name, await file.text())));
      if (records.length < 2) throw new Error("Choose the records of two tables or more.");
      show(view, ranking(await request(`${path}/compare`, { records, rule, best: true })));
    } catch (error) {
      const isUnread = error instanceof SyntaxError || error instanceof TypeError;
      show(view, problem(isUnread ? new Error("A file is not the record of a table.") : error));
    }
  }

  function ranking({ ranking: tables, deals }) {
    const head = ["", "table", "score", "points", "of the best"].map((title, index) => h("th", { scope: "col", class: index > 1 ? "number" : "" }, title || h("span", { class: "hidden" }, "rank")));
    const rows = tables.map(({ rank, table, score, points, best }) => h("tr", null, h("td", null, String(rank)), h("th", { scope: "row" }, table), [score, points, best].map((number) => h("td", { class: "number" }, String(number)))));
    const counted = deals.filter(({ left_out: reason }) => !reason).length;
    return [h("table", { class: "lines" }, h("thead", null, h("tr", null, head)), h("tbody", null, rows)), h("p", { class: "note" }, `${counted} of ${deals.length} deals count: every table has played them from the same cards.`)];
  }

  return panel(
    "Tables with one seed",
    { class: "compare" },
    h("p", null, "Tables that start with the same seed get the same cards. Save the record of each table, and compare what they made of them."),
    h("label", { class: "field" }, h("span", null, "Records of the tables"), files),
    h("div", { class: "search" }, select("Ranked by", RULES, rule, (value) => (rule = value))),
    h("p", { class: "actions" }, button("Compare the tables", ask)),
    view,
  );
}
