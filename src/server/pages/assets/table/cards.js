// Cards and tiles as they lie on the table.
import { faceOf, nameOf } from "../play/cards.js";
import { html, nothing } from "./lit-html.js";
import { follow } from "./drag.js";

/// The tile without a letter is a wild in cards.
const asCard = (tile) => (tile === "?" ? "*" : tile);

function look(card, values) {
  const { face, text, colour, isWild, isPlayed } = faceOf(card);
  const value = isWild && !isPlayed ? undefined : values?.[text];
  const classes = ["card", colour, isWild && "wild", text.length > 2 && "long"].filter(Boolean).join(" ");
  const name = colour ?? (isWild ? "wild" : face.includes("/") ? "flip" : undefined);
  const inside = html`<span aria-hidden="true" class="text">${text}</span>${isPlayed && isWild ? html`<span aria-hidden="true" class="star">★</span>` : nothing}${value === undefined ? nothing : html`<small aria-hidden="true">${value}</small>`}${name ? html`<span aria-hidden="true" class="name">${name}</span>` : nothing}`;
  return { classes, inside, said: `${nameOf(card)}${value === undefined ? "" : `, ${value}`}` };
}

/// Returns a card that can be pressed and dragged. `options` has `id`, `values`, `say` (before the name
/// of the card), `pressed`, `disabled`, `drop` (its name as a place), `class`, `onpress` and `ondrop`.
export function card(face, options) {
  const { classes, inside, said } = look(asCard(face), options.values);
  return html`<button type="button" class="${classes} ${options.class ?? ""}" data-card=${options.id} data-drop=${options.drop ?? nothing} aria-pressed=${options.pressed ?? nothing} ?disabled=${options.disabled}
    @click=${options.onpress} @keydown=${options.onkey} @pointerdown=${(event) => options.ondrop && follow(event, options.ondrop)}><span class="hidden">${options.say ?? ""}${said}</span>${inside}</button>`;
}

/// Returns a card that only lies there.
export function still(face, values, extra = "") {
  const { classes, inside, said } = look(asCard(face), values);
  return html`<span class="${classes} ${extra}"><span class="hidden">${said}</span>${inside}</span>`;
}

/// Returns cards in a row that only lie there.
export const row = (cards, values) => html`<ul class="cards small">${cards.map((face) => html`<li>${still(face, values)}</li>`)}</ul>`;

/// Returns the backs of hidden cards.
export const backs = (count) => html`<span class="backs" aria-hidden="true">${Array.from({ length: Math.min(count, 13) }, () => html`<i></i>`)}</span>`;
