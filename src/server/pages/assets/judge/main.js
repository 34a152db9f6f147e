// The judge's desk: opens it as the director left it.
import { h } from "../play/dom.js";
import { startWorker } from "./builds.js";
import { showDirector } from "./director.js";
import { hold, textOf } from "./editions.js";
import { Log } from "./log.js";
import { askForPin } from "./pin.js";
import { showDesk } from "./player.js";
import { startReferee } from "./referee.js";
import { consequence, points, requestFor } from "./rules.js";
import { readSetting, writeSetting } from "./store.js";

const root = document.querySelector("#judge");
const OPERATION = "validate_words";

function fault(...text) {
  root.replaceChildren(h("main", { id: "main", class: "fault" }, h("h1", null, "Word judge"), ...text.map((paragraph) => h("p", null, paragraph))));
}

/// Loads the lexicons of the settings into a new referee.
async function refereeFor(settings) {
  const editions = [settings.lexicon, settings.second].filter(Boolean);
  const texts = await Promise.all(editions.map(async (edition) => ({ ...edition, text: await textOf(edition) })));
  const referee = await startReferee();
  for (const edition of texts) {
    const digest = await referee.load(edition);
    if (digest !== edition.digest) throw new Error(`the lexicon ${edition.name} has the digest ${digest}, not ${edition.digest}`);
  }
  return { referee, texts };
}

async function start() {
  const log = await Log.open();
  let settings = await readSetting("desk");
  let failed = (await readSetting("failed")) ?? {};
  let referee;
  /// The number of lines that the store did not take.
  let missing = 0;
  let close = () => {};

  async function judge(words, players) {
    const request = { ...requestFor(words, settings), ...(settings.second && { second_lexicon: pinned(settings.second) }) };
    const { status, body } = referee.answer(OPERATION, request);
    const answer = JSON.parse(body);
    if (status !== 200) throw new Error(answer.detail);
    const acceptable = answer.all_valid;
    const failedBefore = players && (failed[players.challenger] ?? 0);
    const line = consequence(settings, { acceptable, words: words.length, players, failedBefore });
    const challenge = { ...(settings.challenge && { rule: settings.challenge }), ...players, ...(players && { failed_before: failedBefore }), consequence: line };
    const warning = await logged({ operation: OPERATION, request, answer, challenge });
    if (acceptable && players) await count({ ...failed, [players.challenger]: failedBefore + 1 });
    return { acceptable, consequence: line, warning, second: settings.second && { ...settings.second, acceptable: answer.second_opinion.all_valid } };
  }

  /// Adds a line to the log before the verdict is shown. A store that takes no more doesn't stop the
  /// game: the verdict then has a warning, and the next line says how many are missing.
  async function logged(line) {
    try {
      await log.append({ ...line, ...(missing > 0 ? { missing_before: missing } : {}) });
      missing = 0;
      return undefined;
    } catch {
      missing += 1;
      return "This verdict is not in the log: the browser's store takes no more. Tell the director.";
    }
  }

  async function count(counts) {
    failed = counts;
    // It also counts if the store is full.
    await writeSetting("failed", counts).catch(() => {});
  }

  /// Voids a verdict by another line. Its failed challenge no longer counts.
  async function voidLine({ n, answer, challenge }) {
    await log.append({ event: "voided", line: n });
    const lines = (await log.lines()).map((line) => JSON.parse(line));
    const isOfThisGame = !lines.some(({ n: other, event }) => other > n && event === "new_game");
    const { challenger } = challenge ?? {};
    if (answer.all_valid && isOfThisGame && failed[challenger] > 0) await count({ ...failed, [challenger]: failed[challenger] - 1 });
    await showSettings();
  }

  async function newGame() {
    await logged({ event: "new_game", failed });
    await count({});
  }

  function showPlayers() {
    close = showDesk(root, settings, { judge, onDirector });
  }

  async function onDirector() {
    if (!(await askForPin(settings.pin, () => logged({ event: "wrong_pin" })))) return;
    await logged({ event: "settings_shown" });
    await showSettings();
  }

  async function showSettings() {
    close();
    close = () => {};
    await showDirector(root, { settings, log, failed, open, newGame, voidLine });
  }

  async function open(chosen) {
    const loaded = await refereeFor(chosen);
    await hold(loaded.texts);
    await navigator.storage?.persist?.();
    const isSamePlayers = String(chosen.players) === String(settings?.players);
    if (!isSamePlayers) await count({});
    await writeSetting("desk", chosen);
    referee = loaded.referee;
    settings = chosen;
    await logged({ event: "opened", ...described() });
    showPlayers();
  }

  function described() {
    const { pin, ...shown } = settings;
    return { settings: shown, build: root.dataset.build };
  }

  if (!settings) return showSettings();
  ({ referee } = await refereeFor(settings));
  await logged({ event: "started", ...described() });
  showPlayers();
}

const pinned = ({ name, digest }) => `${name}@${digest}`;

/// One tab has the desk, so that one log has every verdict.
function alone(run) {
  const waiting = setTimeout(() => fault("The desk is open in another tab or window. Close it there to continue here."), 1000);
  return navigator.locks.request("wordcourt-judge", async () => {
    clearTimeout(waiting);
    await run();
    await new Promise(() => {});
  });
}

if (!isSecureContext) {
  fault("This address is not secure, so the browser doesn't let the desk store its log or work without a connection.", "Open the desk over https, or on the computer that runs the server, at http://localhost.");
} else {
  startWorker().catch(() => {});
  alone(start).catch((error) => {
    fault(`The desk can't start: ${error.message}.`);
    throw error;
  });
}
