// The buttons: one for each action that is possible next.
import { html, nothing } from "./lit-html.js";
import { counted } from "./sentences.js";
import { spelling } from "./draft.js";

const LABELS = { check: "Check", fold: "Fold", pass: "Pass", draw: "Draw a card", done: "Done", accept: "Accept", end_round: "End the round", resign: "Resign", end: "End the game", close: "Close the window", time_out: "Time out" };
const label = (kind) => LABELS[kind] ?? kind[0].toUpperCase() + kind.slice(1).replaceAll("_", " ");

/// Returns the possible actions as buttons: `{ label, run, isMain, isReady, extra }`. A button that
/// is not ready lacks cards or tiles. `table` is the page, `choices` come from `next`.
export function buttons(table, choices) {
  const { draft, game, options } = table;
  const several = new Set(choices.map(({ player }) => player)).size > 1;
  const send = (choice, more = {}) => () => table.act({ kind: choice.kind, ...(choice.player ? { player: choice.player } : {}), ...more });
  const says = (choice, text) => (several && choice.player ? `${choice.player}: ${text}` : text);

  const played = (choice, verb) => {
    const play = draft.play(choice.kind);
    const points = table.points !== undefined && play ? ` · ${table.points}` : "";
    const word = draft.isBoard ? "" : draft.allParts().map(spelling).join(" + ");
    return { label: says(choice, `${verb}${word ? ` ${word}` : ""}${points}`), run: send(choice, play), isMain: true, isReady: play !== undefined && !table.error?.problem };
  };

  const amount = (choice) => {
    const value = Math.min(choice.max, Math.max(choice.min, options.amount ?? choice.min));
    const change = (event) => table.set({ amount: Number(event.target.value) });
    const name = choice.kind === "bet" ? "Bet" : "Raise to";
    const extra = choice.max > choice.min ? html`<label class="amount"><span class="hidden">${name}</span><input type="range" min=${choice.min} max=${choice.max} .value=${String(value)} @input=${change} data-key="amount"></label>` : nothing;
    return { label: `${name} ${value}`, run: send(choice, { amount: value }), isReady: true, isMain: choices.length === 1, extra };
  };

  const give = (choice, verb, none) => {
    const count = draft.laid.length;
    if (count > choice.max) return none === undefined ? [] : [{ label: `${verb} at most ${counted(choice.max, "card")}`, isReady: false, isMain: true }];
    const isReady = count >= choice.min && draft.isFromHand();
    return [{ label: count === 0 ? (none ?? `${verb} a card`) : `${verb} ${counted(count, "card")}`, run: send(choice, { cards: draft.put() }), isReady, isMain: none !== undefined }];
  };

  const MAKERS = {
    move: (choice) => [played(choice, "Play")],
    turn: (choice) => [played(choice, "Play"), ...(draft.laid.length > 0 ? [{ label: "And another word", run: () => (draft.addPart(), table.changed()), isReady: true }] : [])],
    declare: (choice) => [
      played(choice, "Declare"),
      ...(table.view.category && draft.laid.length > 0 ? [{ label: "Declare as in the category", run: send(choice, { ...draft.play("declare"), category_match: true }), isReady: true }] : []),
      ...(draft.isEmpty() ? [{ label: "No word", run: send(choice, { none: true }), isReady: true }] : []),
    ],
    call: (choice) => [choice.amount === undefined ? played(choice, "Call") : { label: `Call ${choice.amount}`, run: send(choice), isReady: true, isMain: true }],
    calls: () => [],
    mug: (choice) => [played(choice, "Mug")],
    bet: (choice) => [amount(choice)],
    raise: (choice) => [amount(choice)],
    discard: (choice) => give(choice, "Discard"),
    exchange(choice) {
      if (!draft.isBoard) return give(choice, "Exchange", "Keep all cards");
      if (!draft.isExchanging) return [{ label: "Exchange …", run: () => (draft.clear(), (draft.isExchanging = true), table.changed()), isReady: true }];
      const tiles = draft.hand.filter(({ id }) => draft.exchanged.has(id)).map(({ card }) => card);
      return [{ label: tiles.length === 0 ? "Press tiles to exchange" : `Exchange ${counted(tiles.length, "tile")}`, run: send(choice, { tiles: tiles.join("") }), isMain: true, isReady: tiles.length >= choice.min && tiles.length <= choice.max }];
    },
    deal(choice) {
      const isPoker = table.categories.length > 0;
      const pick = (event) => table.set({ category: event.target.value });
      const extra = isPoker ? html`<label class="choice"><span class="hidden">Category</span><select @change=${pick}><option value="">No category</option>${table.categories.map(({ name, title }) => html`<option value=${name} ?selected=${options.category === name}>${title}</option>`)}</select></label>` : nothing;
      const category = isPoker && options.category ? { category: { name: options.category } } : {};
      return [{ label: says(choice, game.slug === "my-word" ? "Turn up a card" : "Deal"), run: () => ((options.category = undefined), table.deal({ kind: "deal", player: choice.player, ...category })), isReady: true, isMain: draft.isEmpty(), extra }];
    },
    end_round: (choice) => [{ label: says(choice, label("end_round")), run: () => table.deal({ kind: "end_round", player: choice.player }), isReady: true, isMain: draft.isEmpty() }],
    challenge(choice) {
      if (choice.whom) return choice.whom.map((name) => ({ label: `Challenge ${name}'s ${wordOf(table.view, name)}`, run: send(choice, { challenged: name }), isReady: true }));
      return [{ label: says(choice, `Challenge ${table.view.pending?.words.join(", ") ?? ""}`), run: send(choice), isReady: true }];
    },
    challenge_category: (choice) => choice.whom.map((name) => ({ label: `${name}'s ${wordOf(table.view, name)} is not in the category`, run: send(choice, { challenged: name }), isReady: true })),
    vote: (choice) => [["Not in the category", { for_challenger: true }], ["It is in the category", { for_challenger: false }], ["Abstain", { abstain: true }]].map(([text, more]) => ({ label: says(choice, text), run: send(choice, more), isReady: true })),
  };
  const other = (choice) => [{ label: says(choice, label(choice.kind)), run: send(choice), isReady: true, isMain: choice.kind === "accept" || choice.kind === "check" }];
  return choices.flatMap((choice) => (MAKERS[choice.kind] ?? other)(choice));
}

const wordOf = (view, player) => view.players.find(({ name }) => name === player)?.declared?.word ?? "word";
export { label };
