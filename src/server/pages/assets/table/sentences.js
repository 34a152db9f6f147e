// What happened, in words. Every event names its rule.
import { faceOf } from "../play/cards.js";

export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
const wins = (names) => `${listed(names)} ${names.length === 1 ? "wins" : "win"}`;
const spelled = (cards) => cards.map((card) => (card === "?" ? "★" : faceOf(card).text)).join(" ");
const allIn = ({ all_in: isAll }) => (isAll ? ", all in" : "");
const why = ({ reason, breaches }) => (reason?.detail ?? breaches?.[0]?.detail ? `: ${reason?.detail ?? breaches[0].detail}` : "");
const CARDS = { wordgame: "tile" };

const REASONS = { all_chips: "one player has all chips", target: "the target is reached", rounds: "all rounds are played", play_off: "after a play-off", out_of_tiles: "the tiles are used up", resigned: "the other resigned" };

const SENTENCES = {
  cut: ({ cards, dealer }) => [`Cut for the deal: ${Object.entries(cards).map(([name, card]) => `${name} ${spelled([card])}`).join(", ")}`, dealer && `; ${dealer} deals`],
  ante: ({ player, amount, owed }) => [`${player} antes ${amount}`, owed > 0 && ` and pays ${owed} owed`],
  dealt: ({ player, count, cards }, noun) => (cards ? `${player} gets ${spelled(cards)}` : `${player} gets ${counted(count, noun)}`),
  drew: ({ player, count, cards }, noun) => (cards ? `${player} draws ${spelled(cards)}` : `${player} draws ${counted(count, noun)}`),
  checked: ({ player }) => `${player} checks`,
  bet: (event) => `${event.player} bets ${event.to}${allIn(event)}`,
  raised: (event) => `${event.player} raises to ${event.to}${allIn(event)}`,
  called: (event) => `${event.player} calls with ${event.amount}${allIn(event)}`,
  folded: ({ player }) => `${player} folds`,
  returned: ({ player, amount }) => `${player} takes back ${amount} that nobody matched`,
  exchanged: ({ player, count, discarded, cards }, noun) => (count === 0 || discarded?.length === 0 ? `${player} keeps everything` : count === undefined ? [`${player} gives ${spelled(discarded)}`, cards?.length > 0 && ` for ${spelled(cards)}`] : `${player} exchanges ${counted(count, noun)}`),
  reshuffled: ({ count }) => `${counted(count, "card")} are shuffled under the pile`,
  board: ({ cards, street }) => `The ${street}: ${spelled(cards)}`,
  shown: () => "All hands are shown",
  declared: ({ player }) => `${player} has a word`,
  revealed: ({ words }) => Object.entries(words).map(([name, { word, total }]) => (word ? `${name}: ${word} for ${total}` : `${name}: no word`)).join("; "),
  vote_opened: ({ player, challenged, word }) => `${player} says that ${challenged}'s ${word} is not in the category: vote`,
  voted: ({ player, for_challenger: vote }) => `${player} ${vote === undefined ? "abstains" : vote ? "votes against the word" : "votes for the word"}`,
  accepted: ({ player }) => `${player} accepts`,
  pot: ({ amount, winners, share, remainder, decided_by: by }) => [`${listed(winners)} ${winners.length === 1 ? "wins" : "share"} the pot of ${amount}`, winners.length > 1 && `, ${share} each`, by === "word" ? " by the best word" : by === "card_points" ? " by the cards" : "", remainder > 0 && `; ${remainder} stay`],
  won: ({ player, amount }) => `${player} wins ${amount} without showing`,
  pot_stays: ({ amount }) => `${amount} stay in the pot`,
  taken_back: ({ player, amount }) => `${player} takes back ${amount}`,
  eliminated: ({ player }) => `${player} is out`,
  play_off: ({ players }) => `${listed(players)} are tied and play on`,
  looked_up: ({ player, word }) => `${player} looks up ${word}`,
  ruling: (event) => {
    const { player, challenged, word, words, upheld, allowed } = event;
    if (allowed !== undefined) return `${player} calls ${word || "a word"}: ${allowed ? "allowed" : "not allowed"}${allowed ? "" : why(event)}`;
    return `${player} challenges ${challenged}'s ${word ?? listed(words)}: ${upheld ? "not allowed" : "allowed"}${why(event)}`;
  },
  played: ({ player, points, going_out: out, lines }) => [`${player} plays ${listed(lines?.filter(({ label }) => label.includes(":")).map(({ label }) => label.split(":")[0]) ?? []) || "cards"} for ${points - (out ?? 0)}`, out > 0 && `, and ${out} for going out`],
  went_out: ({ player }) => `${player} goes out`,
  discarded: ({ player, count, cards }) => (cards ? `${player} puts ${spelled(cards)} away` : `${player} discards ${counted(count, "card")}`),
  passed: ({ player }) => `${player} passes`,
  last_plays: ({ players }) => `Last plays: ${listed(players)}`,
  no_play: ({ player }) => `${player} plays nothing more`,
  unplayed: ({ hands }) => `Unplayed: ${Object.entries(hands).map(([name, cards]) => `${name} ${spelled(cards) || "nothing"}`).join("; ")}`,
  mugged: ({ player, from, word, points }) => `${player} finds ${word} in ${from}'s cards for ${points}`,
  done: ({ player }) => `${player} is done`,
  deducted: ({ player, points }) => (points === 0 ? `${player} loses no points` : `${player} loses ${counted(Math.abs(points), "point")} for unplayed cards`),
  moved: ({ player, words, points }) => `${player} plays ${listed(words)} for ${points}`,
  new_racks: () => "Both players draw new racks",
  move_taken_back: ({ player, points }) => `${player} takes the move back and loses its ${counted(points, "point")}`,
  challenge_cost: ({ player, points }) => `${player} ${points < 0 ? "loses" : "gains"} ${counted(Math.abs(points), "point")}`,
  turn_lost: ({ player }) => `${player} loses the next turn`,
  turned_up: ({ card }) => `${spelled([card])} is turned up`,
  not_heard: ({ players }) => `${listed(players)} ${players.length === 1 ? "was" : "were"} not heard first`,
  collected: ({ player, cards }) => `${player} collects ${counted(cards.length, "card")}`,
  free_card: ({ player, card, from }) => `${player} takes ${spelled([card])} from the ${from}`,
  round_over: ({ cards }) => `The round is over: ${Object.entries(cards).map(([name, count]) => `${name} ${count}`).join(", ")}`,
  timed_out: ({ player }) => `${player} is played by the rules`,
  over: ({ winners, reason }) => `${winners.length > 0 ? wins(winners) : "Nobody wins"}${`: ${REASONS[reason] ?? reason.replaceAll("_", " ")}`}`,
};

