// Wordgame, and the classic crossword game.
import { request } from "./api.js";
import { cardButton, choose } from "./cards.js";
import { announce, button, debounced, h, panel, select, show } from "./dom.js";
import { lines, plays, problem, reason, ruling, settlement, total, verdict } from "./panels.js";
import { Puzzle } from "./puzzle.js";
import { shuffled } from "./random.js";
import { record } from "./record.js";
import { asked, controls, hints } from "./search.js";
import { columnOf, grid, moveOf, nameOf, rowOf, step, tilesOf } from "./squares.js";
import { PLAYERS, dealer, onKey, position, remember, seats } from "./table.js";

const EMPTY = Array(15).fill(".".repeat(15));
const RULES = [["wordgame", "Wordgame"], ["classic", "Classic"]];

export async function start(root, variant) {
  const path = "/v1/wordgame";
  const presets = Object.fromEntries(variant.presets.filter((preset) => preset.switch === "preset").map(({ name, rules }) => [name, rules]));
  const classicBag = { A: 9, B: 2, C: 2, D: 4, E: 12, F: 2, G: 3, H: 2, I: 9, J: 1, K: 1, L: 4, M: 2, N: 6, O: 8, P: 2, Q: 1, R: 6, S: 4, T: 6, U: 4, V: 2, W: 2, X: 1, Y: 2, Z: 1, "?": 2 };
  const deckOf = (preset) => (preset === "classic" ? Object.entries(classicBag).map(([card, count]) => ({ card, count })) : variant.deck);

  const fresh = (seed, preset = "wordgame") => {
    const bag = shuffled(deckOf(preset), seed);
    const size = presets[preset].rack_size;
    const names = preset === "classic" ? PLAYERS : PLAYERS.slice(0, 2);
    return { seed, preset, rows: EMPTY, racks: names.map((_, seat) => bag.slice(seat * size, (seat + 1) * size).join("")), drawn: names.length * size, points: names.map(() => 0), seat: 0, tiles: [], log: [] };
  };
  const isValid = ({ rows, racks, tiles, preset, points }) => Array.isArray(rows) && rows.length === 15 && Array.isArray(racks) && Array.isArray(tiles) && Array.isArray(points) && presets[preset] !== undefined;
  let state = position(fresh, isValid);
  let cursor = 7 * 15 + 7;
  let isDown = false;
  let ghosts = new Map();
  let score;
  let best;
  let ruled;
  let settled;

  const names = () => PLAYERS.slice(0, state.racks.length);
  const bag = () => shuffled(deckOf(state.preset), state.seed);
  const rules = () => (state.preset === "wordgame" ? {} : { rules: { preset: state.preset } });
  const values = () => presets[state.preset].letter_values;
  const rack = () => state.racks[state.seat];
  const tiles = () => new Map(state.tiles);
  const faceOf = (letter) => (letter === letter.toLowerCase() ? "?" : letter);
  /// The tiles of the rack that aren't laid.
  const left = () => state.tiles.reduce((rest, [, letter]) => rest.replace(faceOf(letter), ""), rack());
  const move = () => moveOf(state.rows, tiles(), isDown);
  const isFree = (square) => state.rows[rowOf(square)][columnOf(square)] === "." && !tiles().has(square);

  const puzzle = new Puzzle({
    path,
    seed: () => state.seed,
    render: () => render(),
    lay({ board: rows, rack: letters }) {
      const begun = fresh(state.seed);
      [best, settled] = [];
      update({ ...begun, rows, racks: begun.racks.with(0, letters) });
    },
  });

  const rescore = debounced(async (isLatest) => {
    const played = move();
    if (!played) return;
    const next = await request(`${path}/score`, { board: state.rows, move: played, rack: rack(), rows: true, ...rules() }).catch((error) => ({ error }));
    if (!isLatest()) return;
    score = next;
    render();
  });

  function update(change = {}) {
    Object.assign(state, change);
    [score, ruled] = [];
    ghosts = new Map();
    rescore();
    render();
  }

  async function attempt(run) {
    try {
      await run();
    } catch (error) {
      ruled = { error };
    }
    render();
  }

  /// Moves the cursor to the next free square, beyond tiles.
  function advance(by) {
    let next = step(cursor, isDown, by);
    while (next !== undefined && by > 0 && !isFree(next)) next = step(next, isDown, by);
    cursor = next ?? cursor;
  }

  function pick(square) {
    if (tiles().has(square)) return update({ tiles: state.tiles.filter(([at]) => at !== square) });
    if (square === cursor) isDown = !isDown;
    cursor = square;
    render();
    root.querySelector(`[data-square="${square}"]`)?.focus({ preventScroll: true });
  }

  /// Lays a tile at the next free square from the cursor on: a capital letter, or a small one for a blank.
  function layTile(tile) {
    if (!isFree(cursor)) advance(1);
    if (!isFree(cursor)) return announce("the line is full");
    state.tiles = [...state.tiles, [cursor, tile]];
    advance(1);
    update();
  }

  /// Lays the letter itself, or else a blank as this letter.
  function layLetter(letter) {
    if (left().includes(letter)) layTile(letter);
    else if (left().includes("?")) layTile(letter.toLowerCase());
    else announce(`${letter} is not on the rack`);
  }

  /// Lays a tile of the rack.
  async function layFace(face) {
    const [, letter] = face === "?" ? ((await choose(face, false))?.split("=") ?? []) : [face, face];
    if (letter) layTile(face === "?" ? letter.toLowerCase() : letter);
  }

  function takeBack() {
    const last = state.tiles.at(-1);
    if (!last) return;
    cursor = last[0];
    update({ tiles: state.tiles.slice(0, -1) });
  }

  const findBest = () => attempt(async () => (best = await request(`${path}/best`, { board: state.rows, rack: rack(), top: 10, ...asked(), ...rules() })));

  const challenge = (challenger) => attempt(async () => (ruled = await request(`${path}/challenge`, { board: state.rows, move: move(), challenger, challenged: names()[state.seat], ...rules() })));

  const next = (change, entry) => {
    puzzle.clear();
    const size = presets[state.preset].rack_size;
    const racks = change.rack === undefined ? state.racks : state.racks.with(state.seat, change.rack + bag().slice(state.drawn, state.drawn + size - change.rack.length).join(""));
    const drawn = change.rack === undefined ? state.drawn : Math.min(bag().length, state.drawn + size - change.rack.length);
    best = undefined;
    update({ rows: change.rows ?? state.rows, racks, drawn, points: change.points ?? state.points, tiles: [], log: [...state.log, entry], seat: (state.seat + 1) % names().length });
  };

  const play = () => {
    const points = state.points.with(state.seat, state.points[state.seat] + score.total);
    next({ rows: score.rows, rack: score.rack_left, points }, [names()[state.seat], rack(), score.move, score.total, points[state.seat]]);
  };
  const pass = () => next({}, [names()[state.seat], rack(), "-", 0, state.points[state.seat]]);

  const settle = () =>
    attempt(async () => {
      const out = names().find((_, seat) => state.racks[seat] === "");
      const players = names().map((name, seat) => ({ name, points: state.points[seat], rack: state.racks[seat] }));
      settled = await request(`${path}/settle`, { players, ...(out ? { went_out: out } : {}), ...rules() });
    });

  /// The moves so far as a GCG record.
  const asGcg = () => [...names().map((name, index) => `#player${index + 1} ${name} ${name}`), ...state.log.map(([name, letters, played, points, sum]) => `>${name}: ${letters} ${played} +${points} ${sum}`), ""].join("\n");

  function renderScore() {
    if (state.tiles.length === 0) return panel("The move", null, h("p", null, "Choose a square and type, or click tiles of the rack."));
    if (!move()) return panel("The move", null, h("p", null, "The tiles must lie in one line without gaps (", h("a", { href: "/rulebook#G7" }, "G7"), ")."));
    if (!score) return panel("The move", { "aria-busy": "true" }, h("p", null, "…"));
    if (score.error) return panel("The move", null, problem(score.error));
    const bad = score.words.filter(({ valid }) => !valid);
    return panel("The move", { "aria-live": "polite" }, total(score.move, score.total), bad.length > 0 ? bad.map(reason) : verdict(true, "allowed"), lines(score.lines));
  }

  function renderBest() {
    const found = best?.hints?.length > 0 ? hints(best.hints) : best && plays(best.moves.map((entry) => ({ ...entry, name: entry.move, points: entry.total })), {
      onshow(entry) {
        ghosts = entry ? tilesOf(state.rows, entry.move) : new Map();
        root.querySelector(".board").replaceWith(renderBoard());
      },
      onlay: (entry) => update({ tiles: [...tilesOf(state.rows, entry.move)] }),
      empty: "No move is possible. Pass.",
    });
    return panel("Best moves", null, controls(() => ((best = undefined), render())), h("p", { class: "actions" }, button("Find the best moves", findBest)), found, best?.moves_found > 0 && h("p", { class: "note" }, `${best.moves_found} moves are possible.`));
  }

  function renderGame() {
    const isReady = score && !score.error;
    const others = names().filter((_, seat) => seat !== state.seat);
    return panel(
      "The game",
      null,
      h("p", { class: "note" }, `${bag().length - state.drawn} tiles are in the bag.`),
      h("p", { class: "actions" }, button("Play the move", play, { class: "primary", disabled: !isReady || !score.legal }), button("Pass", pass), button("Take all back", () => update({ tiles: [] }), { disabled: state.tiles.length === 0 })),
      h("p", { class: "actions" }, others.map((name) => button(`${name} challenges`, () => challenge(name), { disabled: !move() })), button("Settle the game", settle)),
      ruled && (ruled.error ? problem(ruled.error) : ruling(ruled)),
      settled && settlement(settled.winners, settled.results.map(({ player, total: points, lines: steps }) => ({ name: player, points, steps }))),
    );
  }

  const renderBoard = () => grid({ rows: state.rows, premiums: presets[state.preset].premiums, values: values(), tiles: tiles(), ghosts, cursor, isDown, onpick: pick });

  function renderRack() {
    const list = [...left()].map((face, index) => h("li", null, cardButton(face, values(), { key: `rack ${index}`, class: "tile-card", onclick: () => layFace(face) })));
    return h("div", { class: "group" }, h("h2", null, `${names()[state.seat]}'s rack`), list.length > 0 ? h("ul", { class: "cards" }, list) : h("p", { class: "empty" }, "empty"));
  }

  function render() {
    remember(state);
    const restart = (seed, preset = state.preset) => ([best, settled] = [], puzzle.clear(), update(fresh(seed, preset)));
    const felt = h(
      "div",
      { class: "felt" },
      h("div", { class: "bar" }, dealer(state.seed, restart), select("Rules", RULES, state.preset, (preset) => restart(state.seed, preset)), seats(names(), state.seat, (seat) => ((best = undefined), update({ seat, tiles: [] })), (seat) => `${state.points[seat]} points`)),
      renderBoard(),
      h("p", { class: "hint" }, `Arrow keys move, Space turns: now ${isDown ? "down" : "across"} from ${nameOf(cursor)}. Type letters; Backspace takes a tile back, Enter plays the move.`),
      renderRack(),
    );
    show(board, felt, h("div", { class: "panels" }, renderScore(), renderBest(), renderGame(), puzzle.panel(score?.legal ? score.total : undefined)));
  }

  onKey((event) => {
    const arrow = { ArrowLeft: [false, -1], ArrowRight: [false, 1], ArrowUp: [true, -1], ArrowDown: [true, 1] }[event.key];
    const isOnButton = event.target.closest("button") !== null;
    if (arrow) {
      cursor = step(cursor, ...arrow) ?? cursor;
      render();
      root.querySelector(`[data-square="${cursor}"]`)?.focus({ preventScroll: true });
    } else if (/^[a-z]$/i.test(event.key)) {
      layLetter(event.key.toUpperCase());
    } else if (event.key === "Backspace") {
      takeBack();
    } else if (event.key === "Escape") {
      update({ tiles: [] });
    } else if (event.key === " " && !isOnButton) {
      isDown = !isDown;
      render();
    } else if (event.key === "Enter" && !isOnButton && score?.legal) {
      play();
    } else {
      return false;
    }
    return true;
  });

  const board = h("div", { class: "play-area" });
  root.replaceChildren(board, record({ path, asGcg, rules, values, premiums: () => presets[state.preset].premiums }));
  update();
}
