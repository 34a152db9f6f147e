// The script of the thread of Node. It answers messages in their order.
import { parentPort } from "node:worker_threads";
import { answer, load } from "./node.js";
import { handle } from "./remote.js";

let last = Promise.resolve();
parentPort.on("message", (message) => {
  last = last.then(() => handle(message, { answer, load }, (result) => parentPort.postMessage(result)));
});
