// A game record in GCG: pasted, and stepped through.
import { request } from "./api.js";
import { button, h, panel, show } from "./dom.js";
import { problem } from "./panels.js";
import { grid, tilesOf, withTiles } from "./squares.js";

const EXAMPLE = `#player1 ann Ann Arden
#player2 bob Bob Brook
>ann: EHLLOTU? 8D HOTEL +28 28
>bob: AEINRST? 9C TA +8 8
>ann: ELU?QIS I7 SILUE +9 37
`;

/// Returns the panel for game records.
export function record({ path, asGcg, rules, values, premiums }) {
  const text = h("textarea", { rows: 8, spellcheck: "false", "aria-label": "Game record in GCG", placeholder: "#player1 ann Ann\n#player2 bob Bob\n>ann: EHLLOTU? 8D HOTEL +28 28" });
  const view = h("div", { class: "record-view" });
  let game;
  let place = 0;
  let failure;

  async function replay() {
    failure = undefined;
    try {
      game = await request(`${path}/games`, { gcg: text.value, ...rules() });
      place = 0;
    } catch (error) {
      [game, failure] = [undefined, error];
    }
    render();
  }

  function fill(gcg) {
    text.value = gcg;
    replay();
  }

  /// The board before a turn. A move that was taken back lies there only in its own turn.
  function rowsBefore(turn) {
    const empty = Array(15).fill(".".repeat(15));
    const lies = ({ move, taken_back, kind, breaches }) => kind === "move" && move && !taken_back && !breaches?.length;
    return game.turns.slice(0, turn).filter(lies).reduce((rows, { move }) => withTiles(rows, tilesOf(rows, move)), empty);
  }

  function renderTurn() {
    const turn = game.turns[place];
    const rows = rowsBefore(place);
    const isMove = turn.kind === "move" && turn.move;
    const tiles = isMove ? tilesOf(rows, turn.move) : new Map();
    const facts = [
      `${turn.player}: ${isMove ? turn.move : turn.kind.replaceAll("_", " ")}, ${turn.score} points`,
      !turn.agrees && `the record says ${turn.recorded}`,
      turn.best && (turn.points_lost > 0 ? `${turn.points_lost} points less than ${turn.best.move} for ${turn.best.total}` : "no move scores more"),
      turn.legal === false && "a word is not allowed",
    ].filter(Boolean);
    return [
      h("div", { class: "felt" }, grid({ rows, premiums: premiums(), values: values(), tiles, label: `Board after turn ${place + 1}` })),
      h("p", { class: "turn-facts", "aria-live": "polite" }, facts.join("; "), "."),
    ];
  }

  function go(to) {
    place = Math.max(0, Math.min(game.turns.length - 1, to));
    render();
  }

  function render() {
    if (failure) return show(view, problem(failure));
    if (!game) return show(view);
    if (game.turns.length === 0) return show(view, h("p", null, "The record has no turns."));
    const items = game.turns.map((turn, index) =>
      h("li", null, h("button", { type: "button", key: `turn ${index}`, "aria-current": index === place ? "step" : undefined, onclick: () => go(index) }, h("span", null, `${turn.player} ${turn.move ?? turn.kind.replaceAll("_", " ")}`), h("span", { class: turn.points_lost > 0 || !turn.agrees ? "bad" : "good" }, `${turn.score}${turn.points_lost > 0 ? ` (−${turn.points_lost})` : ""}${turn.agrees ? "" : " ✘"}`))),
    );
    const results = game.results.map(({ player, total }) => `${player} ${total}`).join(", ");
    const controls = h("p", { class: "actions" }, button("Previous turn", () => go(place - 1), { disabled: place === 0 }), button("Next turn", () => go(place + 1), { disabled: place === game.turns.length - 1 }));
    show(view, h("div", { class: "record-board" }, renderTurn(), controls), h("div", null, h("ol", { class: "plays turns" }, items), h("p", { class: "note" }, `${game.agrees ? "The record agrees with the rules." : "The record disagrees with the rules."} ${results}.`)));
  }

  return panel("A game record", { class: "record" }, h("p", null, "Paste a game in GCG and step through it: each turn shows what the move lost to the best one."), text, h("p", { class: "actions" }, button("Replay the record", replay, { class: "primary" }), button("Use the moves above", () => fill(asGcg())), button("Use an example", () => fill(EXAMPLE))), view);
}
