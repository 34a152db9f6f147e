// The script of the web worker.
import { create } from "./browser.js";
import { handler } from "./remote.js";

const handle = handler(create, postMessage);
addEventListener("message", ({ data }) => handle(data));
