/** A length as it is written: pixels of the movie, or a percentage of the side it lies along. */
export interface Length {
  readonly amount: number;
  readonly unit: 'px' | '%';
}

/** A place or a way: across counts to the right, down counts downwards. */
export interface Point {
  readonly across: Length;
  readonly down: Length;
}

/** Two factors: across and down. */
export interface Pair {
  readonly across: number;
  readonly down: number;
}

/** Lengths from the four edges of something. */
export interface Edges {
  readonly top: Length;
  readonly right: Length;
  readonly bottom: Length;
  readonly left: Length;
}

export function pixels(amount: number): Length {
  return { amount, unit: 'px' };
}

export function percent(amount: number): Length {
  return { amount, unit: '%' };
}

/** A length in pixels; `whole` is the side in pixels that percentages are of. */
export function inPixels({ amount, unit }: Length, whole: number): number {
  return unit === 'px' ? amount : (amount * whole) / 100;
}
