// What the director sees: the settings of the desk, new editions, and the log.
import { button, h, panel } from "../play/dom.js";
import { builds, useNewest } from "./builds.js";
import { offered } from "./editions.js";
import { boardPanel } from "./board.js";
import { logPanel } from "./log_view.js";
import { sealed } from "./pin.js";
import { CHALLENGES, GAMES, isCounted } from "./rules.js";

const SECONDS = [10, 20, 30, 60];
const NONE = "";
/// A lexicon with fewer words is probably a list for something else.
const SMALL = 50_000;

/// Returns a control with its label and a note that describes it.
function field(label, control, note) {
  const id = `note-${label.toLowerCase().replaceAll(/\W+/g, "-")}`;
  if (note) control.setAttribute("aria-describedby", id);
  return h("div", { class: "field" }, h("label", null, h("span", null, label), control), note && h("p", { class: "note", id }, note));
}

/// Shows the settings. `open` gets new settings, and opens the desk with them or throws an error.
export async function showDirector(root, { settings, log, failed, open, newGame, voidLine }) {
  const known = await offered();
  const editions = [...new Map([settings?.lexicon, settings?.second, ...(known ?? [])].filter(Boolean).map((edition) => [edition.digest, edition])).values()];
  const message = h("p", { role: "alert", class: "entry-problem" });

  const text = (properties) => h("input", { type: "text", autocomplete: "off", maxlength: "64", ...properties });
  const choose = (choices, chosen, properties) => h("select", properties, choices.map(([value, name]) => h("option", { value, selected: String(value) === String(chosen) }, name)));
  const choices = editions.map((edition) => [edition.digest, nameOf(edition, settings, known)]);

  const desk = text({ value: settings?.desk ?? "", placeholder: "Table 5" });
  const players = [0, 1].map((seat) => text({ value: settings?.players?.[seat] ?? "" }));
  const game = choose(Object.entries(GAMES).map(([key, { title }]) => [key, title]), settings?.game ?? "classic");
  const challenge = choose(CHALLENGES, settings?.challenge ?? "double");
  const challengeField = field("Penalty for a failed challenge", challenge);
  const lexicon = choose(choices, settings?.lexicon.digest ?? known?.find(({ isDefault }) => isDefault)?.digest);
  const warning = h("p", { class: "news", role: "status" });
  const second = choose([[NONE, "none"], ...choices], settings?.second?.digest ?? NONE);
  const seconds = choose(SECONDS.map((value) => [value, `${value} seconds`]), settings?.seconds ?? 10);
  const pin = h("input", { type: "password", autocomplete: "new-password", minlength: "4", maxlength: "64", required: !settings });

  const showChallenge = () => (challengeField.hidden = GAMES[game.value].challenge === undefined);
  game.addEventListener("change", () => ((challenge.value = GAMES[game.value].challenge ?? challenge.value), showChallenge()));
  showChallenge();

  const byDigest = (digest) => editions.find((edition) => edition.digest === digest);
  const showWarning = () => (warning.textContent = doubtsAbout(known?.find(({ digest }) => digest === lexicon.value) ?? byDigest(lexicon.value)));
  lexicon.addEventListener("change", showWarning);
  showWarning();
  const kept = (digest) => {
    const { name, edition, digest: same, words } = byDigest(digest) ?? {};
    return name && { name, edition, digest: same, words };
  };
  async function submit(event) {
    event.preventDefault();
    const names = players.map(({ value }) => value.trim()).filter(Boolean);
    const chosen = { desk: desk.value.trim(), players: names, game: game.value, challenge: challengeField.hidden ? undefined : challenge.value, lexicon: kept(lexicon.value), second: kept(second.value), seconds: Number(seconds.value) };
    const wrong = mistake(chosen);
    message.textContent = wrong ?? "";
    if (wrong) return;
    submitButton.disabled = true;
    submitButton.textContent = "Loading the lexicon…";
    try {
      await open({ ...chosen, pin: pin.value === "" ? settings.pin : await sealed(pin.value) });
    } catch (error) {
      message.textContent = `The desk can't be opened: ${error.message}.`;
      submitButton.disabled = false;
      submitButton.textContent = "Open the desk";
    }
  }

  const submitButton = h("button", { class: "primary" }, "Open the desk");
  const form = h(
    "form",
    { class: "settings", autocomplete: "off", onsubmit: submit },
    panel("The game", null, field("Game", game), challengeField, countPanel(settings, failed, newGame)),
    panel("Lexicons", null, lexiconNews(settings, known), field("Lexicon", lexicon), warning, field("Second opinion", second, "Shown after the verdict, which it doesn't change.")),
    panel("The desk", null, field("Name", desk, "For example the table or the round. Each verdict in the log repeats it."), h("div", { class: "pair" }, field("First player", players[0]), field("Second player", players[1])), h("p", { class: "note" }, "Without names, the desk says “the challenger” and “the challenged player”."), field("Clear the verdict after", seconds), field(settings ? "New director's PIN" : "Director's PIN", pin, settings ? "Leave it empty to keep the current PIN." : "At least 4 characters. It opens this page again, so keep it secret from the players, and write it down: nobody can reset it.")),
    h("div", { class: "settings-end" }, message, submitButton),
  );
  root.replaceChildren(h("div", { class: "director" }, h("header", { class: "desk-head" }, h("img", { src: "/assets/icon.svg", alt: "", width: "24", height: "24" }), h("h1", null, "Word judge: director's settings"), button("Full screen", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen().catch(() => {}))), h("a", { href: "/docs/guide/judge" }, "Guide")), h("main", { id: "main", class: "director-main" }, form, h("div", { class: "director-side" }, await logPanel(log, settings?.desk, { voidLine, newGame }), boardPanel(), versionPanel(root.dataset.build)))));
  root.querySelector("select").focus();
}

