// Odds, and the comparison of exchanges.
import { request } from "./api.js";
import { nameOf } from "./cards.js";
import { button, h, panel, select } from "./dom.js";
import { plays, problem } from "./panels.js";

const COUNTS = (most) => Array.from({ length: most }, (_, index) => [index + 1, String(index + 1)]);
const decimal = (number, digits) => number.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

/// The parts of a panel that shows the answer to one request.
class Answered {
  constructor(render) {
    this.onchange = render;
  }

  clear() {
    this.answer = this.failure = undefined;
  }

  async ask(path, body) {
    this.clear();
    try {
      this.answer = await request(path, body);
    } catch (error) {
      this.failure = error;
    }
    this.onchange();
  }

  /// Returns a choice of a number, which makes the answer outdated.
  choice(label, most, name) {
    return h("div", { class: "search" }, select(label, COUNTS(most), this[name], (value) => ((this[name] = Number(value)), this.clear(), this.onchange())));
  }
}

/// The odds of a player of Word For Word.
export class Odds extends Answered {
  opponents = 2;

  /// Returns the panel. `position()` returns the cards of the player and of the board.
  panel(path, position) {
    const ask = () => this.ask(`${path}/odds`, { ...position(), opponents: this.opponents });
    return panel("Odds", null, this.choice("Opponents", 11, "opponents"), h("p", { class: "actions" }, button("Compute the odds", ask)), this.failure && problem(this.failure), this.answer && this.table());
  }

  table() {
    const { method, deals, wins, ties, share_ppm: share, standard_error_ppm: error, mine, by_word: byWord, word, nuts } = this.answer;
    const percent = (part, whole) => `${decimal((100 * part) / whole, 1)} %`;
    const rows = [
      ["your cards now", byWord ? `${word}, ${mine}` : `no word, ${mine}`],
      nuts && ["the best two cards now", `${nuts.cards.map(nameOf).join(", ")}: ${nuts.word ?? "no word"}, ${nuts.total}`],
      ["wins alone", percent(wins, deals)],
      ["ties for the win", percent(ties, deals)],
      ["mean share of the pot", `${percent(share, 1e6)}${error === undefined ? "" : ` ± ${percent(error, 1e6)}`}`],
    ];
    const list = rows.filter(Boolean).map(([name, value]) => h("tr", null, h("th", { scope: "row" }, name), h("td", { class: "number" }, value)));
    const count = `${decimal(deals, 0)} deals`;
    return [h("table", { class: "lines" }, h("tbody", null, list)), h("p", { class: "note" }, method === "exact" ? `All ${count} were counted.` : `From a sample of ${count}.`)];
  }
}

/// The exchanges of a player of Choose Your Words.
export class Exchanges extends Answered {
  most = 2;

  /// Returns the panel. `mark(cards)` marks cards of the hand.
  panel(path, hand, mark) {
    const ask = () => this.ask(`${path}/exchange`, { hand: hand(), max: this.most });
    return panel("Exchange", null, this.choice("Cards, at most", 4, "most"), h("p", { class: "actions" }, button("Compare the exchanges", ask)), this.failure && problem(this.failure), this.answer && this.list(mark));
  }

  list(mark) {
    const { stand, options } = this.answer;
    const best = options.slice(0, 6).map(({ discard, expected_milli: mean }) => ({ name: discard.map(nameOf).join(", "), points: decimal(mean / 1e3, 1), discard }));
    const shown = plays(best, { onshow: (option) => mark(option?.discard ?? []), onlay: ({ discard }) => mark(discard), empty: "" });
    return [shown, h("p", { class: "note" }, `The cards to discard, with the mean total of the best word after the draw${options[0].method === "exact" ? "" : ", from a sample"}. The best word of the hand as it is has ${stand.sum} points.`)];
  }
}
