// The referee: the operation that judges words as WebAssembly, with the lexicons of the desk.
import { Referee } from "../core/referee.js";

/// Starts a referee without lexicons.
export async function startReferee() {
  const { instance } = await WebAssembly.instantiateStreaming(fetch("/assets/judge/referee.wasm"));
  const referee = new Referee(instance);
  return {
    /// Loads an edition from the text of `GET /v1/lexicons/{lexicon}/text`, and returns the digest of what it loaded.
    load: ({ name, edition, text }) => {
      const { words, categories } = JSON.parse(text);
      return referee.load(words, { name, edition, categories });
    },
    /// Returns the status and the body of the response to a request.
    answer: (operation, request) => referee.answer(operation, request),
  };
}
