// The script of the thread of Node.
import { parentPort } from "node:worker_threads";
import { create } from "./node.js";
import { handler } from "./remote.js";

parentPort.on("message", handler(create, (result) => parentPort.postMessage(result)));
