// Puzzles: positions with exactly one best play.
import { request } from "./api.js";
import { button, h, panel, select } from "./dom.js";
import { problem, verdict } from "./panels.js";
import { hints } from "./search.js";

const LEVELS = [["easy", "easy"], ["medium", "medium"], ["hard", "hard"]];
/// Each hint tells more than the one before.
const REVEAL = ["points", "shape", "first_letter"];

/// The puzzle of a bench. `seed()` returns the seed of the deal, `lay(position)` lays the position of
/// a puzzle, and `render()` shows the bench.
export class Puzzle {
  constructor({ path, seed, lay, render }) {
    Object.assign(this, { path, seed, lay, onchange: render, level: "easy" });
  }

  clear() {
    this.answer = this.failure = undefined;
  }

  /// Asks for the puzzle of the seed and the level, with as many hints as are shown.
  async ask(shown) {
    this.failure = undefined;
    try {
      const seed = this.seed().toString(16).padStart(64, "0");
      const answer = await request(`${this.path}/puzzle`, { seed, level: this.level, reveal: REVEAL[shown] });
      if (shown === 0) this.lay(answer.position);
      Object.assign(this, { answer, shown });
    } catch (error) {
      this.failure = error;
    }
    this.onchange();
  }

  /// Returns the panel. `points` are those of the play that is laid, if it is allowed.
  panel(points) {
    const target = this.answer?.hints[0].total;
    return panel(
      "Puzzle",
      null,
      h("div", { class: "search" }, select("Level", LEVELS, this.level, (level) => ((this.level = level), this.clear(), this.onchange()))),
      h("p", { class: "actions" }, button("Set a puzzle", () => this.ask(0)), this.answer && button("Give a hint", () => this.ask(this.shown + 1), { disabled: this.shown + 1 >= REVEAL.length })),
      this.failure && problem(this.failure),
      this.answer && h("p", null, "Find the play with ", h("strong", null, String(target)), ` points. No other has more than ${target - this.answer.margin}.`),
      this.answer && this.shown > 0 && hints(this.answer.hints),
      this.answer && points !== undefined && (points === target ? verdict(true, "solved") : h("p", { class: "note" }, `The play has ${points} points.`)),
    );
  }
}
