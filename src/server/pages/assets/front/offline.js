// Verdicts without a connection, where the judge's desk has left its module and its lexicon.
import { Referee } from "../core/referee.js";

let opening;

async function open() {
  const lexicons = await caches.open("wordcourt-lexicons");
  const [held] = await lexicons.keys();
  const module = await caches.match("/assets/judge/referee.wasm", { ignoreVary: true });
  if (!held || !module) return undefined;
  const { instance } = await WebAssembly.instantiate(await module.arrayBuffer());
  const referee = new Referee(instance);
  await referee.load(await (await lexicons.match(held)).text());
  return referee;
}

/// Returns whether a word is allowed; undefined if this browser doesn't hold what is needed.
export async function offline(word) {
  opening ??= open();
  const referee = await opening;
  if (!referee) return undefined;
  const request = { words: [word], variant: "wordgame", rules: { preset: "classic" }, quiet: true };
  const { status, body } = referee.answer("validate_words", request);
  return status === 200 ? JSON.parse(body).all_valid : undefined;
}
