// Both ends of the messages between a page or program and its worker.

/// A referee in a worker, from the source of its module. `post` sends a message to the worker.
export class RemoteReferee {
  #post;
  #waiting = new Map();
  #next = 0;
  #failure;

  constructor(post, close, source) {
    this.#post = post;
    this.close = close;
    // Without a referee, all calls fail.
    this.#send("create", [source]).catch((error) => this.fail(error));
  }

  load(content, manifest) {
    return this.#send("load", [content, manifest]);
  }

  answer(operation, request, options) {
    return this.#send("answer", [operation, request, options]);
  }

  /// Settles the call that the worker's message belongs to.
  settle({ id, result, error }) {
    const call = this.#waiting.get(id);
    // A result can arrive after `close()`, which rejects all calls.
    if (!call) return;
    this.#waiting.delete(id);
    if (error === undefined) call.resolve(result);
    else call.reject(new Error(error));
  }

  /// Rejects all calls, those under way and later ones.
  fail(error) {
    this.#failure ??= error;
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

/// Returns the function that handles the messages to a worker in their order. The first one has the source of the module.
export function handler(create, post) {
  let referee;
  const methods = {
    create: (source) => (referee = create(source)).then(() => undefined),
    load: async (...args) => (await referee).load(...args),
    answer: async (...args) => (await referee).answer(...args),
  };
  let last = Promise.resolve();
  return ({ id, method, args }) => {
    last = last.then(async () => {
      try {
        post({ id, result: await methods[method](...args) });
      } catch (error) {
        post({ id, error: error.message });
      }
    });
  };
}
