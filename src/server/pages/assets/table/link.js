// The record of a game as text for an address, and in the storage of the browser.

/// Returns a record as text, compressed.
async function encode(record) {
  const stream = new Blob([JSON.stringify(record)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/// Returns the record in a text.
///
/// Throws if there is none.
async function decode(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const record = JSON.parse(await new Response(stream).text());
  const isRecord = typeof record?.start === "object" && Array.isArray(record.start?.players) && Array.isArray(record.actions);
  if (!isRecord) throw new Error("the link has no game");
  return { start: record.start, actions: record.actions, bots: record.bots ?? {} };
}

const key = (game) => `wordcourt-table-${game}`;

/// Returns the kept record of a game, if there is one.
export function kept(game) {
  try {
    return JSON.parse(localStorage.getItem(key(game))) ?? undefined;
  } catch {
    return undefined;
  }
}

/// Keeps the record in the storage of the browser and in the address. A storage that refuses does no
/// harm: the address has the game as well.
export async function keep(game, record) {
  try {
    localStorage.setItem(key(game), JSON.stringify(record));
  } catch {}
  history.replaceState(null, "", `#game=${await encode(record)}`);
}

/// Returns the record that the address asks for.
export async function fromAddress() {
  const text = /^#game=([\w-]+)$/.exec(location.hash)?.[1];
  return text && decode(text);
}

/// Copies the address of the page, and says so on the button that was pressed.
export async function copyLink(event) {
  const pressed = event.currentTarget;
  await navigator.clipboard.writeText(`${location.origin}${location.pathname}${location.hash}`);
  pressed.textContent = "Copied";
}
