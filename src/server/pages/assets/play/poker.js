// Choose Your Words and Word For Word.
import { request } from "./api.js";
import { Builder } from "./builder.js";
import { Exchanges, Odds } from "./chances.js";
import { button, debounced, h, panel, select, show } from "./dom.js";
import { lines, plays, problem, reason, ruling, settlement, total, verdict } from "./panels.js";
import { Puzzle } from "./puzzle.js";
import { shuffled, stacked } from "./random.js";
import { asked, controls, hints } from "./search.js";
import { PLAYERS, dealer, onKey, position, remember, seats } from "./table.js";

const CHIPS = [40, 25, 75];
const POT = 100;
/// The cards on the board of Word For Word, by their names.
const STAGES = [[0, "before the shout"], [3, "shout"], [4, "mumble"], [5, "whisper"]];

export async function start(root, variant) {
  const path = `/v1/${variant.variant}`;
  const isShared = variant.variant === "word-for-word";
  const dealt = variant.numbers.find(({ name }) => name === (isShared ? "thought" : "cards_dealt")).value;
  const values = Object.fromEntries(variant.letter_values.map(({ letter, value }) => [letter, value]));
  const lexicons = await request("/v1/lexicons", undefined, true);
  const categories = lexicons.lexicons.find((lexicon) => lexicon.default).categories;

  const fresh = (seed) => ({ seed, seat: 0, first: [], stage: isShared ? 3 : 0, plays: [[], [], []], folded: [false, false, false], challenged: [false, false, false], category: "" });
  const isValid = ({ plays: laid, folded, first }) => Array.isArray(laid) && laid.length === 3 && Array.isArray(folded) && Array.isArray(first);
  let state = position(fresh, isValid);
  let score;
  let best;
  let ruled;
  let settled;

  // `first` has cards that come from the deck first, by their places: those of a puzzle.
  const deck = () => stacked(shuffled(variant.deck, state.seed), new Map(state.first));
  const handOf = (seat) => deck().slice(seat * dealt, (seat + 1) * dealt).map((card, index) => ({ id: `${isShared ? "t" : "h"}${seat}.${index}`, card }));
  const boardCards = () => deck().slice(3 * dealt, 3 * dealt + state.stage).map((card, index) => ({ id: `b${index}`, card }));
  const cardsOf = (list) => list.map(({ card }) => card);
  const category = () => (state.category ? { category: { name: state.category } } : {});
  /// The cards of a player, as requests name them.
  const holding = (seat) => (isShared ? { thought: cardsOf(handOf(seat)), board: cardsOf(boardCards()) } : { hand: cardsOf(handOf(seat)) });

  const builder = new Builder({
    values,
    hasColours: true,
    hint: "Click cards, drag them here, or type a word.",
    groups: () => [{ label: isShared ? `${PLAYERS[state.seat]}'s thought` : `${PLAYERS[state.seat]}'s hand`, cards: handOf(state.seat) }, ...(isShared ? [{ label: "Board", cards: boardCards(), note: "No cards yet." }] : [])],
    laid: () => state.plays[state.seat],
    change(laid) {
      state.plays[state.seat] = laid;
      state.challenged[state.seat] = false;
      ruled = settled = undefined;
      update();
    },
  });

  const chances = isShared ? new Odds(() => render()) : new Exchanges(() => render());
  const puzzle = new Puzzle({
    path,
    seed: () => state.seed,
    render: () => render(),
    lay({ hand = [], thought = [], board = [] }) {
      const first = [...hand, ...thought].map((card, index) => [index, card]);
      settled = undefined;
      turnTo({ ...fresh(state.seed), stage: board.length, first: [...first, ...board.map((card, index) => [3 * dealt + index, card])] });
    },
  });

  const rescore = debounced(async (isLatest) => {
    const play = cardsOf(state.plays[state.seat]);
    if (play.length === 0) return;
    const body = { play, ...holding(state.seat), ...category() };
    const next = await request(`${path}/score`, body).catch((error) => ({ error }));
    if (!isLatest()) return;
    score = next;
    render();
  });

  function update() {
    score = undefined;
    rescore();
    render();
  }

  function turnTo(change) {
    Object.assign(state, change);
    best = ruled = undefined;
    chances.clear();
    update();
  }

  async function attempt(run) {
    try {
      await run();
    } catch (error) {
      ruled = { error };
    }
    render();
  }

  const findBest = () => attempt(async () => (best = await request(`${path}/best`, { ...holding(state.seat), ...category(), top: 8, lines: false, ...asked() })));

  const challenge = (challenger) =>
    attempt(async () => {
      const players = PLAYERS.map((name, seat) => ({ name, chips: CHIPS[seat] }));
      const body = { play: cardsOf(state.plays[state.seat]), challenger, challenged: PLAYERS[state.seat], pot: POT, players, ...category() };
      ruled = await request(`${path}/challenge`, body);
      state.challenged[state.seat] = true;
    });

  const settle = () =>
    attempt(async () => {
      const players = PLAYERS.map((name, seat) => {
        const cards = isShared ? { thought: holding(seat).thought } : { hand: holding(seat).hand };
        const play = state.plays[seat].length > 0 ? { play: cardsOf(state.plays[seat]) } : {};
        const entry = { name, chips: CHIPS[seat], ...(state.folded[seat] ? { folded: true } : { ...cards, ...play }) };
        return state.challenged[seat] && !state.folded[seat] ? { ...entry, challenged: true } : entry;
      });
      const board = isShared ? { board: cardsOf(boardCards()) } : {};
      settled = await request(`${path}/settle`, { pot: POT, players, ...board, ...category(), dealer: "cid" });
    });

  function renderScore() {
    if (state.plays[state.seat].length === 0) return panel("Score", null, h("p", null, "Lay two or more cards."));
    if (!score) return panel("Score", { "aria-busy": "true" }, h("p", null, "…"));
    if (score.error) return panel("Score", null, problem(score.error));
    const laid = [...root.querySelectorAll("[data-laid]")];
    const mark = (places) => laid.forEach((_, index) => root.querySelector(`[data-laid="${index}"]`)?.classList.toggle("marked", places.includes(index)));
    return panel("Score", { "aria-live": "polite" }, total(score.word, score.total), score.valid ? verdict(true, "allowed") : reason(score), lines(score.lines, mark));
  }

  function renderBest() {
    const found = best?.hints?.length > 0 ? hints(best.hints) : best && plays(best.plays.map((play) => ({ ...play, name: play.word, points: play.total })), {
      onshow: (play) => builder.mark(play ? builder.match(play.play) : []),
      onlay: ({ play }) => builder.change(play.map((card, index) => ({ id: builder.match(play)[index], card }))),
      empty: `No word is possible. The cards are worth ${best.card_points}.`,
    });
    return panel("Best plays", null, controls(() => ((best = undefined), render())), h("p", { class: "actions" }, button("Find the best plays", findBest)), found, best && best.plays.length > 0 && h("p", { class: "note" }, `${best.words_found} words are possible.`));
  }

  function renderRound() {
    const others = PLAYERS.filter((_, seat) => seat !== state.seat);
    const isFolded = state.folded[state.seat];
    const canChallenge = state.plays[state.seat].length > 0 && !isFolded;
    return panel(
      "The round",
      null,
      h("p", { class: "note" }, `The pot has ${POT} chips. ${PLAYERS[state.seat]} ${isFolded ? "has folded" : "is in"}.`),
      h("p", { class: "actions" }, others.map((name) => button(`${name} challenges`, () => challenge(name), { disabled: !canChallenge }))),
      h("p", { class: "actions" }, button(isFolded ? "Take the fold back" : `Fold ${PLAYERS[state.seat]}`, () => turnTo({ folded: state.folded.with(state.seat, !isFolded) }), { key: "fold" }), button("Settle the round", settle, { class: "primary" })),
      ruled && (ruled.error ? problem(ruled.error) : ruling(ruled)),
      settled && renderSettlement(),
    );
  }

  function renderSettlement() {
    const results = settled.scores.map(({ player, word, total: points, card_points, standing, lines: steps, reason: why, breaches }) => {
      const share = settled.shares.find((entry) => entry.player === player);
      const note = [standing === "folded" ? "folded" : standing === "fell" ? `${word ?? "the play"} fell${why ? `: ${why.detail}` : breaches?.length ? `: ${breaches[0].detail}` : ""}` : word ? `${word}` : card_points !== undefined ? `no word; the cards are worth ${card_points}` : "", share && `takes ${share.amount} chips`].filter(Boolean).join(" · ");
      return { name: player, points: points ?? card_points ?? 0, note, steps };
    });
    return settlement(settled.winners, results);
  }

  function render() {
    remember(state);
    const note = (seat) => (state.folded[seat] ? "folded" : state.plays[seat].length > 0 ? builderWord(state.plays[seat]) : `${CHIPS[seat]} chips`);
    const choices = [["", "none"], ...categories.map(({ name, title }) => [name, title])];
    const table = h(
      "div",
      { class: "felt" },
      h("div", { class: "bar" }, dealer(state.seed, (seed) => ((settled = undefined), puzzle.clear(), turnTo(fresh(seed)))), isShared && select("Board", STAGES, state.stage, (stage) => turnTo({ stage: Number(stage), plays: [[], [], []] })), select("Category", choices, state.category, (name) => turnTo({ category: name }))),
      seats(PLAYERS, state.seat, (seat) => turnTo({ seat }), note),
      builder.render(),
    );
    const mark = (cards) => builder.mark(builder.match(cards));
    const chance = isShared ? chances.panel(path, () => holding(state.seat)) : chances.panel(path, () => holding(state.seat).hand, mark);
    const solved = state.seat === 0 && score?.valid ? score.total : undefined;
    show(root, table, h("div", { class: "panels" }, renderScore(), renderBest(), chance, renderRound(), puzzle.panel(solved)));
  }

  onKey((event) => builder.key(event));
  update();
}

/// Returns the letters of a word of cards.
function builderWord(laid) {
  return laid.map(({ card }) => card.split("=").at(-1)[0]).join("");
}
