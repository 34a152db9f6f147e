// The position in the fragment of the address, so that a link leads to it.

/// Returns the state in the fragment: a whole position, or only a seed (`#seed=7`).
export function read() {
  const fragment = location.hash.slice(1);
  const seed = /^seed=(\d{1,9})$/.exec(fragment);
  if (seed) return { seed: Number(seed[1]) };
  try {
    const bytes = Uint8Array.from(atob(fragment.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
    const state = JSON.parse(new TextDecoder().decode(bytes));
    return typeof state === "object" && Number.isInteger(state?.seed) ? state : {};
  } catch {
    return {};
  }
}

export function write(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  history.replaceState(null, "", `#${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`);
}
