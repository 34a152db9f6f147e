// The board of squares.
import { columnOf, nameOf, rowOf } from "../play/squares.js";
import { html, nothing } from "./lit-html.js";
import { follow } from "./drag.js";

const SIZE = 15;
const CENTRE = 7 * SIZE + 7;
const PREMIUMS = { T: ["3W", "triple word", "tw"], D: ["2W", "double word", "dw"], t: ["3L", "triple letter", "tl"], d: ["2L", "double letter", "dl"], _: ["", "", ""] };

/// Returns the board. `tiles` are laid in this turn, `last` has the squares of the last move.
export function board({ rows, premiums, values, tiles, last, cursor, isDown, onpick, ondrop }) {
  const cell = (square) => {
    const placed = rows[rowOf(square)][columnOf(square)];
    const letter = placed !== "." ? placed : tiles.get(square);
    const [text, name, kind] = PREMIUMS[premiums[rowOf(square)][columnOf(square)]];
    const isBlank = letter !== undefined && letter === letter.toLowerCase();
    const isNew = placed === "." && tiles.has(square);
    const state = placed !== "." ? (last.has(square) ? "tile last" : "tile") : isNew ? "tile new" : kind;
    const isCursor = square === cursor;
    const said = letter ? `${letter.toUpperCase()}${isBlank ? ", a blank" : ""}${isNew ? ", laid now" : ""}` : name || "free";
    const value = letter && !isBlank ? values[letter] : undefined;
    return html`<div role="gridcell" class="square ${state} ${isBlank ? "blank" : ""} ${isCursor ? `cursor ${isDown ? "down" : "across"}` : ""}" data-square=${square} data-drop="square ${square}" tabindex=${onpick ? (isCursor || (cursor === undefined && square === CENTRE) ? "0" : "-1") : nothing} aria-selected=${onpick ? isCursor : nothing} @click=${onpick && (() => onpick(square))} @pointerdown=${(event) => isNew && follow(event, (place) => ondrop(square, place))}
      ><span class="hidden">${nameOf(square)}, ${said}</span><span aria-hidden="true">${letter ? letter.toUpperCase() : square === CENTRE ? "★" : text}</span>${value === undefined ? nothing : html`<small aria-hidden="true">${value}</small>`}</div>`;
  };
  const columns = Array.from({ length: SIZE }, (_, column) => column);
  return html`<div class="board" role="grid" aria-label="Board">
    <div role="row" class="labels"><div role="columnheader" class="label"><span class="hidden">row</span></div>${columns.map((column) => html`<div role="columnheader" class="label">${String.fromCharCode(65 + column)}</div>`)}</div>
    ${columns.map((line) => html`<div role="row"><div role="rowheader" class="label">${line + 1}</div>${columns.map((column) => cell(line * SIZE + column))}</div>`)}
  </div>`;
}
