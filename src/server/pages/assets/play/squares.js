// The board: squares, tiles, and moves as text.
import { h } from "./dom.js";

const SIZE = 15;
const PREMIUMS = { T: ["3W", "triple word", "tw"], D: ["2W", "double word", "dw"], t: ["3L", "triple letter", "tl"], d: ["2L", "double letter", "dl"], _: ["", "", ""] };
const CENTRE = 7 * SIZE + 7;

export const columnOf = (square) => square % SIZE;
export const rowOf = (square) => Math.floor(square / SIZE);
/// Returns the name of a square, such as 8D.
export const nameOf = (square) => `${rowOf(square) + 1}${String.fromCharCode(65 + columnOf(square))}`;

/// Reads a square such as 8D or D8, with the direction that the order means.
export function squareAt(name) {
  const across = /^(\d{1,2})([A-O])$/i.exec(name);
  const down = /^([A-O])(\d{1,2})$/i.exec(name);
  const [row, column] = across ? [across[1], across[2]] : [down[2], down[1]];
  return { square: (Number(row) - 1) * SIZE + column.toUpperCase().charCodeAt(0) - 65, isDown: !across };
}

/// Returns the next square in a direction, or undefined behind the edge.
export function step(square, isDown, by = 1) {
  const next = square + by * (isDown ? SIZE : 1);
  const isOn = isDown ? next >= 0 && next < SIZE * SIZE : rowOf(next) === rowOf(square) && next >= 0;
  return isOn ? next : undefined;
}

/// Returns the tiles that a move lays on a board of rows: squares and letters, lower case for blanks.
export function tilesOf(rows, move) {
  const [place, word] = move.split(" ");
  let { square, isDown } = squareAt(place);
  const tiles = new Map();
  for (const letter of word.replace(/[()]/g, "")) {
    if (letter !== "." && rows[rowOf(square)][columnOf(square)] === ".") tiles.set(square, letter);
    square = step(square, isDown);
    if (square === undefined) break;
  }
  return tiles;
}

/// Returns rows with tiles laid on them.
export function withTiles(rows, tiles) {
  return rows.map((row, index) => [...row].map((letter, column) => tiles.get(index * SIZE + column) ?? letter).join(""));
}

/// Returns a move as text, such as `8D HELLO`; undefined if the tiles aren't in one line.
export function moveOf(rows, tiles, isDownPreferred) {
  const squares = [...tiles.keys()].toSorted((a, b) => a - b);
  if (squares.length === 0) return undefined;
  const letterAt = (square) => tiles.get(square) ?? rows[rowOf(square)][columnOf(square)];
  const isTaken = (square) => square !== undefined && letterAt(square) !== ".";
  const isRow = squares.every((square) => rowOf(square) === rowOf(squares[0]));
  const isColumn = squares.every((square) => columnOf(square) === columnOf(squares[0]));
  if (!isRow && !isColumn) return undefined;
  let isDown = !isRow;
  if (squares.length === 1) {
    const across = isTaken(step(squares[0], false)) || isTaken(step(squares[0], false, -1));
    const down = isTaken(step(squares[0], true)) || isTaken(step(squares[0], true, -1));
    isDown = across === down ? isDownPreferred : down;
  }
  let first = squares[0];
  for (let before = step(first, isDown, -1); isTaken(before); before = step(before, isDown, -1)) first = before;
  let word = "";
  const last = squares.at(-1);
  for (let square = first; square !== undefined && (square <= last || isTaken(square)); square = step(square, isDown)) {
    word += tiles.get(square) ?? ".";
    if (!isTaken(square) && !tiles.has(square)) return undefined;
  }
  const name = nameOf(first);
  const place = isDown ? name.replace(/^(\d+)(.)$/, "$2$1") : name;
  return `${place} ${word}`;
}

/// Returns the board as a grid. `tiles` are laid in this turn, `ghosts` show where another play lies.
export function grid({ rows, premiums, values, tiles = new Map(), ghosts = new Map(), cursor, isDown, onpick, label }) {
  const cell = (square) => {
    const column = columnOf(square);
    const placed = rows[rowOf(square)][column];
    const letter = placed !== "." ? placed : (tiles.get(square) ?? ghosts.get(square));
    const [text, name, kind] = PREMIUMS[premiums[rowOf(square)][column]];
    const isBlank = letter !== undefined && letter === letter.toLowerCase();
    const state = placed !== "." ? "tile" : tiles.has(square) ? "tile new" : ghosts.has(square) ? "tile ghost" : kind;
    const isCursor = square === cursor;
    const said = letter ? `${letter.toUpperCase()}${isBlank ? ", a blank" : ""}${tiles.has(square) ? ", laid now" : ""}` : name || "free";
    return h(
      "div",
      { role: "gridcell", class: `square ${state} ${isBlank ? "blank" : ""} ${isCursor ? `cursor ${isDown ? "down" : "across"}` : ""}`, key: `square ${square}`, "data-square": square, tabindex: onpick ? (isCursor ? "0" : "-1") : undefined, "aria-selected": onpick && isCursor ? "true" : undefined, onclick: onpick && (() => onpick(square)) },
      h("span", { class: "hidden" }, `${nameOf(square)}, ${said}`),
      letter ? [h("span", { "aria-hidden": "true" }, letter.toUpperCase()), !isBlank && h("small", { "aria-hidden": "true" }, String(values[letter] ?? ""))] : h("span", { "aria-hidden": "true" }, square === CENTRE ? "★" : text),
    );
  };
  const line = (row) => h("div", { role: "row" }, h("div", { role: "rowheader", class: "label" }, String(row + 1)), Array.from({ length: SIZE }, (_, column) => cell(row * SIZE + column)));
  const head = h("div", { role: "row" }, h("div", { role: "columnheader", class: "label" }, h("span", { class: "hidden" }, "row")), Array.from({ length: SIZE }, (_, column) => h("div", { role: "columnheader", class: "label" }, String.fromCharCode(65 + column))));
  return h("div", { class: "board", role: "grid", "aria-label": label ?? "Board" }, head, Array.from({ length: SIZE }, (_, row) => line(row)));
}
