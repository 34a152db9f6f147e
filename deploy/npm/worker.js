// A referee in a web worker. See worker.d.ts.
import { RemoteReferee } from "./remote.js";

export function start(source) {
  // A URL object cannot be cloned, and an address is relative to the page, not to the script of the worker.
  const module = typeof source === "string" || source instanceof URL ? new URL(source, document.baseURI).href : source;
  const worker = new Worker(new URL("./worker-script.js", import.meta.url), { type: "module" });
  const closed = new Error("the worker is closed");
  const referee = new RemoteReferee(
    (message) => worker.postMessage(message),
    () => {
      worker.terminate();
      referee.fail(closed);
    },
    module,
  );
  worker.onmessage = ({ data }) => referee.settle(data);
  worker.onerror = (event) => referee.fail(new Error(event.message || "the worker could not be started"));
  return referee;
}
