// The editions of lexicons: those that the server has, and those that this browser holds by their digests.
import { download, request } from "../play/api.js";

const CACHE = "wordcourt-lexicons";
const keyOf = (digest) => `/judge/lexicons/${digest}`;

/// Returns the editions that the server has now; `undefined` if it can't be reached.
export async function offered() {
  try {
    const { lexicons } = await request("/v1/lexicons", undefined, true);
    return lexicons.map(({ name, edition, digest, words, default: isDefault, marks }) => ({ name, edition, digest, words, isDefault, isMarked: marks?.marked > 0 }));
  } catch {
    return undefined;
  }
}

/// Returns the text of an edition, from this browser or else from the server.
export async function textOf({ name, digest }) {
  const cache = await caches.open(CACHE);
  const held = await cache.match(keyOf(digest));
  if (held) return held.text();
  const response = await download(`/v1/lexicons/${encodeURIComponent(`${name}@${digest}`)}/text`);
  return response.text();
}

/// Holds the texts of these editions, and no others.
export async function hold(editions) {
  const cache = await caches.open(CACHE);
  const kept = editions.map(({ digest }) => new URL(keyOf(digest), location.origin).href);
  for (const request of await cache.keys()) {
    if (!kept.includes(request.url)) await cache.delete(request);
  }
  for (const { digest, text } of editions) await cache.put(keyOf(digest), new Response(text));
}
