// The referee: an instance of the WebAssembly module, which imports nothing.

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/// Returns the bytes of a text or a buffer.
function bytes(text) {
  if (typeof text === "string") return encoder.encode(text);
  // Not `instanceof`: a buffer may come from another realm.
  return ArrayBuffer.isView(text) ? text : new Uint8Array(text);
}
/// The first bytes of an image, which are not those of a text.
const MAGIC = encoder.encode("WCINDEX\0");
const isImage = (content) => MAGIC.every((byte, index) => content[index] === byte);
/// Requests of up to this many UTF-16 code units are encoded into a reused buffer, which makes no garbage. Each unit takes up to three bytes of UTF-8.
const MAX_KEPT = 1 << 14;

/// Returns the SHA-256 of the concatenation of texts, in hexadecimal. The module needs several times as long for it, but it must compute it in
/// pages outside a secure context (HTTP), where browsers lack `crypto.subtle`; the result is then `undefined`.
async function sha256OfPlatform(texts) {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return undefined;
  const digest = await subtle.digest("SHA-256", await new Blob(texts).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/// A referee with lexicons in memory. See index.d.ts.
export class Referee {
  #exports;
  #sha256;
  #loading = Promise.resolve();
  #buffer = new Uint8Array(3 * MAX_KEPT);

  /// Takes an instance of a module of the package, and a function that computes a SHA-256 as `sha256OfPlatform` does.
  constructor(instance, sha256 = sha256OfPlatform) {
    this.#exports = instance.exports;
    this.#sha256 = sha256;
  }

  load(content, manifest) {
    // In the order of the calls, because the first lexicon becomes the default.
    const loading = this.#loading.then(() => this.#load(content, manifest));
    this.#loading = loading.catch(() => {});
    return loading;
  }

  answer(operation, request, { requestId = "offline" } = {}) {
    const isJson = typeof request === "string" || request instanceof Uint8Array;
    const [name, id, json] = this.#encoded(operation, requestId, isJson ? request : JSON.stringify(request));
    this.#write(name, id, json);
    const status = this.#call("wordcourt_answer", name.length, id.length);
    return { status, body: this.#read() };
  }

  /// Returns the bytes of texts. They are valid until the next call.
  #encoded(...texts) {
    if (texts.reduce((length, text) => length + text.length, 0) > MAX_KEPT) return texts.map(bytes);
    let end = 0;
    return texts.map((text) => {
      if (typeof text !== "string") return text;
      const begin = end;
      end += encoder.encodeInto(text, this.#buffer.subarray(begin)).written;
      return this.#buffer.subarray(begin, end);
    });
  }

  async #load(content, manifest = {}) {
    if (typeof content !== "string") content = bytes(content);
    if (manifest.name !== undefined && !isImage(content)) return this.#loadTexts(content, manifest);
    const { digest, ...others } = manifest;
    if (Object.values(others).some((member) => member !== undefined)) {
      throw new Error("only word texts have a manifest, with a name; for an image or a response, give only the digest");
    }
    return isImage(content) ? this.#loadImage(content, digest) : this.#loadResponse(content, digest);
  }

  /// Loads the response of GET /v1/lexicons/{lexicon}/image.
  #loadImage(image, digest = "") {
    const expected = bytes(digest);
    this.#write(expected, image);
    return this.#loaded("image", this.#call("wordcourt_load_image", expected.length));
  }

  /// Loads the response of GET /v1/lexicons/{lexicon}/text.
  #loadResponse(text, expected) {
    const { lexicon, words, categories } = JSON.parse(typeof text === "string" ? text : decoder.decode(text));
    return this.#loadTexts(words, { ...lexicon, categories, digest: expected ?? lexicon.digest });
  }

  async #loadTexts(words, { name, edition = "", categories = "", digest }) {
    const texts = [words, categories].map(bytes);
    const sha256 = await this.#sha256(texts);
    const manifest = bytes(JSON.stringify({ name, edition, digest, computed_digest: sha256 && `sha256:${sha256}` }));
    this.#write(manifest, ...texts);
    return this.#loaded(`lexicon ${JSON.stringify(name)}`, this.#call("wordcourt_load", manifest.length, texts[0].length));
  }

  #loaded(what, status) {
    const output = this.#read();
    if (status !== 200) throw new Error(`the ${what} is refused: ${output}`);
    return output;
  }

  #write(...parts) {
    const length = parts.reduce((length, part) => length + part.length, 0);
    const begin = this.#call("wordcourt_input", length);
    // The call may have replaced the buffer of the memory.
    const input = new Uint8Array(this.#exports.memory.buffer, begin, length);
    let at = 0;
    for (const part of parts) {
      input.set(part, at);
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

/// Makes the functions of the package from one that instantiates the module, and one that computes a SHA-256.
export function functions(instantiate, sha256) {
  let creating;
  let shared;
  const create = async (source) => new Referee(await instantiate(source), sha256);
  return {
    create,
    async load(content, manifest) {
      creating ??= create();
      try {
        shared = await creating;
      } catch (error) {
        // The next call tries again.
        creating = undefined;
        throw error;
      }
      return shared.load(content, manifest);
    },
    answer(operation, request, options) {
      if (!shared) throw new Error("no lexicon is loaded; await load(...) first");
      return shared.answer(operation, request, options);
    },
  };
}
