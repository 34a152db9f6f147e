// The package in browsers, Deno and bundlers. See index.d.ts.
import { functions, Referee } from "./referee.js";

async function instantiate(source = new URL("./wordcourt_core.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return (await WebAssembly.instantiate(source)).instance;
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return (await WebAssembly.instantiateStreaming(response)).instance;
}

export const { create, load, answer } = functions(instantiate);
export { Referee };
