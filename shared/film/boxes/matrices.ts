import type { Affine } from '../rows/row.ts';

/** A place or a way, in pixels. */
export interface Vector {
  readonly x: number;
  readonly y: number;
}

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** What first `inner` and then `outer` does. */
export function chained(outer: Affine, inner: Affine): Affine {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    ...placeVector(placeAt(outer, { x: inner.e, y: inner.f })),
  };
}

/** Where a place comes to lie. */
export function placeAt({ a, b, c, d, e, f }: Affine, { x, y }: Vector): Vector {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** What a way becomes: where it begins does not count. */
export function wayBy({ a, b, c, d }: Affine, { x, y }: Vector): Vector {
  return { x: a * x + c * y, y: b * x + d * y };
}

/** What leads back; null where all lies on a line, as of a layer that is scaled to nothing. */
export function inverted({ a, b, c, d, e, f }: Affine): Affine | null {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-12) return null;
  const back = { a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant };
  return { ...back, e: -(back.a * e + back.c * f), f: -(back.b * e + back.d * f) };
}

/** Whether it turns what it shows into its mirror image. */
export function isMirroring({ a, b, c, d }: Affine): boolean {
  return a * d - b * c < 0;
}

function placeVector({ x, y }: Vector): Pick<Affine, 'e' | 'f'> {
  return { e: x, f: y };
}