function mistake({ players, lexicon, second }) {
  if (players.length === 1) return "Enter the names of both players, or leave both fields empty.";
  if (players.length === 2 && players[0] === players[1]) return "The players must have different names.";
  if (!lexicon) return "Choose a lexicon.";
  if (second?.name === lexicon.name) return "The second opinion must come from a lexicon with another name.";
  return undefined;
}

/// Returns why a lexicon may be the wrong one for a tournament.
function doubtsAbout({ name, words, isMarked } = {}) {
  if (words < SMALL) return `${name} has only ${words.toLocaleString("en")} words. Is it the lexicon of the tournament?`;
  return isMarked === false ? `The words of ${name} have no marks, so rules that bar classes of words bar none of them.` : "";
}

function nameOf({ name, edition, digest, words }, settings, known) {
  const isUsed = settings?.lexicon.digest === digest || settings?.second?.digest === digest;
  const isNew = !isUsed && [settings?.lexicon, settings?.second].some((used) => used?.name === name);
  const isOffered = known?.some((offer) => offer.digest === digest);
  const note = [isUsed && "in use", isNew && "new on the server", isUsed && known && !isOffered && "no longer on the server"].filter(Boolean).join(", ");
  return `${name} ${edition} · ${words === undefined ? "" : `${words.toLocaleString("en")} words · `}${digest.slice(0, 15)}${note && ` (${note})`}`;
}

function lexiconNews(settings, known) {
  if (known === undefined) return h("p", { class: "note" }, "The server can't be reached. The lexicons in use stay on this computer.");
  const news = known.filter(({ name, digest }) => [settings?.lexicon, settings?.second].some((used) => used?.name === name && used.digest !== digest));
  return news.map(({ name, edition }) => h("p", { class: "news" }, `The server has another edition of ${name}: ${edition}. The desk keeps the one in use until you choose the new one.`));
}

function countPanel(settings, failed, newGame) {
  if (!isCounted(settings?.challenge) || settings.players.length === 0) return undefined;
  const counts = h("p", null, `Failed challenges in this game: ${settings.players.map((name) => `${name} ${failed[name] ?? 0}`).join(", ")}.`);
  return h("div", null, counts, h("p", { class: "actions" }, button("Start a new game", async () => (await newGame(), counts.replaceChildren("Failed challenges in this game: none.")))));
}

/// The versions of the desk's own code.
function versionPanel(build) {
  const body = h("div", null, h("p", { class: "note" }, "Looking for a new version…"));
  const line = (label, value) => h("p", null, `${label} `, h("code", { title: value }, value.slice(0, 12)));
  builds().then(({ used, newest }) => {
    const update = button("Use the new version", async () => (await useNewest(), location.reload()));
    body.replaceChildren(line("In use:", build), ...(used === newest ? [h("p", { class: "note" }, "The server has no other version.")] : [line("On the server:", newest), h("p", { class: "actions" }, update)]), ...(used === build ? [] : [h("p", { class: "news" }, "This page is not the version in use. Reload it.")]));
  }, (error) => body.replaceChildren(line("In use:", build), h("p", { class: "news" }, `This browser can't store the desk for use without a connection: ${error.message}.`)));
  return panel("Version of the desk", null, body);
}
