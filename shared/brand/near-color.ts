import { linearLight } from '../lib/srgb.ts';
import { type Color, parseColor } from '../template/values/color.ts';

/**
 * The maximum distance of similar colors in CIE 1976 ΔE*ab. The eye notices differences from about 2.3 on. Colors that
 * a user picks by eye differ somewhat more.
 */
const MAX_DISTANCE = 10;

interface Named {
  readonly name: string;
  readonly value: string;
}

/** A brand color that equals or resembles a value. */
interface NearColor<Of extends Named> {
  readonly color: Of;
  /** Whether the color equals the value. */
  readonly isSame: boolean;
}

/**
 * Returns the brand color that equals or resembles a color; null if there is none, or if the text is an invalid color.
 */
export function nearColor<Of extends Named>(text: string, colours: readonly Of[]): NearColor<Of> | null {
  const parsed = parseColor(text);
  if (!parsed.ok) return null;
  let nearest: { readonly color: Of; readonly distance: number } | null = null;
  for (const color of colours) {
    const read = parseColor(color.value);
    if (!read.ok) continue;
    const distance = distanceOf(parsed.value, read.value);
    if (distance <= MAX_DISTANCE && (nearest === null || distance < nearest.distance)) nearest = { color, distance };
  }
  return nearest && { color: nearest.color, isSame: nearest.distance === 0 };
}

function distanceOf(one: Color, other: Color): number {
  const [a, b] = [labOf(one), labOf(other)];
  return Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b);
}

/** Converts sRGB (IEC 61966-2-1) to CIE L*a*b* with the white point D65. */
function labOf(color: Color): { readonly l: number; readonly a: number; readonly b: number } {
  const [r, g, b] = linearLight(color);
  const x = labFunction((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = labFunction(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = labFunction((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return { l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) };
}

function labFunction(part: number): number {
  return part > (6 / 29) ** 3 ? Math.cbrt(part) : part / (3 * (6 / 29) ** 2) + 4 / 29;
}
