// A referee in a thread of Node. See worker.d.ts.
import { Worker } from "node:worker_threads";
import { RemoteReferee } from "./remote.js";

export function start(source) {
  // Some flags of the program, such as --input-type, are not for scripts in files.
  const worker = new Worker(new URL("./node-worker-script.js", import.meta.url), { execArgv: [] });
  const closed = new Error("the worker is closed");
  const referee = new RemoteReferee(
    (message) => worker.postMessage(message),
    () => {
      worker.terminate();
      referee.fail(closed);
    },
    // A URL object cannot be cloned.
    source instanceof URL ? source.href : source,
  );
  worker.on("message", (message) => referee.settle(message));
  worker.on("error", (error) => referee.fail(error));
  return referee;
}
