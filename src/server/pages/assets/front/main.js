// The front page: what the referee says about a word or letters, while they are typed.
import { request } from "../play/api.js";
import { debounced, h } from "../play/dom.js";
import "../site.js";
import { html, nothing, render } from "../table/lit-html.js";
import { offline } from "./offline.js";

// What can be said of letters doesn't depend on how many tiles of each there are.
const RULES = { preset: "classic", strict_bag: false };
const BOARD = Array(15).fill(".".repeat(15));
const RACK = 7;
const PREMIUMS = { T: ["tw", "3W"], D: ["dw", "2W"], t: ["tl", "3L"], d: ["dl", "2L"], _: ["", ""] };

const place = document.querySelector("#trial");
const output = place.querySelector("#answer");
const { premiums, values } = place.dataset;
const valueOf = (letter) => values.split(",")[letter.charCodeAt(0) - 65];

/// Returns where a word is laid in the middle row, so that it covers the centre.
const columnOf = (word) => (word.length > 4 ? 3 : 8 - word.length);
const moveOf = (word) => `8${String.fromCharCode(65 + columnOf(word))} ${word}`;

/// Returns the same move in the middle row. The board is symmetrical, so it has the same points.
const acrossOf = (move) => move.replace(/^H(\d+)/, (_, row) => `8${String.fromCharCode(64 + Number(row))}`);

const score = (rack, move) => request("/v1/wordgame/score", { board: BOARD, rack, move, rules: RULES }, true);

/// Tells what there is to say about letters, as soon as it is known: the verdict with a play and its
/// lines, then the best play.
async function answer(text, tell) {
  const isWord = !text.includes("?");
  if (text.length > RACK) {
    const { valid, reason } = await request(`/v1/words/${text}`, undefined, true);
    return tell({ text, isWord, valid, reason, note: "A rack has seven tiles: longer words are built on the board." });
  }
  const searching = request("/v1/wordgame/best", { board: BOARD, rack: text, rules: RULES, top: 1, lines: false }, true);
  // Its failure is told below, even if that of the score comes first.
  searching.catch(() => {});
  const own = isWord && text.length > 1 ? await score(text, moveOf(text)) : undefined;
  const judged = own?.words[0];
  const found = { text, isWord: judged !== undefined, valid: judged?.valid, reason: judged?.reason, shown: judged?.valid ? own : undefined };
  if (judged) tell({ ...found, note: "Looking for the best play …" });
  const { moves } = await searching;
  const best = moves[0] && { ...moves[0], move: acrossOf(moves[0].move) };
  tell({ ...found, best, shown: found.shown ?? (best && (await score(text, best.move))) });
}

// What it looks like.

function row(move) {
  const [at, word] = move?.split(" ") ?? ["", ""];
  const begin = at.charCodeAt(1) - 65;
  const square = (mark, column) => {
    const letter = word[column - begin];
    if (!letter) return html`<span class="square ${PREMIUMS[mark][0]}"><span>${PREMIUMS[mark][1]}</span></span>`;
    const isBlank = letter === letter.toLowerCase();
    return html`<span class="square tile ${isBlank ? "blank" : ""}"><span>${letter.toUpperCase()}</span>${isBlank ? nothing : html`<small>${valueOf(letter)}</small>`}</span>`;
  };
  return html`<div class="line" role="img" aria-label=${move ? `${word.toUpperCase()} at ${at}` : "An empty row"}>${[...premiums].map(square)}</div>`;
}

function lines({ lines, words: [{ word }], total }) {
  const line = ({ rule, label, points, multiplier, running_total: sum }) => html`<tr><td><a href="/rulebook#${rule}">${rule}</a></td><td>${label}</td><td class="number">${multiplier ? `×${multiplier}` : `+${points}`}</td><td class="number">${sum}</td></tr>`;
  return html`<table><caption class="hidden">How ${word} scores ${total}</caption><tbody>${lines.map(line)}<tr class="total"><td colspan="3">${word}</td><td class="number">${total}</td></tr></tbody></table>`;
}

function verdict({ text, isWord, valid, reason }) {
  if (!isWord) return text.length > 1 ? `The best play of ${text}:` : "Two letters or more make a word.";
  return html`<span aria-hidden="true">${valid ? "✔" : "✘"}</span> ${text} is ${valid ? "allowed" : "not allowed"}${valid || !reason ? "." : `: ${reason.detail.replace(`${text} `, "it ")}.`} <a class="about" href="/words/${text}">More</a>`;
}

function better({ text, valid, shown, best }) {
  if (!best) return text.length > 1 && text.length <= RACK ? html`<p class="more">No word can be laid with these letters.</p>` : nothing;
  const [at, word] = best.move.split(" ");
  if (!valid) return html`<p class="more">The best play of these letters: ${word.toUpperCase()} at ${at}, ${best.total} points.</p>`;
  if (shown.total >= best.total) return html`<p class="more">No play of these letters makes more.</p>`;
  return html`<p class="more">The best play is ${word.toUpperCase()} at ${at}, ${best.total} points. <button type="button" @click=${() => play(best)}>Show it</button></p>`;
}

let current;
async function play(best) {
  show({ ...current, shown: await score(current.text, best.move), isBest: true });
}

function show(found) {
  // The example is no template.
  if (!current) output.replaceChildren();
  current = found;
  render(html`${row(found.shown?.move)}<p class="said" role="status">${verdict(found)}</p>${found.shown ? lines(found.shown) : nothing}${found.note ? html`<p class="more">${found.note}</p>` : found.isBest ? nothing : better(found)}`, output);
}

const ask = debounced(async (isLatest, text) => {
  const tell = (found) => isLatest() && show(found);
  try {
    await answer(text, tell);
  } catch (error) {
    tell(await without(text, error));
  }
}, 60);

/// Without a connection, the module of the desk gives verdicts.
async function without(text, error) {
  if (error.problem) {
    const { valid, reason } = await request(`/v1/words/${text}`, undefined, true);
    return { text, isWord: true, valid, reason, note: error.message };
  }
  const valid = await offline(text).catch(() => undefined);
  if (valid === undefined) return { text, isWord: false, note: "The server can't be reached. Where the judge's desk has been opened, verdicts need no connection." };
  return { text, isWord: true, valid, note: "The server can't be reached: the verdict comes from the referee in this browser." };
}

const input = h("input", { id: "try", type: "text", maxlength: "15", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", value: place.dataset.word, "aria-describedby": "try-note" });
input.addEventListener("input", () => {
  const text = input.value.toUpperCase().replaceAll(/[^A-Z?]/g, "");
  if (input.value.toUpperCase() !== text) input.value = text;
  if (text !== "") ask(text);
});
place.prepend(h("form", { onsubmit: (event) => event.preventDefault() }, h("label", { for: "try" }, "Type a word, or the letters of a rack"), input, h("span", { id: "try-note", class: "hidden" }, "A question mark is a blank.")));
