// The package in Node. See index.d.ts.
import { readFile } from "node:fs/promises";
import { functions, Referee } from "./referee.js";

async function instantiate(source = new URL("./wordcourt_core.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source);
  const bytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source) ? source : await readFile(source);
  return (await WebAssembly.instantiate(bytes)).instance;
}

export const { create, load, answer } = functions(instantiate);
export { Referee };
