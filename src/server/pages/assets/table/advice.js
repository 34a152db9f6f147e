// What a player may want to know before a bet or an exchange, on request: the odds in Word For Word, and
// the exchanges of Choose Your Words.
import { request } from "../play/api.js";
import { row } from "./cards.js";
import { html, nothing } from "./lit-html.js";
import { visible } from "./sentences.js";

const percent = (ppm) => `${(ppm / 10_000).toFixed(1)} %`;
const number = (value) => value.toLocaleString("en");
const points = (milli) => (milli / 1000).toFixed(1);

/// The cards that the player has given away in this round.
function givenAway({ game, viewer }) {
  const events = game.log.flatMap(({ events: all }) => visible(all, viewer));
  const round = events.slice(events.findLastIndex(({ kind }) => kind === "dealt") + 1);
  return round.filter(({ kind, player, discarded }) => kind === "exchanged" && player === viewer && discarded).flatMap(({ discarded }) => discarded);
}

function odds({ share_ppm: share, wins, ties, deals, method, standard_error_ppm: error, mine, word, nuts }) {
  const how = method === "exact" ? `counted over all ${number(deals)} deals` : `from a sample of ${number(deals)} deals, give or take ${percent(2 * error)}`;
  return html`<p>Your share of the pot is <b>${percent(share)}</b> on average: you win ${percent((wins / deals) * 1e6)} of the deals and share ${percent((ties / deals) * 1e6)}, ${how}.</p>
    <p>${word ? `Your best word now is ${word} for ${mine}.` : `You have no word yet: your cards make ${mine}.`} ${nuts ? html`Nobody can have more than ${nuts.total}${nuts.word ? ` (${nuts.word})` : ""} with the board as it is.` : nothing}</p>
    <p class="note">If everybody finds the best word and nobody folds. All cards that you don't see are equally likely.</p>`;
}

function exchanges({ stand, options }, values, ontake) {
  const line = ({ discard, expected_milli: mean, standard_error_milli: error }) => html`<li><button type="button" @click=${() => ontake(discard)}><span>Give ${row(discard, values)}</span><strong>${points(mean)}${error ? html` <small>± ${points(2 * error)}</small>` : nothing}</strong></button></li>`;
  const isSample = options.some(({ method }) => method === "sampled");
  return html`<ol class="plays exchanges"><li><button type="button" @click=${() => ontake([])}><span>Keep all cards</span><strong>${points((stand.sum / stand.cases) * 1000)}</strong></button></li>${options.slice(0, 5).map(line)}</ol>
    <p class="note">The points of your best word after the draw, on average over ${isSample ? "a sample of draws" : "all draws"}. It looks one exchange ahead, and knows neither the other players nor the bets.</p>`;
}

/// Returns what can be asked now: `{ label, ask, show }`; nothing if there is nothing to ask.
export function advice(table) {
  const { slug, view, draft, game } = table;
  if (slug === "word-for-word" && draft.hand.length === 2 && !view.showdown && game.isWaitedFor(table.viewer)) {
    const opponents = view.players.filter(({ name, playing, folded }) => name !== table.viewer && playing && !folded).length;
    if (opponents === 0) return undefined;
    return { label: "Show my odds", ask: () => request(`${game.path}/odds`, { ...draft.holding(), opponents }), show: odds };
  }
  const exchange = slug === "choose-your-words" && table.choices().find(({ kind }) => kind === "exchange");
  if (!exchange) return undefined;
  const discarded = givenAway(table);
  const body = { hand: draft.holding().hand, max: exchange.max, ...(discarded.length > 0 ? { discarded } : {}) };
  const take = (cards) => table.change(() => draft.take(cards));
  return { label: "Compare exchanges", ask: () => request(`${game.path}/exchange`, body), show: (answer) => exchanges(answer, table.values, take) };
}
