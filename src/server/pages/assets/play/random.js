// Shuffling from a seed: the same seed gives the same deal on every machine.

/// Returns numbers from 0 to 1 (Mulberry32).
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/// Returns the cards of a deck, as the server publishes it, in the order of a seed.
export function shuffled(deck, seed) {
  const cards = deck.flatMap(({ card, count }) => Array(count).fill(card));
  const next = random(seed);
  for (let last = cards.length - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1));
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

/// Returns a deck in which some cards have moved to places, given in ascending order.
export function stacked(deck, placed) {
  const cards = deck.slice();
  for (const card of placed.values()) if (cards.includes(card)) cards.splice(cards.indexOf(card), 1);
  for (const [place, card] of placed) cards.splice(place, 0, card);
  return cards;
}

export function newSeed() {
  return Math.floor(Math.random() * 1_000_000);
}
