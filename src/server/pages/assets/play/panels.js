// The panels beside a table: scores, best plays, rulings, settlements, requests.
import { asCurl, asPython, asTypeScript } from "../samples.js";
import { button, h, panel, rule } from "./dom.js";

/// Returns a verdict: a symbol and words, in a colour.
export function verdict(isGood, ...text) {
  return h("p", { class: `verdict ${isGood ? "good" : "bad"}` }, h("span", { "aria-hidden": "true" }, isGood ? "✔ " : "✘ "), ...text);
}

/// Returns score lines with their running total.
export function lines(list, onmark) {
  if (!list?.length) return undefined;
  const effect = (line) => (line.multiplier !== undefined ? `×${line.multiplier}` : signed(line.points ?? line.amount));
  const rows = list.map((line) => {
    const mark = onmark && line.cards && { onmouseenter: () => onmark(line.cards), onmouseleave: () => onmark([]) };
    return h("tr", mark || {}, h("td", null, rule(line.rule)), h("td", null, line.label), h("td", { class: "number" }, effect(line)), h("td", { class: "number" }, String(line.running_total)));
  });
  const head = ["rule", "step", "", "total"].map((title, index) => h("th", { scope: "col", class: index > 1 ? "number" : "" }, title || h("span", { class: "hidden" }, "effect")));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Score, step by step" }, h("table", { class: "lines" }, h("thead", null, h("tr", null, head)), h("tbody", null, rows)));
}

function signed(points) {
  return points === undefined ? "" : points < 0 ? `−${-points}` : `+${points}`;
}

/// Returns a total in large figures with its word.
export function total(word, points) {
  return h("p", { class: "total" }, h("span", null, word), " ", h("strong", null, String(points)));
}

/// Returns the breaches of a play or the detail of a problem.
export function problem(error) {
  const found = error.problem?.breaches ?? error.breaches ?? [];
  const list = found.map((breach) => h("li", null, breach.detail, breach.rule && [" (", rule(breach.rule), ")"]));
  return h("div", { class: "problem" }, list.length > 0 ? h("ul", null, list) : h("p", null, error.problem?.detail ?? error.message));
}

/// Returns why a word is not allowed.
export function reason(word) {
  const { detail, rule: id } = word.reason ?? { detail: `${word.word} is not allowed` };
  return verdict(false, detail, id && [" (", rule(id), ")"]);
}

/// Returns a list of plays. Each is shown where it lies while it has the focus or the pointer, and
/// laid by a click.
export function plays(list, { onshow, onlay, empty }) {
  if (list.length === 0) return h("p", null, empty);
  const items = list.map((play, index) =>
    h("li", null, h("button", { type: "button", key: `play ${index}`, onmouseenter: () => onshow(play), onfocus: () => onshow(play), onmouseleave: () => onshow(undefined), onblur: () => onshow(undefined), onclick: () => onlay(play) }, h("span", null, play.name), h("strong", null, String(play.points)))),
  );
  return h("ol", { class: "plays" }, items);
}

const KINDS = {
  owes_next_pot: ({ player, amount }) => `${player} owes ${amount} to the next pot`,
  eliminated: ({ player, amount }) => `${player} is eliminated${amount ? `; ${amount} chips go to the next pot` : ""}`,
  folds: ({ player }) => `${player} folds`,
  loses_category_bonus: ({ player, amount }) => `${player} loses the bonus of ${amount} for the category`,
  move_refused: ({ player }) => `the move of ${player} is refused`,
  move_taken_back: ({ player }) => `${player} takes the move back`,
  loses_turn: ({ player }) => `${player} loses a turn`,
  gains_points: ({ player, amount }) => `${player} gains ${amount} points`,
  loses_points: ({ player, amount }) => `${player} loses ${amount} points`,
  loses_game: ({ player }) => `${player} loses the game`,
  play_returned: ({ player, amount }) => `${player} takes the play back${amount ? ` and loses its ${amount} points` : ""}`,
  collects: ({ player, cards }) => `${player} collects ${cards} ${cards === 1 ? "card" : "cards"}`,
  takes_free_card: ({ player, from }) => `${player} takes a card from the ${from}`,
  takes_nothing: ({ player }) => `${player} takes nothing`,
};

/// Returns a ruling with its consequences.
export function ruling(answer, text) {
  const { upheld, consequences, words, breaches } = answer;
  const list = consequences.map((consequence) => {
    const say = KINDS[consequence.kind] ?? (({ player, kind, amount }) => `${player}: ${kind.replaceAll("_", " ")} ${amount ?? ""}`);
    return h("li", null, say(consequence), " (", rule(consequence.rule), ")");
  });
  const judged = (words ?? (answer.word && answer.valid !== undefined ? [answer] : [])).map(({ word, valid, reason }) => h("li", null, h("span", { class: valid ? "good" : "bad" }, valid ? "✔ " : "✘ "), `${word}: ${valid ? "allowed" : (reason?.detail ?? "not allowed")}`));
  return h("div", { class: "ruling" }, verdict(!upheld, text ?? (upheld ? "The challenge is upheld" : "The challenge fails")), judged.length > 0 && h("ul", { class: "plain" }, judged), breaches?.length > 0 && problem({ breaches }), list.length > 0 ? h("ul", { class: "plain" }, list) : h("p", null, "No consequences."));
}

/// Returns the results of a settlement: who won, and how each total came about.
export function settlement(winners, results) {
  const text = winners.length === 0 ? "Nobody wins" : `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}`;
  const rows = results.map(({ name, points, note, steps }) => h("li", { class: winners.includes(name) ? "winner" : "" }, total(name, points), note && h("p", null, note), lines(steps)));
  return h("div", { class: "settlement" }, h("p", { class: "verdict good" }, h("span", { "aria-hidden": "true" }, "★ "), text), h("ul", { class: "results" }, rows));
}

/// Shows the last request, to be copied.
export function showRequest(root, request) {
  const code = h("code", null, asCurl(request));
  const copy = (label, text) =>
    button(label, async (event) => {
      const pressed = event.currentTarget;
      code.textContent = text(request);
      try {
        await navigator.clipboard.writeText(text(request));
        pressed.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(code);
        pressed.textContent = "Selected";
      }
      setTimeout(() => (pressed.textContent = label), 1500);
    });
  root.replaceChildren(panel("The request behind this", { class: "request" }, h("p", null, h("code", null, `${request.method} ${request.path}`)), h("pre", { tabindex: "0" }, code), h("p", { class: "actions" }, copy("Copy as curl", asCurl), copy("Copy as TypeScript", asTypeScript), copy("Copy as Python", asPython))));
}
