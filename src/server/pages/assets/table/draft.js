// The play that a player prepares: cards in a word, or tiles on the board. What is prepared is sent as
// it is; whether it is allowed, the server says.
import { asLetter, choose, faceOf } from "../play/cards.js";
import { columnOf, moveOf, rowOf, step, tilesOf } from "../play/squares.js";

/// Cards with an id for each place where they lie.
const named = (cards, prefix) => cards.map((card, index) => ({ id: `${prefix}${index}`, card }));
const faces = (laid) => laid.map(({ card }) => card);

/// The cards of the groups that a word is made of, by game; `isOwn` marks the hand of the player.
const GROUPS = {
  "choose-your-words": () => [],
  "word-for-word": ({ board }) => [{ label: "Board", cards: named(board, "b"), empty: "The board is empty." }],
  "play-on-words": ({ table, players }, me) => [
    ...table.map((word, index) => ({ label: `Word ${index + 1}`, cards: named(word, `w${index}.`), isWord: true })),
    ...players.filter(({ name, hand }) => name !== me && hand?.length > 0).map(({ name, hand }) => ({ label: `${name}'s cards`, cards: named(hand, `m${name}.`) })),
  ],
  "my-word": ({ table }) => [{ label: "Cards on the table", cards: named(table, "c"), empty: "No card is turned up yet." }],
};

export class Draft {
  /// `view` is what the player `me` sees. A new draft keeps the order of the rack of the one before.
  constructor(slug, view, me, before) {
    Object.assign(this, { slug, view, me, isBoard: slug === "wordgame", hasColours: slug === "choose-your-words" || slug === "word-for-word" });
    const player = view.players.find(({ name }) => name === me);
    this.hand = named((this.isBoard ? player?.rack : player?.hand) ?? [], "h");
    this.order = before?.order ?? [];
    this.clear();
    this.cursor = undefined;
    this.isDown = before?.isDown ?? false;
  }

  clear() {
    this.cursor = this.tiles?.keys().next().value ?? this.cursor;
    Object.assign(this, { laid: [], parts: [], tiles: new Map(), isExchanging: false, exchanged: new Set(), chosen: undefined });
  }

  isEmpty() {
    return this.laid.length === 0 && this.parts.length === 0 && this.tiles.size === 0 && this.exchanged.size === 0;
  }

  /// The hand in the order that the player likes.
  sorted() {
    const place = ({ id }) => (this.order.includes(id) ? this.order.indexOf(id) : Number(id.slice(1)) + 100);
    return this.hand.toSorted((a, b) => place(a) - place(b));
  }

  shuffle() {
    this.order = this.hand.map(({ id }) => [Math.random(), id]).sort(([a], [b]) => a - b).map(([, id]) => id);
  }

  /// Puts a tile of the rack before another one.
  swap(id, before) {
    const order = this.sorted().map((entry) => entry.id).filter((entry) => entry !== id);
    this.order = order.toSpliced(order.indexOf(before), 0, id);
  }

  groups() {
    return GROUPS[this.slug]?.(this.view, this.me) ?? [];
  }

  pool() {
    return [...this.hand, ...this.groups().flatMap(({ cards }) => cards)];
  }

  used() {
    const tiles = [...this.tiles.values()].map(({ id }) => id);
    return new Set([...this.laid, ...this.parts.flat()].map(({ id }) => id).concat(tiles));
  }

  // Words of cards.

  /// Lays a card, or takes it back if it is laid. A wild or flip card asks what it stands for.
  async press(id, asItIs) {
    if (this.laid.some((laid) => laid.id === id)) this.laid = this.laid.filter((laid) => laid.id !== id);
    else if (!this.used().has(id)) await this.lay(id, this.laid.length, asItIs);
  }

  async lay(id, place, asItIs) {
    const found = this.pool().find((entry) => entry.id === id);
    if (!found || this.parts.flat().some((entry) => entry.id === id)) return;
    const already = this.laid.find((entry) => entry.id === id);
    const shown = already?.card ?? (!asItIs && faceOf(found.card).isOpen ? await choose(found.card, this.hasColours) : found.card);
    if (shown === undefined) return;
    const rest = this.laid.filter((entry) => entry.id !== id);
    this.laid = rest.toSpliced(place, 0, { id, card: shown });
  }

  /// Lays the card that fits a typed letter best: a plain card before a flip card before a wild.
  type(letter) {
    const used = this.used();
    const blues = this.laid.filter(({ card }) => card.endsWith("b")).length;
    const colour = this.hasColours ? (blues * 2 >= this.laid.length ? "b" : "r") : "";
    const rank = ({ card }) => (faceOf(card).isWild ? 2 : faceOf(card).isOpen ? 1 : 0);
    const free = this.pool().filter(({ id }) => !used.has(id)).toSorted((a, b) => rank(a) - rank(b));
    const found = free.map(({ id, card }) => ({ id, card: asLetter(card, letter, colour) })).find(({ card }) => card);
    if (found) this.laid = [...this.laid, found];
    return found !== undefined;
  }

  /// Begins another word of the same turn.
  addPart() {
    this.parts = [...this.parts, this.laid];
    this.laid = [];
  }

  /// Lays these cards of the hand as they are, to give them away.
  take(cards) {
    this.clear();
    for (const card of cards) {
      const found = this.hand.find((entry) => entry.card === card && !this.laid.includes(entry));
      if (found) this.laid.push(found);
    }
  }

