// The log: lines of JSON, each with the digest of the line before it, as `wordcourt verify` checks them. Lines are only ever added.
import { read, write } from "./store.js";

/// Returns the digest of a text, as `sha256:` and 64 hexadecimal digits.
export async function digestOf(text) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/// The log of this desk.
export class Log {
  /// The number of lines.
  count = 0;
  /// The digest of the last line; `undefined` before the first one.
  head;
  #writing = Promise.resolve();

  /// Opens the log where it ends.
  static async open() {
    const log = new Log();
    const last = await read("log", (store) => store.openCursor(null, "prev"));
    log.count = last?.value.n ?? 0;
    if (last) log.head = await digestOf(last.value.line);
    return log;
  }

  /// Adds a line with these fields. It is stored when the promise resolves.
  append(fields) {
    const next = this.#writing.then(async () => {
      const n = this.count + 1;
      const line = JSON.stringify({ n, at: new Date().toISOString(), prev: this.head, ...fields });
      // Fails if a line with this number exists, so no line is ever replaced.
      await write("log", (store) => store.add({ n, line }));
      this.count = n;
      this.head = await digestOf(line);
      return line;
    });
    // A line that could not be stored does not stop the next one.
    this.#writing = next.catch(() => {});
    return next;
  }

  /// Returns all lines, without line ends.
  async lines() {
    await this.#writing;
    return (await read("log", (store) => store.getAll())).map(({ line }) => line);
  }

  /// Returns the number of the first line that does not fit the line before it, or `undefined`.
  async broken() {
    let prev;
    let n = 0;
    for (const line of await this.lines()) {
      n += 1;
      const fields = parsed(line);
      if (fields?.n !== n || fields.prev !== prev) return n;
      prev = await digestOf(line);
    }
    return prev === this.head ? undefined : n;
  }
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
