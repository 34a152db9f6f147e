// What every table has: the seed, the seats, and keys that belong to no control.
import { button, h, isTyping } from "./dom.js";
import { read, write } from "./fragment.js";
import { newSeed } from "./random.js";

/// The players at every table.
export const PLAYERS = ["ann", "bob", "cid"];

/// Returns the controls for the seed of the deal.
export function dealer(seed, deal) {
  const input = h("input", { key: "seed", type: "number", min: 0, max: 999999999, value: seed, inputmode: "numeric" });
  const form = h("form", { class: "dealer" }, h("label", { class: "field" }, h("span", null, "Seed"), input), h("button", { key: "Deal" }, "Deal"), button("New deal", () => deal(newSeed())));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    deal(Math.abs(Math.trunc(Number(input.value))) || 0);
  });
  return form;
}

/// Returns the seats, of which one is shown. `note` says what is known about each player.
export function seats(names, current, onchoose, note) {
  const list = names.map((name, index) =>
    h("li", null, h("button", { type: "button", key: `seat ${name}`, class: "seat", "aria-pressed": String(index === current), onclick: () => onchoose(index) }, h("strong", null, name), h("span", null, note(index)))),
  );
  return h("ul", { class: "seats", "aria-label": "Players" }, list);
}

/// Gives the keys that belong to no control to a function, which returns true if it used one.
export function onKey(use) {
  document.addEventListener("keydown", (event) => {
    if (!isTyping(event) && !document.querySelector("dialog[open]") && use(event)) event.preventDefault();
  });
}

/// Returns the position that the address asks for over that of a new deal, and follows the address.
/// A position that is not one of this game is left aside.
export function position(fresh, isValid) {
  const asked = read();
  const state = { ...fresh(asked.seed ?? newSeed()), ...asked };
  window.addEventListener("hashchange", () => location.reload());
  return isValid(state) ? state : fresh(newSeed());
}

export { write as remember };
