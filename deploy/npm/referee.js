// The referee: an instance of the WebAssembly module, which imports nothing.

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bytes = (text) => (typeof text === "string" ? encoder.encode(text) : text);

/// A referee with lexicons in memory. See index.d.ts.
export class Referee {
  #exports;

  /// Takes an instance of the module wordcourt_core.wasm.
  constructor(instance) {
    this.#exports = instance.exports;
  }

  load(text, manifest) {
    return manifest ? this.#loadTexts(text, manifest) : this.#loadResponse(text);
  }

  answer(operation, request, { requestId = "offline" } = {}) {
    const isJson = typeof request === "string" || request instanceof Uint8Array;
    const [name, id, json] = [operation, requestId, isJson ? request : JSON.stringify(request)].map(bytes);
    this.#write(name, id, json);
    const status = this.#call("wordcourt_answer", name.length, id.length);
    return { status, body: this.#read() };
  }

  /// Loads the response of GET /v1/lexicons/{lexicon}/text.
  #loadResponse(text) {
    const { lexicon, words, categories } = JSON.parse(typeof text === "string" ? text : decoder.decode(text));
    return this.#loadTexts(words, { ...lexicon, categories });
  }

  #loadTexts(words, { name, edition = "", categories = "", digest }) {
    const manifest = bytes(JSON.stringify({ name, edition, digest }));
    const text = bytes(words);
    this.#write(manifest, text, bytes(categories));
    const status = this.#call("wordcourt_load", manifest.length, text.length);
    const output = this.#read();
    if (status !== 200) throw new Error(`the lexicon ${JSON.stringify(name)} is refused: ${output}`);
    return output;
  }

  #write(...parts) {
    let at = this.#call("wordcourt_input", parts.reduce((length, part) => length + part.length, 0));
    for (const part of parts) {
      // The call may have replaced the buffer of the memory.
      new Uint8Array(this.#exports.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  }

  #call(name, ...numbers) {
    if (!this.#exports) throw new Error("the referee has failed; create another one");
    try {
      return this.#exports[name](...numbers) >>> 0;
    } catch (error) {
      // A panic or a lack of memory leaves the instance in an unknown state.
      this.#exports = undefined;
      throw error;
    }
  }

  #read() {
    const { memory, wordcourt_output, wordcourt_output_len } = this.#exports;
    return decoder.decode(new Uint8Array(memory.buffer, wordcourt_output() >>> 0, wordcourt_output_len() >>> 0));
  }
}

/// Makes the functions of the package from one that instantiates the module.
export function functions(instantiate) {
  let creating;
  let shared;
  const create = async (source) => new Referee(await instantiate(source));
  return {
    create,
    async load(words, manifest) {
      creating ??= create();
      try {
        shared = await creating;
      } catch (error) {
        // The next call tries again.
        creating = undefined;
        throw error;
      }
      return shared.load(words, manifest);
    },
    answer(operation, request, options) {
      if (!shared) throw new Error("no lexicon is loaded; await load(...) first");
      return shared.answer(operation, request, options);
    },
  };
}
