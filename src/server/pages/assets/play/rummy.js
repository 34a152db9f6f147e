// Play On Words Rummy.
import { request } from "./api.js";
import { Builder } from "./builder.js";
import { cardButton } from "./cards.js";
import { button, debounced, h, panel, show } from "./dom.js";
import { lines, plays, problem, reason, ruling, settlement, total, verdict } from "./panels.js";
import { Puzzle } from "./puzzle.js";
import { shuffled } from "./random.js";
import { asked, controls, hints } from "./search.js";
import { PLAYERS, dealer, onKey, position, remember, seats } from "./table.js";

export async function start(root, variant) {
  const path = "/v1/play-on-words";
  const number = (name) => variant.numbers.find((entry) => entry.name === name).value;
  const [dealt, most] = [number("dealt"), number("hand")];

  const fresh = (seed) => {
    const cards = shuffled(variant.deck, seed);
    return { seed, seat: 0, drawn: 3 * dealt, hands: PLAYERS.map((_, seat) => cards.slice(seat * dealt, (seat + 1) * dealt)), table: [], parts: [], laid: [], points: [0, 0, 0], turns: [0, 0, 0] };
  };
  const isValid = ({ hands, table, parts, laid }) => [hands, table, parts, laid].every(Array.isArray) && hands.length === 3;
  let state = position(fresh, isValid);
  let score;
  let best;
  let ruled;
  let settled;
  let wentOut;

  const deck = () => shuffled(variant.deck, state.seed);
  const hand = () => state.hands[state.seat];
  /// The cards that parts of the turn have used already.
  const spent = () => new Set(state.parts.flatMap(({ laid }) => laid.map(({ id }) => id)));
  const free = (list) => list.filter(({ id }) => !spent().has(id));
  const wordOf = (id) => Number(/^w(\d+)\./.exec(id)[1]);
  const onto = (laid) => [...new Set(laid.filter(({ id }) => id.startsWith("w")).map(({ id }) => wordOf(id)))];
  const isPlayOn = ({ laid }) => onto(laid).length > 0;
  const currentParts = () => [...state.parts, ...(state.laid.length > 0 ? [{ laid: state.laid }] : [])];
  const cards = (laid) => laid.map(({ card }) => card);

  /// The turn, as requests have it.
  function turn() {
    const parts = currentParts();
    const news = parts.filter((part) => !isPlayOn(part));
    const playOns = parts.filter(isPlayOn).map(({ laid }) => ({ onto: onto(laid), word: cards(laid) }));
    return { ...(news.length > 0 ? { new_word: cards(news[0].laid) } : {}), ...(playOns.length > 0 ? { play_ons: playOns } : {}) };
  }
  const newWords = () => currentParts().filter((part) => !isPlayOn(part)).length;
  const body = () => ({ hand: hand(), table: state.table, turn: turn(), ...(state.turns[state.seat] === 0 ? { first_turn: true } : {}) });

  const builder = new Builder({
    groups: () => [
      ...state.table.map((word, index) => ({ label: `Word ${index + 1}`, cards: free(word.map((card, place) => ({ id: `w${index}.${place}`, card }))) })).filter(({ cards: left }) => left.length > 0),
      { label: `${PLAYERS[state.seat]}'s hand`, cards: free(hand().map((card, index) => ({ id: `h${index}`, card }))) },
    ],
    laid: () => state.laid,
    change(laid) {
      state.laid = laid;
      ruled = undefined;
      update();
    },
    hint: "A new word from the hand, or all letters of words on the table with cards from the hand.",
  });

  const puzzle = new Puzzle({
    path,
    seed: () => state.seed,
    render: () => render(),
    lay({ hand: cards, table }) {
      const begun = fresh(state.seed);
      // The puzzle is a later turn than the first.
      state = { ...begun, hands: begun.hands.with(0, cards), table, turns: [1, 1, 1] };
      [best, ruled, settled, wentOut] = [];
      update();
    },
  });

  const rescore = debounced(async (isLatest) => {
    if (currentParts().length === 0) return;
    const next = newWords() > 1 ? { error: new Error("A turn has at most one new word (P3).") } : await request(`${path}/score`, body()).catch((error) => ({ error }));
    if (!isLatest()) return;
    score = next;
    render();
  });

  function update() {
    score = undefined;
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

  const findBest = () => attempt(async () => (best = await request(`${path}/best`, { hand: hand(), table: state.table, top: 5, ...asked(), ...(state.turns[state.seat] === 0 ? { first_turn: true } : {}) })));

  const challenge = (challenger) => attempt(async () => (ruled = await request(`${path}/challenge`, { ...body(), challenger, challenged: PLAYERS[state.seat] })));

  const addPart = () => {
    state.parts = [...state.parts, { laid: state.laid }];
    builder.change([]);
  };

  const next = (change) => {
    puzzle.clear();
    Object.assign(state, { parts: [], laid: [], ...change, turns: state.turns.with(state.seat, state.turns[state.seat] + 1), seat: (state.seat + 1) % 3 });
    [best, ruled] = [];
    update();
  };

  const endTurn = () => {
    const answer = score;
    if (answer.went_out) wentOut = PLAYERS[state.seat];
    next({ table: answer.table_after, hands: state.hands.with(state.seat, answer.hand_left), points: state.points.with(state.seat, state.points[state.seat] + answer.total) });
  };

  const draw = () => {
    state.hands[state.seat] = [...hand(), deck()[state.drawn]];
    state.drawn += 1;
    best = undefined;
    update();
  };

  /// True if the laid cards can be discarded: up to three of a full hand (P3).
  const canDiscard = () => hand().length >= most && state.parts.length === 0 && state.laid.length > 0 && state.laid.length <= 3 && !isPlayOn(state);

  const discard = () => {
    const laid = builder.used();
    next({ hands: state.hands.with(state.seat, hand().filter((_, index) => !laid.has(`h${index}`))) });
  };

  const settle = () =>
    attempt(async () => {
      const players = PLAYERS.map((name, seat) => ({ name, points: state.points[seat], unplayed: state.hands[seat] }));
      const out = wentOut ?? PLAYERS.find((_, seat) => state.hands[seat].length === 0);
      settled = await request(`${path}/settle`, { players, table: state.table, round: 1, ...(out ? { went_out: out } : {}) });
    });

  /// Lays a turn that the search found, part by part.
  function layTurn({ turn: found }) {
    const inHand = hand().map((card, index) => ({ id: `h${index}`, card }));
    const take = (pool, card) => {
      const same = pool.findIndex((entry) => entry && entry.card === card);
      const index = same >= 0 ? same : pool.findIndex((entry) => entry && entry.card.split("=")[0] === card.split("=")[0]);
      const [taken] = index < 0 ? [] : pool.splice(index, 1);
      return taken && { id: taken.id, card };
    };
    const parts = (found.play_ons ?? []).map(({ onto: words, word }) => {
      const onTable = words.flatMap((index) => state.table[index].map((card, place) => ({ id: `w${index}.${place}`, card })));
      return { laid: word.map((card) => take(onTable, card) ?? take(inHand, card)) };
    });
    if (found.new_word) parts.push({ laid: found.new_word.map((card) => take(inHand, card)) });
    state.parts = parts;
    builder.change([]);
  }

  function renderParts() {
    if (state.parts.length === 0) return undefined;
    const list = state.parts.map(({ laid }, index) =>
      h("li", null, h("span", { class: "cards small" }, laid.map(({ card }) => cardButton(card, {}, { tabindex: "-1", "aria-hidden": "true", disabled: true }))), button("Take back", () => ((state.parts = state.parts.toSpliced(index, 1)), update()), { key: `part ${index}`, "aria-label": `Take back ${cards(laid).map((card) => card.split("=").at(-1)).join("")}` })),
    );
    return h("div", { class: "group" }, h("h2", null, "The turn so far"), h("ul", { class: "parts" }, list));
  }

  function renderScore() {
    if (currentParts().length === 0) return panel("The turn", null, h("p", null, "Lay a word."));
    if (!score) return panel("The turn", { "aria-busy": "true" }, h("p", null, "…"));
    if (score.error) return panel("The turn", null, problem(score.error));
    const words = score.parts.map(({ word }) => word).join(", ");
    const bad = score.parts.filter(({ valid }) => valid === false);
    return panel("The turn", { "aria-live": "polite" }, total(words, score.total), bad.length > 0 ? bad.map(reason) : verdict(true, "allowed"), lines(score.lines), score.went_out && h("p", { class: "note" }, `${PLAYERS[state.seat]} goes out.`));
  }

  function renderBest() {
    const name = ({ parts }) => parts.map(({ word }) => word).join(" + ");
    const mark = (play) => {
      if (!play) return builder.mark([]);
      const used = new Set((play.turn.play_ons ?? []).flatMap(({ onto: words }) => words));
      builder.mark(builder.pool().filter(({ id }) => id.startsWith("w") && used.has(wordOf(id))).map(({ id }) => id));
    };
    const found = best?.hints?.length > 0 ? hints(best.hints) : best && plays(best.turns.map((play) => ({ ...play, name: name(play), points: play.total })), { onshow: mark, onlay: layTurn, empty: "Nothing can be played. Draw a card." });
    return panel("Best turns", null, controls(() => ((best = undefined), render())), h("p", { class: "actions" }, button("Find the best turns", findBest)), found);
  }

  function renderRound() {
    const others = PLAYERS.filter((_, seat) => seat !== state.seat);
    const isReady = score && !score.error && currentParts().length > 0;
    const left = deck().length - state.drawn;
    return panel(
      "The round",
      null,
      h("p", { class: "note" }, `${left} cards are in the pile.${wentOut ? ` ${wentOut} is out.` : ""}`),
      h("p", { class: "actions" }, button("Add another word", addPart, { disabled: state.laid.length === 0 }), button("End the turn", endTurn, { class: "primary", disabled: !isReady || !score.valid })),
      h("p", { class: "actions" }, button("Draw a card", draw, { disabled: hand().length >= most || left === 0 || currentParts().length > 0 }), button("Discard the laid cards", discard, { disabled: !canDiscard() }), button("Pass", () => next({}))),
      h("p", { class: "actions" }, others.map((name) => button(`${name} challenges`, () => challenge(name), { disabled: !isReady }))),
      h("p", { class: "actions" }, button("Settle the round", settle)),
      ruled && (ruled.error ? problem(ruled.error) : ruling(ruled)),
      settled && settlement(settled.winners, settled.results.map(({ player, total: points, lines: steps }) => ({ name: player, points, steps }))),
    );
  }

  function render() {
    remember(state);
    const note = (seat) => `${state.points[seat]} points · ${state.hands[seat].length} cards`;
    const restart = (seed) => ((state = fresh(seed)), ([best, ruled, settled, wentOut] = []), puzzle.clear(), update());
    const choose = (seat) => (Object.assign(state, { seat, parts: [], laid: [] }), ([best, ruled] = []), update());
    const felt = h("div", { class: "felt" }, h("div", { class: "bar" }, dealer(state.seed, restart)), seats(PLAYERS, state.seat, choose, note), state.table.length === 0 && h("p", { class: "empty" }, "No words are on the table."), builder.render(), renderParts());
    show(root, felt, h("div", { class: "panels" }, renderScore(), renderBest(), renderRound(), puzzle.panel(score?.valid ? score.total : undefined)));
  }

  onKey((event) => builder.key(event));
  update();
}
