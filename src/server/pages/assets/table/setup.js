// The form for a new game.
import { html, nothing, render } from "./lit-html.js";
import { newSeed } from "./game.js";
import { detail } from "./sentences.js";

/// How well the server plays: the rarest words that it knows, and which of its best plays it takes.
const LEVELS = {
  beginner: { title: "Beginner", bot: { max_tier: 35, rank: 6 } },
  club: { title: "Club player", bot: { max_tier: 50, rank: 2 } },
  expert: { title: "Expert", bot: { max_tier: 70, rank: 1 } },
  machine: { title: "Every word", bot: { rank: 1 } },
};
const NAMES = ["Ann", "Bob", "Cid", "Dot"];

/// The house rules that the form asks for: name, label, choices with the default first.
const ROUNDS = (...counts) => ["rounds", "Rounds", counts.map((count) => [count, count === 0 ? "until one has all chips" : count === "" ? "as many as the rules say" : String(count)])];
const RULES = {
  "choose-your-words": [ROUNDS(3, 1, 5, 10, 0)],
  "word-for-word": [ROUNDS(3, 1, 5, 10, 0)],
  "play-on-words": [ROUNDS("", 1, 2, 3, 4), ["muggins", "Muggins", [[false, "no"], [true, "yes: find words in cards left over"]]]],
  wordgame: [
    ["preset", "Game", [["wordgame", "Wordgame"], ["classic", "Classic crossword game"]]],
    ["challenge", "Words that aren't allowed", [["", "as usual in the game"], ["void", "are refused"], ["double", "stand unless challenged; a wrong challenge loses a turn"], ["five_per_word", "stand unless challenged; a wrong challenge costs 5 a word"]]],
  ],
  "my-word": [ROUNDS("", 1, 2, 3)],
};
const CHIPS = { "choose-your-words": 30, "word-for-word": 30 };

/// The most players, where it isn't four.
const mostPlayers = (slug, preset) => (slug === "wordgame" && preset === "wordgame" ? 2 : 4);

/// The choices of the form, kept while the page is open.
const wanted = {};

/// Asks for the players and the rules, and calls `onstart` with the request to start the game and the
/// players of the server.
export function setup(root, slug, onstart) {
  const seats = wanted[slug] ?? ["person", "club", "", ""];
  wanted[slug] = seats;
  let preset = "wordgame";
  const most = () => mostPlayers(slug, preset);

  function read(form) {
    const data = new FormData(form);
    const taken = seats.slice(0, most()).map((who, seat) => [who, (data.get(`name${seat}`) || NAMES[seat]).trim()]).filter(([who]) => who);
    const bots = Object.fromEntries(taken.filter(([who]) => LEVELS[who]).map(([who, name]) => [name, LEVELS[who].bot]));
    const chips = CHIPS[slug] ? { chips: Number(data.get("chips")) || CHIPS[slug] } : {};
    const rules = Object.fromEntries(RULES[slug].map(([name, , choices]) => [name, choices[Number(data.get(name))][0]]).filter(([, value]) => value !== ""));
    const names = taken.map(([, name]) => name);
    if (new Set(names).size < names.length) throw new Error("Two players have the same name.");
    return [{ players: names.map((name) => ({ name, ...chips })), seed: newSeed(), rules }, bots];
  }

  async function submit(event) {
    event.preventDefault();
    const form = event.target;
    const error = form.querySelector(".error");
    error.textContent = "";
    try {
      await onstart(...read(form));
    } catch (problem) {
      error.textContent = detail(problem);
    }
  }

  function draw() {
    const seat = (who, index) => {
      const choices = [...(index < 2 ? [] : [["", "nobody"]]), ["person", index === 0 ? "you" : "a friend"], ...Object.entries(LEVELS).map(([name, { title }]) => [name, `server: ${title.toLowerCase()}`])];
      const change = (event) => ((seats[index] = event.target.value), draw());
      return html`<li><label class="field"><span>${`Player ${index + 1}`}</span><select name="seat${index}" @change=${change} .value=${who}>${choices.map(([value, text]) => html`<option value=${value} ?selected=${value === who}>${text}</option>`)}</select></label>
        ${who ? html`<label class="field"><span>Name</span><input name="name${index}" maxlength="20" autocomplete="off" placeholder=${NAMES[index]}></label>` : nothing}</li>`;
    };
    const choose = (event, name, choices) => name === "preset" && ((preset = choices[Number(event.target.value)][0]), draw());
    const rule = ([name, text, choices]) => html`<label class="field"><span>${text}</span><select name=${name} @change=${(event) => choose(event, name, choices)}>${choices.map(([, said], index) => html`<option value=${index}>${said}</option>`)}</select></label>`;
    render(
      html`<form class="setup" @submit=${submit}>
        <p class="most">${most() === 2 ? "Two players." : "Two to four players."}</p>
        <ol class="players">${seats.slice(0, most()).map(seat)}</ol>
        <div class="rules">${RULES[slug].map(rule)}${CHIPS[slug] ? html`<label class="field"><span>Chips each</span><input name="chips" type="number" min="1" max="1000" value=${CHIPS[slug]}></label>` : nothing}</div>
        <p class="error bad" role="alert"></p>
        <button class="primary">Start the game</button>
      </form>`,
      root,
    );
  }
  draw();
}
