// What players see: the words of a play, then one verdict for all of them, and nothing else.
import { h, show as showIn } from "../play/dom.js";
import { GAMES, mistake, wordsOf } from "./rules.js";

/// Keys that come this soon after a verdict, in milliseconds, were meant for the words: a key that
/// was pressed twice must not take the verdict away.
const PAUSE = 500;
const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "NumLock", "ScrollLock", "Fn"];
const KEYS = ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];
/// Touch keyboards suggest words, so tablets get keys of the desk's own.
const TOUCH = matchMedia("(pointer: coarse)");

/// Shows the desk to players. `judge` gets the words and the names of the sides, stores the line of
/// the log and returns the verdict; `onDirector` is called when somebody asks for the director.
///
/// Returns a function that takes the view away.
export function showDesk(root, settings, { judge, onDirector }) {
  const { players = [], seconds } = settings;
  let isBusy = false;
  let shownAt;
  let timer;
  let challenger;
  let textarea;

  const verdict = h("section", { id: "verdict", class: "verdict-area", "aria-live": "assertive", "aria-atomic": "true", "aria-label": "Verdict" });
  const problem = h("p", { class: "entry-problem", role: "alert" });
  const place = h("div", { class: "words-place" });
  const submit = h("button", { class: "primary judge-button" }, "Judge");
  const sides = players.length === 2 && challengers();
  const form = h(
    "form",
    { class: "entry", autocomplete: "off", onsubmit: (event) => (event.preventDefault(), decide()) },
    h("label", { for: "words" }, "Words of the play"),
    place,
    problem,
    sides,
    screenKeys(),
    submit,
    h("p", { class: "hint", id: "how" }, "Space between words. ", h("kbd", null, "Tab"), " or ", h("kbd", null, "Enter"), " judges the play."),
  );
  const head = h("header", { class: "desk-head" }, h("img", { src: "/assets/icon.svg", alt: "", width: "24", height: "24" }), h("h1", null, "Word judge"), settings.desk && h("p", { class: "desk-name" }, settings.desk), h("button", { type: "button", class: "director-button", onclick: onDirector }, "Director"));
  const main = h("main", { id: "main", class: "desk-main" }, form, verdict);
  root.replaceChildren(h("div", { class: "desk" }, head, main, facts(settings)));

  /// A new element has no earlier text that a browser could bring back.
  function emptyEntry() {
    textarea = h("textarea", { id: "words", rows: "2", maxlength: "400", autocomplete: "off", autocorrect: "off", autocapitalize: "characters", spellcheck: "false", translate: "no", "aria-describedby": "how", inputmode: TOUCH.matches ? "none" : "text" });
    place.replaceChildren(textarea);
    problem.textContent = "";
    // Who challenged before says nothing about the next play.
    choose(undefined);
    textarea.focus();
  }

  function choose(index) {
    challenger = index;
    if (sides) sides.querySelectorAll("input").forEach((input, side) => (input.checked = side === index));
  }

  function challengers() {
    const choice = (name, index) => h("label", null, h("input", { type: "radio", name: "challenger", onchange: () => choose(index) }), ` ${name} challenges`);
    return h("fieldset", { class: "sides" }, h("legend", null, "Who challenges?"), players.map(choice));
  }

  function screenKeys() {
    const key = (label, type, name) => h("button", { type: "button", class: `key ${name ?? ""}`, "aria-label": name, onclick: () => (type(), textarea.focus()) }, label);
    const letter = (name) => key(name, () => (textarea.value += name));
    const rows = KEYS.map((row) => h("div", null, [...row].map(letter)));
    rows.push(h("div", null, key("space", () => (textarea.value += " "), "space"), key("⌫", () => (textarea.value = textarea.value.slice(0, -1)), "delete")));
    return h("div", { class: "screen-keys", role: "group", "aria-label": "Keys" }, rows);
  }

  async function decide() {
    const words = wordsOf(textarea.value);
    if (isBusy || words.length === 0) return;
    problem.textContent = mistake(words) ?? "";
    if (sides && challenger === undefined && problem.textContent === "") problem.textContent = `Choose who challenges: the arrow key up for ${players[0]}, down for ${players[1]}.`;
    if (problem.textContent !== "") return;
    isBusy = true;
    const named = sides && { challenger: players[challenger], challenged: players[1 - challenger] };
    try {
      show(words, await judge(words, named || undefined));
    } catch (error) {
      problem.textContent = `The desk can't judge: ${error.message}. Call the director.`;
    }
    isBusy = false;
  }

  function show(words, { acceptable, consequence, second, warning }) {
    const kind = acceptable ? "acceptable" : "unacceptable";
    form.hidden = true;
    place.replaceChildren();
    showIn(
      verdict,
      h("p", { class: "verdict-word" }, h("span", { "aria-hidden": "true" }, acceptable ? "✔" : "✘"), ` ${kind.toUpperCase()}`),
      h("p", { class: "judged", translate: "no" }, words.join(" ")),
      consequence && h("p", { class: "consequence" }, consequence),
      second && h("p", { class: "second" }, `Second opinion, ${second.name} ${second.edition}: ${second.acceptable ? "✔\u00a0acceptable" : "✘\u00a0unacceptable"}`),
      warning && h("p", { class: "second" }, warning),
      h("p", { class: "hint" }, TOUCH.matches ? "Touch the screen to clear it." : "Any key clears the screen."),
    );
    root.firstChild.dataset.verdict = kind;
    document.activeElement?.blur();
    shownAt = performance.now();
    timer = setTimeout(clear, seconds * 1000);
  }

  function clear() {
    clearTimeout(timer);
    shownAt = undefined;
    verdict.replaceChildren();
    delete root.firstChild.dataset.verdict;
    form.hidden = false;
    emptyEntry();
  }

  function onKeydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || MODIFIERS.includes(event.key)) return;
    if (shownAt !== undefined) {
      event.preventDefault();
      if (!event.repeat && performance.now() - shownAt > PAUSE) clear();
    } else if (event.target === textarea && (event.key === "Enter" || event.key === "Tab")) {
      // Without words, Tab moves on, so that the keyboard reaches everything.
      if (event.key === "Tab" && (event.shiftKey || textarea.value.trim() === "")) return;
      event.preventDefault();
      if (!event.repeat) decide();
    } else if (sides && event.target === textarea && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      choose(event.key === "ArrowUp" ? 0 : 1);
    } else if (/^[\p{L} ]$|^Backspace$/u.test(event.key) && event.target !== textarea && !document.querySelector("dialog[open]") && !(event.key === " " && event.target.closest("button, input"))) {
      // Wherever the focus is, letters are those of the words.
      textarea.focus();
    }
  }

  function onClick() {
    if (shownAt !== undefined && performance.now() - shownAt > PAUSE) clear();
  }

  document.addEventListener("keydown", onKeydown);
  document.addEventListener("click", onClick);
  const awake = keepAwake();
  emptyEntry();
  return () => {
    clearTimeout(timer);
    awake();
    document.removeEventListener("click", onClick);
    document.removeEventListener("keydown", onKeydown);
    root.replaceChildren();
  };
}

/// Keeps the screen on while the desk is open, where the browser can. Returns a function that ends it.
function keepAwake() {
  let lock;
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").then((held) => (lock = held), () => {});
  ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    document.removeEventListener("visibilitychange", ask);
    lock?.release();
  };
}

/// The part that is always on the screen.
function facts({ game, lexicon, second }) {
  const fact = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));
  const edition = ({ name, edition: number, digest, words }) => [h("span", null, `${name} ${number}`), " ", words && h("span", { class: "count" }, `${words.toLocaleString("en")} words `), h("code", { title: digest }, digest.slice(0, 15))];
  return h("footer", { class: "desk-facts" }, h("dl", null, fact("Game", GAMES[game].short), fact("Lexicon", edition(lexicon)), second && fact("Second opinion", edition(second))));
}