/// Returns why something isn't possible, as a sentence.
export function detail({ problem, message, name }) {
  const text = problem?.breaches?.map((breach) => breach.detail).join("; ") || problem?.detail;
  if (text) return `${text[0].toUpperCase()}${text.slice(1)}.`;
  return name === "TypeError" ? "The server can't be reached. Try again." : message;
}

/// Returns an event as a sentence.
export function sentence(event, game) {
  const say = SENTENCES[event.kind] ?? (({ player, kind }) => `${player ?? ""} ${kind.replaceAll("_", " ")}`.trim());
  return [say(event, CARDS[game] ?? "card")].flat().filter(Boolean).join("");
}

/// Returns the events that a player may see. Of two events about the same cards only the one that shows
/// more, and none that only says that the server deals.
export function visible(events, player) {
  const seen = events.filter(({ only }) => !only || only === player);
  const own = new Set(seen.filter(({ only }) => only).map(({ kind, player: whose }) => `${kind} ${whose}`));
  const isDealer = ({ kind }, index) => kind === "timed_out" && ["turned_up", "round_over"].includes(seen[index + 1]?.kind);
  return seen.filter((event, index) => (event.only || !own.has(`${event.kind} ${event.player}`)) && !isDealer(event, index));
}

const DUTIES = { deal: "to deal", bet: "to bet", exchange: "to exchange cards or keep them", declare: "to declare a word", challenge: "to accept or challenge", vote: "to vote", last: "to make a last play", muggins: "to find words in the cards left over" };

/// Returns what the player whose turn it is has to do; nothing where the buttons say it.
export const dutyOf = (phase, game) => (game === "my-word" ? "to turn up a card or call a word" : (DUTIES[phase] ?? ""));
