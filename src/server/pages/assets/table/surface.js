// What a player prepares a play with: the word or the board, the hand, and the keys. It belongs to the
// table and to the puzzles, which say what can be done: `draft`, `view`, `values` and `choices()`.
import { request } from "../play/api.js";
import { step } from "../play/squares.js";
import { html, nothing } from "./lit-html.js";
import { card, still } from "./cards.js";
import { board } from "./squares.js";

export class Surface {
  group({ label, cards, empty, isWord }) {
    const used = this.draft.used();
    const list = cards.map(({ id, card: face }) => html`<li>${this.playable(id, face, used)}</li>`);
    return html`<div class="group ${isWord ? "laidword" : ""}"><h2 class=${isWord ? "hidden" : ""}>${label}</h2>${cards.length > 0 ? html`<ul class="cards">${list}</ul>` : html`<p class="empty">${empty}</p>`}</div>`;
  }

  playable(id, face, used) {
    const { draft } = this;
    const isOff = draft.parts.flat().some((entry) => entry.id === id);
    const asItIs = !this.choices().some(({ kind }) => ["declare", "turn", "call", "mug"].includes(kind));
    return card(face, {
      id,
      values: this.values,
      pressed: String(used.has(id)),
      class: used.has(id) ? "used" : "",
      disabled: isOff || !this.hasWord,
      onpress: () => this.change(() => draft.press(id, asItIs)),
      ondrop: (place) => this.dropCard(id, place),
    });
  }

  dropCard(id, place) {
    const [kind, at] = place.dataset.drop.split(" ");
    if (kind === "word") this.change(() => this.draft.lay(id, at === undefined ? this.draft.laid.length : Number(at)));
    else if (kind === "hand") this.change(() => (this.draft.laid = this.draft.laid.filter((laid) => laid.id !== id)));
  }

  /// True if cards can be laid, now or as soon as it is the viewer's turn.
  get hasWord() {
    const { draft, view } = this;
    return !draft.isBoard && (!draft.hasColours || ["exchange", "declare"].includes(view.phase));
  }

  /// True if the viewer's cards are shown. When words are judged, they lie on the table.
  get hasHand() {
    const { draft, view } = this;
    return draft.hand.length > 0 && (draft.isBoard || !["challenge", "vote"].includes(view.phase));
  }

  word() {
    const { draft } = this;
    const shown = (entry, index) => card(entry.card, {
      id: `laid ${index}`,
      values: this.values,
      say: "take back ",
      drop: `word ${index}`,
      onpress: () => this.change(() => draft.press(entry.id)),
      onkey: (event) => this.moveLaid(event, index),
      ondrop: (place) => this.dropCard(entry.id, place),
    });
    const can = (kind) => this.choices().some((choice) => choice.kind === kind);
    const purpose = !["exchange", "declare", "turn", "call", "mug"].some(can) ? "" : can("exchange") ? "Press the cards to give away." : `Press cards${can("discard") ? " to play or discard" : ""}, ${matchMedia("(pointer: coarse)").matches ? "or drag them here" : "drag them here, or type"}.`;
    return html`<div class="word" data-drop="word" role="group" aria-label="The word" tabindex="-1">
      ${draft.parts.map((part) => html`<ul class="cards small part">${part.map(({ card: face }) => html`<li>${still(face, this.values)}</li>`)}</ul>`)}
      ${draft.laid.length > 0 ? html`<ul class="cards">${draft.laid.map((entry, index) => html`<li>${shown(entry, index)}</li>`)}</ul>` : html`<p class="empty">${draft.parts.length > 0 ? "Another word" : purpose}</p>`}</div>`;
  }

