// My Word!
import { request } from "./api.js";
import { Builder } from "./builder.js";
import { button, debounced, h, panel, show } from "./dom.js";
import { lines, plays, problem, reason, ruling, settlement, total, verdict } from "./panels.js";
import { Puzzle } from "./puzzle.js";
import { shuffled, stacked } from "./random.js";
import { asked, controls, hints } from "./search.js";
import { PLAYERS, dealer, onKey, position, remember, seats } from "./table.js";

/// The cards on the table when a round begins.
const OPENING = 8;

export async function start(root, variant) {
  const path = "/v1/my-word";
  // `order` has the indexes of the cards on the table in the shuffled deck; `dealt` cards have left it.
  const round = { order: [...Array(OPENING).keys()], dealt: OPENING, laid: [], won: [0, 0, 0] };
  const fresh = (seed) => ({ seed, seat: 0, first: [], rounds: [], ...structuredClone(round) });
  const isValid = ({ order, won, rounds, laid, first }) => [order, won, rounds, laid, first].every(Array.isArray);
  let state = position(fresh, isValid);
  let score;
  let best;
  let ruled;
  let settled;

  // Every round is dealt from a deck of its own.
  // The first round of a puzzle begins with its cards.
  const deck = () => stacked(shuffled(variant.deck, state.seed + state.rounds.length * 7919), new Map(state.rounds.length === 0 ? state.first.entries() : []));
  const table = () => state.order.map((index) => ({ id: `c${index}`, card: deck()[index] }));
  const cards = () => table().map(({ card }) => card);
  const call = () => state.laid.map(({ card }) => card);
  const dealerSeat = () => (2 + state.rounds.length) % 3;

  const builder = new Builder({
    groups: () => [{ label: "Table", cards: table(), note: "No cards are left." }],
    laid: () => state.laid,
    change(laid) {
      state.laid = laid;
      ruled = undefined;
      update();
    },
    hint: "Three cards or more. Click them, drag them here, or type.",
  });

  const puzzle = new Puzzle({
    path,
    seed: () => state.seed,
    render: () => render(),
    lay({ table: first }) {
      state = { ...fresh(state.seed), first, order: [...first.keys()], dealt: first.length };
      [best, ruled, settled] = [];
      update();
    },
  });

  const rescore = debounced(async (isLatest) => {
    if (state.laid.length === 0) return;
    const next = await request(`${path}/score`, { table: cards(), call: call() }).catch((error) => ({ error }));
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

  const findBest = () => attempt(async () => (best = await request(`${path}/best`, { table: cards(), top: 8, ...asked() })));

  const deal = () => {
    puzzle.clear();
    state.order = [...state.order, state.dealt];
    state.dealt += 1;
    best = undefined;
    update();
  };

  /// The referee rules on the call, and the cards go to whom the ruling names.
  const callIt = () =>
    attempt(async () => {
      const body = { table: cards(), call: call(), caller: PLAYERS[state.seat], dealer: PLAYERS[dealerSeat()], players: PLAYERS, deck: deck().length - state.dealt };
      const answer = await request(`${path}/challenge`, body);
      const used = builder.used();
      for (const { player, kind, cards: count = 1, from } of answer.consequences) {
        if (kind === "takes_nothing") continue;
        state.won[PLAYERS.indexOf(player)] += count;
        if (kind === "collects") state.order = state.order.filter((index) => !used.has(`c${index}`));
        else if (from === "table") state.order = state.order.slice(1);
        else state.dealt += count;
      }
      Object.assign(state, { laid: [] });
      [best, score] = [];
      ruled = answer;
    });

  const roundsSoFar = () => [...state.rounds, ...(state.won.some((count) => count > 0) ? [state.won] : [])].map((won) => won.map((count, seat) => ({ player: PLAYERS[seat], cards: count })));

  const endRound = () => {
    Object.assign(state, { rounds: [...state.rounds, state.won], ...structuredClone(round) });
    [best, ruled] = [];
    update();
  };

  const settle = () => attempt(async () => (settled = await request(`${path}/settle`, { rounds: roundsSoFar() })));

  function renderScore() {
    if (state.laid.length === 0) return panel("The call", null, h("p", null, "Lay a word from the cards on the table."));
    if (!score) return panel("The call", { "aria-busy": "true" }, h("p", null, "…"));
    if (score.error) return panel("The call", null, problem(score.error));
    const good = score.legal ? verdict(true, "allowed") : score.breaches?.length > 0 ? problem(score) : reason(score);
    return panel("The call", { "aria-live": "polite" }, total(score.word, score.points), good, lines(score.lines));
  }

  function renderBest() {
    const found = best?.hints?.length > 0 ? hints(best.hints) : best && plays(best.calls.map((play) => ({ ...play, name: play.word })), {
      onshow: (play) => builder.mark(play ? builder.match(play.call) : []),
      onlay: (play) => builder.change(play.call.map((card, index) => ({ id: builder.match(play.call)[index], card }))),
      empty: "No word is possible.",
    });
    return panel("Best calls", null, controls(() => ((best = undefined), render())), h("p", { class: "actions" }, button("Find the best calls", findBest)), found);
  }

  function renderRound() {
    const isLast = state.rounds.length >= PLAYERS.length - 1;
    return panel(
      "The game",
      null,
      h("p", { class: "note" }, `Round ${state.rounds.length + 1} of ${PLAYERS.length}. ${PLAYERS[dealerSeat()]} deals. ${deck().length - state.dealt} cards are in the deck.`),
      h("p", { class: "actions" }, button("Deal a card", deal, { disabled: state.dealt >= deck().length }), button(`${PLAYERS[state.seat]} calls`, callIt, { key: "call", class: "primary", disabled: state.laid.length === 0 })),
      h("p", { class: "actions" }, button("End the round", endRound, { disabled: isLast }), button("Settle the game", settle, { disabled: roundsSoFar().length === 0 })),
      ruled && (ruled.error ? problem(ruled.error) : ruling(ruled, ruled.upheld ? "The call is refused" : "The call stands")),
      settled && settlement(settled.winners, settled.results.map(({ player, total: points, lines: steps }) => ({ name: player, points, steps }))),
    );
  }

  function render() {
    remember(state);
    const wonBy = (seat) => state.rounds.reduce((sum, won) => sum + won[seat], state.won[seat]);
    const note = (seat) => `${wonBy(seat)} ${wonBy(seat) === 1 ? "card" : "cards"}`;
    const felt = h(
      "div",
      { class: "felt" },
      h("div", { class: "bar" }, dealer(state.seed, (seed) => ((state = fresh(seed)), ([best, ruled, settled] = []), puzzle.clear(), update()))),
      seats(PLAYERS, state.seat, (seat) => ((state.seat = seat), render()), note),
      builder.render(),
    );
    show(root, felt, h("div", { class: "panels" }, renderScore(), renderBest(), renderRound(), puzzle.panel(score?.legal ? score.points : undefined)));
  }

  onKey((event) => builder.key(event));
  update();
}
