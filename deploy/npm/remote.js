// Both ends of the messages between a page or program and its worker.

/// A referee in a worker. `post` sends a message to it.
export class RemoteReferee {
  #post;
  #waiting = new Map();
  #next = 0;
  #failure;

  constructor(post, close) {
    this.#post = post;
    this.close = close;
  }

  load(words, manifest) {
    return this.#send("load", [words, manifest]);
  }

  answer(operation, request, options) {
    return this.#send("answer", [operation, request, options]);
  }

  /// Settles the call that the worker's message belongs to.
  settle({ id, result, error }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(error));
  }

  /// Rejects all calls, those under way and later ones.
  fail(error) {
    this.#failure = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #send(method, args) {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      this.#post({ id, method, args });
    });
  }
}

/// Answers a message in the worker.
export async function handle({ id, method, args }, methods, post) {
  try {
    post({ id, result: await methods[method](...args) });
  } catch (error) {
    post({ id, error: error.message });
  }
}