  moveLaid(event, index) {
    const to = index + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0);
    const { draft } = this;
    if (to === index || to < 0 || to >= draft.laid.length) return;
    event.preventDefault();
    event.stopPropagation();
    draft.laid = draft.laid.toSpliced(index, 1).toSpliced(to, 0, draft.laid[index]);
    this.changed();
    this.root.querySelector(`[data-card="laid ${to}"]`)?.focus();
  }

  hand() {
    const { draft } = this;
    const used = draft.used();
    if (draft.isBoard) return this.rack(used);
    if (!this.hasHand) return nothing;
    return html`<ul class="cards own" aria-label="Your cards" data-drop="hand">${draft.sorted().map(({ id, card: face }) => html`<li>${this.playable(id, face, used)}</li>`)}</ul>`;
  }

  rack(used) {
    const { draft } = this;
    const values = this.view.rules.letter_values;
    const press = (id) =>
      this.change(async () => {
        if (draft.isExchanging) draft.exchanged.has(id) ? draft.exchanged.delete(id) : draft.exchanged.add(id);
        else if (draft.cursor !== undefined) await draft.placeNext(id);
        else draft.chosen = draft.chosen === id ? undefined : id;
      });
    const drop = (id, place) => {
      const [kind, at] = place.dataset.drop.split(" ");
      if (kind === "square") this.change(() => draft.place(id, Number(at)));
      else if (kind === "tile") this.change(() => draft.swap(id, at));
    };
    const tile = ({ id, card: face }) => card(face, { id, values, drop: `tile ${id}`, class: `tile-card ${draft.chosen === id || draft.exchanged.has(id) ? "chosen" : ""}`, pressed: String(draft.chosen === id || draft.exchanged.has(id)), onpress: () => press(id), ondrop: (place) => drop(id, place) });
    const left = draft.sorted().filter(({ id }) => !used.has(id));
    return html`<ul class="cards own rack" aria-label="Your rack" data-drop="rack">${left.map((entry) => html`<li>${tile(entry)}</li>`)}</ul>`;
  }

  squares() {
    const { draft, view } = this;
    const canMove = this.choices().some(({ kind }) => kind === "move");
    const pick = (square) => {
      if (draft.tiles.delete(square)) return this.changed();
      if (draft.chosen !== undefined) return this.change(() => draft.place(draft.chosen, square));
      if (draft.cursor === square) draft.isDown = !draft.isDown;
      draft.cursor = square;
      this.render();
    };
    const drop = (square, place) => {
      const [kind, at] = place.dataset.drop.split(" ");
      const tile = draft.tiles.get(square);
      if (kind === "square" && draft.letterAt(Number(at)) === undefined) {
        draft.tiles.delete(square);
        draft.tiles.set(Number(at), tile);
      } else if (kind !== "square") draft.tiles.delete(square);
      this.changed();
    };
    return board({ rows: view.board, premiums: view.rules.premiums, values: view.rules.letter_values, tiles: draft.letters(), last: this.lastMove(), cursor: canMove ? draft.cursor : undefined, isDown: draft.isDown, onpick: canMove ? pick : undefined, ondrop: drop });
  }

  /// The squares of the last move.
  lastMove() {
    return new Set();
  }

  /// What the player holds, as requests for scores and best plays name it.
  holding() {
    return this.draft.holding();
  }

  announce(text) {
    document.querySelector("#announcements").textContent = text;
  }

  /// Shows the draft after a change, and asks for its points.
  changed() {
    this.error = undefined;
    this.points = undefined;
    this.render();
    const { draft } = this;
    const kind = ["move", "turn", "declare", "call"].find((name) => this.choices().some((choice) => choice.kind === name && choice.amount === undefined));
    clearTimeout(this.timer);
    const play = kind && !draft.isExchanging && draft.play(kind);
    if (!play || (kind !== "move" && draft.allParts().every((part) => part.length < 2))) return;
    this.timer = setTimeout(async () => {
      // Only the points are shown. A play that isn't one yet has none, and that is no error.
      const score = await request(`/v1/${this.slug}/score`, { ...this.holding(), ...play, lines: false }, true).catch(() => undefined);
      if (this.draft !== draft || JSON.stringify(draft.play(kind)) !== JSON.stringify(play)) return;
      this.points = score?.total ?? (score?.points || undefined);
      this.render();
    }, 150);
  }

  // Keys.

  key(event) {
    const isControl = event.target.closest?.("input, textarea, select, dialog, a, form");
    if (event.ctrlKey || event.metaKey || event.altKey || isControl || document.querySelector("dialog[open]") || !this.draft || this.isCovered) return;
    const isButton = event.target.closest("button");
    const arrow = { ArrowLeft: [false, -1], ArrowRight: [false, 1], ArrowUp: [true, -1], ArrowDown: [true, 1] }[event.key];
    const { draft } = this;
    if (draft.isBoard && arrow) {
      draft.cursor = draft.cursor === undefined ? 112 : (step(draft.cursor, ...arrow) ?? draft.cursor);
      this.render();
      this.root.querySelector(`[data-square="${draft.cursor}"]`)?.focus({ preventScroll: true });
    } else if (draft.isBoard && event.key === " " && !isButton) {
      draft.isDown = !draft.isDown;
      this.render();
    } else if (/^[a-z]$/i.test(event.key) && (draft.isBoard || this.hasWord)) {
      this.type(event.key.toUpperCase());
    } else if (event.key === "Backspace") {
      this.takeBack();
    } else if (event.key === "Escape") {
      draft.clear();
      this.changed();
    } else if (event.key === "Enter" && !isButton) {
      if (!this.isWaiting) this.main?.run();
    } else {
      return;
    }
    event.preventDefault();
  }

  async type(letter) {
    if (this.draft.isBoard) this.draft.cursor ??= 112;
    const found = this.draft.isBoard ? await this.draft.typeTile(letter) : this.draft.type(letter);
    if (found) this.changed();
    else this.announce(`no ${this.draft.isBoard ? "tile" : "card"} for ${letter}`);
  }

  takeBack() {
    const { draft } = this;
    if (draft.isBoard) {
      const last = [...draft.tiles.keys()].at(-1);
      if (last === undefined) return;
      draft.tiles.delete(last);
      draft.cursor = last;
    } else if (draft.laid.length > 0) {
      draft.laid = draft.laid.slice(0, -1);
    } else {
      draft.laid = draft.parts.pop() ?? [];
    }
    this.changed();
  }

  /// Runs a change of the draft that may ask something first.
  async change(run) {
    await run();
    this.changed();
  }
}
