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
    // No verdict without its line in the log.
    await log.append({ operation: OPERATION, request, answer, challenge });
    if (acceptable && players) await count({ ...failed, [players.challenger]: failedBefore + 1 });
    return { acceptable, consequence: line, second: settings.second && { ...settings.second, acceptable: answer.second_opinion.all_valid } };
  }

  async function count(counts) {
    failed = counts;
    await writeSetting("failed", counts);
  }

  async function newGame() {
    await log.append({ event: "new_game", failed });
    await count({});
  }

  function showPlayers() {
    close = showDesk(root, settings, { judge, onDirector });
  }

  async function onDirector() {
    if (!(await askForPin(settings.pin))) return;
    await log.append({ event: "settings_shown" });
    await showSettings();
  }

  async function showSettings() {
    close();
    close = () => {};
    await showDirector(root, { settings, log, failed, open, newGame });
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
    await log.append({ event: "opened", ...described() });
    showPlayers();
  }

  function described() {
    const { pin, ...shown } = settings;
    return { settings: shown, build: root.dataset.build };
  }

  if (!settings) return showSettings();
  ({ referee } = await refereeFor(settings));
  await log.append({ event: "started", ...described() });
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
