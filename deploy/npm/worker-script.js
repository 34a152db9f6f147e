// The script of the web worker. It answers messages in their order.
import { answer, load } from "./browser.js";
import { handle } from "./remote.js";

let last = Promise.resolve();
addEventListener("message", ({ data }) => {
  last = last.then(() => handle(data, { answer, load }, postMessage));
});
