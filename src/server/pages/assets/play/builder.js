// A word that is built from cards by click, by key or by drag.
import { asLetter, cardButton, choose, faceOf } from "./cards.js";
import { announce, button, h } from "./dom.js";

/// Shows the groups of cards that a word can use, and the word.
///
/// `groups()` returns the groups with their labels and cards, each with an id; `laid()` the cards
/// of the word in order; `change(laid)` replaces them.
export class Builder {
  constructor({ groups, laid, change, values = {}, hasColours = false, hint }) {
    Object.assign(this, { groups, laid, change, values, hasColours, hint, marked: new Map() });
  }

  /// Returns the ids of the cards of the word.
  used() {
    return new Set(this.laid().map(({ id }) => id));
  }

  pool() {
    return this.groups().flatMap(({ cards }) => cards);
  }

  async lay({ id, card }, place = this.laid().length) {
    const announced = faceOf(card).isOpen ? await choose(card, this.hasColours) : card;
    if (announced === undefined || this.used().has(id)) return;
    this.change(this.laid().toSpliced(place, 0, { id, card: announced }));
  }

  takeBack(index) {
    this.change(this.laid().toSpliced(index, 1));
  }

  move(from, to) {
    const laid = this.laid();
    if (to < 0 || to >= laid.length || from === to) return;
    this.change(laid.toSpliced(from, 1).toSpliced(to, 0, laid[from]));
  }

  /// Handles a key that no control wants. Returns true if it meant something.
  key(event) {
    if (event.key === "Backspace" && this.laid().length > 0) {
      this.takeBack(this.laid().length - 1);
    } else if (event.key === "Escape" && this.laid().length > 0) {
      this.change([]);
    } else if (/^[a-z]$/i.test(event.key)) {
      this.type(event.key.toUpperCase());
    } else {
      return false;
    }
    return true;
  }

  type(letter) {
    const used = this.used();
    const free = this.pool().filter(({ id }) => !used.has(id));
    const blues = this.laid().filter(({ card }) => card.endsWith("b")).length;
    const colour = this.hasColours ? (blues * 2 >= this.laid().length ? "b" : "r") : "";
    // Plain cards before flip cards before wilds.
    const rank = ({ card }) => (faceOf(card).isWild ? 2 : faceOf(card).isOpen ? 1 : 0);
    const found = free.toSorted((a, b) => rank(a) - rank(b)).map(({ id, card }) => ({ id, card: asLetter(card, letter, colour) })).find(({ card }) => card);
    if (found) this.change([...this.laid(), found]);
    else announce(`no card for ${letter}`);
  }

  /// Marks cards of the groups, with their places in a word.
  mark(ids) {
    this.marked = new Map(ids.map((id, index) => [id, index + 1]));
    for (const card of document.querySelectorAll("[data-card]")) {
      const place = this.marked.get(card.dataset.card);
      card.classList.toggle("marked", place !== undefined);
      if (place === undefined) delete card.dataset.place;
      else card.dataset.place = place;
    }
  }

  /// Returns the ids of cards that make a play, in its order, as far as there are any.
  match(play) {
    const free = this.pool().slice();
    return play.map((card) => {
      const face = card.split("=")[0];
      const index = free.findIndex((candidate) => candidate.card === card || candidate.card.split("=")[0] === face);
      return index < 0 ? undefined : free.splice(index, 1)[0].id;
    });
  }

  render() {
    return [...this.groups().map((group) => this.renderGroup(group)), this.renderWord()];
  }

  renderGroup({ label, cards, note }) {
    const used = this.used();
    const list = cards.map((entry) =>
      h("li", null, cardButton(entry.card, this.values, {
        key: `card ${entry.id}`,
        "data-card": entry.id,
        class: used.has(entry.id) ? "used" : "",
        "aria-pressed": String(used.has(entry.id)),
        draggable: "true",
        ondragstart: (event) => event.dataTransfer.setData("text/plain", `card ${entry.id}`),
        onclick: () => {
          const index = this.laid().findIndex(({ id }) => id === entry.id);
          if (index < 0) this.lay(entry);
          else this.takeBack(index);
        },
      })),
    );
    return h("div", { class: "group" }, h("h2", null, label), cards.length > 0 ? h("ul", { class: "cards" }, list) : h("p", { class: "empty" }, note ?? "no cards"));
  }

  renderWord() {
    const laid = this.laid();
    const list = laid.map(({ id, card }, index) =>
      h("li", { ondragover: (event) => event.preventDefault(), ondrop: (event) => this.drop(event, index) }, cardButton(card, this.values, {
        key: `laid ${index}`,
        "data-laid": index,
        label: "take back ",
        draggable: "true",
        ondragstart: (event) => event.dataTransfer.setData("text/plain", `laid ${index}`),
        onclick: () => this.takeBack(index),
        onkeydown: (event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (!step) return;
          event.preventDefault();
          this.move(index, index + step);
          document.querySelector(`[data-laid="${index + step}"]`)?.focus();
        },
        "data-id": id,
      })),
    );
    const drop = { ondragover: (event) => event.preventDefault(), ondrop: (event) => this.drop(event, laid.length) };
    return h(
      "div",
      { class: "group word", ...drop },
      h("h2", null, "The word"),
      laid.length > 0 ? h("ul", { class: "cards" }, list) : h("p", { class: "empty" }, this.hint ?? "Click cards, drag them here, or type."),
      laid.length > 0 && h("p", { class: "actions" }, button("Take all back", () => this.change([]))),
    );
  }

  drop(event, place) {
    event.preventDefault();
    event.stopPropagation();
    const [kind, id] = event.dataTransfer.getData("text/plain").split(" ");
    if (kind === "laid") this.move(Number(id), Math.min(place, this.laid().length - 1));
    const entry = kind === "card" && this.pool().find((card) => card.id === id);
    if (entry && !this.used().has(entry.id)) this.lay(entry, place);
  }
}
