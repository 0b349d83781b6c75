/**
 * Returns a generator of pseudorandom numbers (mulberry32). They are at least 0 and less than 1. Equal seeds give equal
 * numbers.
 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns an integer from 0 to `below` − 1. */
export function below(random: () => number, below: number): number {
  return Math.floor(random() * below);
}
