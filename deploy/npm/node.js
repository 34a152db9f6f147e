// The package in Node. See index.d.ts.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { functions, Referee } from "./referee.js";

async function instantiate(source = new URL("./wordcourt_core.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source);
  const isUrl = typeof source === "string" && source.startsWith("file:");
  const bytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source) ? source : await readFile(isUrl ? new URL(source) : source);
  return (await WebAssembly.instantiate(bytes)).instance;
}

function sha256(texts) {
  const hash = createHash("sha256");
  texts.forEach((text) => hash.update(text));
  return hash.digest("hex");
}

export const { create, load, answer } = functions(instantiate, sha256);
export { Referee };