  /// The laid cards as they lie in the hand, for exchanges and discards.
  put() {
    return this.laid.map(({ id }) => this.pool().find((entry) => entry.id === id).card);
  }

  isFromHand() {
    return this.parts.length === 0 && this.laid.every(({ id }) => id.startsWith("h"));
  }

  allParts() {
    return [...this.parts, ...(this.laid.length > 0 ? [this.laid] : [])];
  }

  // Tiles on the board.

  letterAt(square) {
    const placed = this.view.board[rowOf(square)][columnOf(square)];
    return placed === "." ? this.tiles.get(square)?.letter : placed;
  }

  letters() {
    return new Map([...this.tiles].map(([square, { letter }]) => [square, letter]));
  }

  /// Lays a tile of the rack on a square. The tile without a letter asks for one.
  async place(id, square, letter) {
    if (this.letterAt(square) !== undefined) return;
    const tile = this.hand.find((entry) => entry.id === id).card;
    const shown = letter ?? (tile === "?" ? (await choose("?", false))?.split("=")[1].toLowerCase() : tile);
    if (shown === undefined) return;
    this.tiles.set(square, { id, letter: shown });
    this.chosen = undefined;
    this.cursor = this.nextFree(square) ?? square;
  }

  /// Lays a tile where the cursor is.
  async placeNext(id, letter) {
    const square = this.letterAt(this.cursor) === undefined ? this.cursor : this.nextFree(this.cursor);
    if (square !== undefined) await this.place(id, square, letter);
  }

  nextFree(square) {
    let next = square;
    while (next !== undefined && this.letterAt(next) !== undefined) next = step(next, this.isDown);
    return next;
  }

  async typeTile(letter) {
    const free = this.hand.filter(({ id }) => !this.used().has(id));
    const plain = free.find(({ card }) => card === letter);
    const tile = plain ?? free.find(({ card }) => card === "?");
    if (tile) await this.placeNext(tile.id, plain ? letter : letter.toLowerCase());
    return tile !== undefined;
  }

  move() {
    return this.isBoard ? moveOf(this.view.board, this.letters(), this.isDown) : undefined;
  }

  // What is sent.

  /// Returns what an action that plays the draft says; undefined if it is no play yet.
  play(kind) {
    if (this.isBoard) return this.move() && { move: this.move() };
    const parts = this.allParts();
    if (parts.length === 0) return undefined;
    if (kind === "declare") return { play: faces(this.laid) };
    if (kind === "call") return { call: faces(this.laid) };
    const ontos = (part) => [...new Set(part.filter(({ id }) => id[0] === "w").map(({ id }) => Number(/^w(\d+)/.exec(id)[1])))];
    const news = parts.filter((part) => ontos(part).length === 0);
    const ons = parts.filter((part) => ontos(part).length > 0).map((part) => ({ onto: ontos(part), word: faces(part) }));
    const turn = { ...(news.length > 0 ? { new_word: faces(news.flat()) } : {}), ...(ons.length > 0 ? { play_ons: ons } : {}) };
    const from = /^m(.*)\.\d+$/.exec(parts.flat().map(({ id }) => id).find((id) => id[0] === "m") ?? "")?.[1];
    return kind === "mug" ? from && { from, turn } : { turn };
  }

  /// Returns the cards that a player holds, as searches and scores name them.
  holding() {
    const cards = faces(this.hand);
    if (this.isBoard) return { board: this.view.board, rack: cards.join(""), rules: { preset: this.view.rules.preset } };
    if (this.slug === "my-word") return { table: this.view.table };
    if (this.slug === "word-for-word") return { thought: cards, board: this.view.board };
    if (this.slug === "choose-your-words") return { hand: cards };
    const isFirst = this.view.players.find(({ name }) => name === this.me)?.first_turn;
    return { hand: cards, table: this.view.table, ...(isFirst ? { first_turn: true } : {}), ...(this.view.phase === "last" ? { last_play: true } : {}) };
  }

  /// Lays a play of the list of the best ones.
  show(found) {
    this.clear();
    if (this.isBoard) {
      for (const [square, letter] of tilesOf(this.view.board, found.move)) {
        const used = this.used();
        const tile = this.hand.find(({ id, card }) => !used.has(id) && card === (letter === letter.toLowerCase() ? "?" : letter));
        if (tile) this.tiles.set(square, { id: tile.id, letter });
      }
      return;
    }
    const free = this.pool().slice();
    const take = (card, prefix) => {
      const face = card.split("=")[0];
      const fits = ({ id, card: other }) => (prefix === undefined || id.startsWith(prefix)) && (other === card || other.split("=")[0] === face);
      const index = free.findIndex(fits);
      return index < 0 ? undefined : { id: free.splice(index, 1)[0].id, card };
    };
    const word = (cards, prefixes = [undefined]) => cards.map((card) => prefixes.reduce((taken, prefix) => taken ?? take(card, prefix), undefined)).filter(Boolean);
    if (!found.turn) {
      this.laid = word(found.play ?? found.call);
      return;
    }
    const ons = (found.turn.play_ons ?? []).map(({ onto, word: cards }) => word(cards, [...onto.map((index) => `w${index}.`), "h"]));
    const news = found.turn.new_word ? [word(found.turn.new_word, ["h"])] : [];
    this.parts = [...ons, ...news];
    this.laid = this.parts.pop() ?? [];
  }
}

/// Returns the letters of a word of cards.
export const spelling = (laid) => laid.map(({ card }) => faceOf(card).text).join("");
