import { assertNever } from '../../lib/assert.ts';
import type { BlendMode } from '../../template/values/blend-mode.ts';

/** The mode's byte for each pair of them, what lies beneath × 256 + what is laid over it; rounded. */
export function blendTable(mode: Exclude<BlendMode, 'normal'>): Uint8Array {
  const table = new Uint8Array(65_536);
  for (let below = 0; below < 256; below++)
    for (let above = 0; above < 256; above++)
      table[256 * below + above] = Math.round(255 * blended(mode, below / 255, above / 255));
  return table;
}

/** W3C Compositing and Blending 1, 10.1: B(b, s) of values from 0 to 1. */
function blended(mode: Exclude<BlendMode, 'normal'>, b: number, s: number): number {
  switch (mode) {
    case 'multiply':
      return b * s;
    case 'screen':
      return b + s - b * s;
    case 'overlay':
      return hardLight(s, b);
    case 'hardlight':
      return hardLight(b, s);
    case 'softlight':
      return softLight(b, s);
    case 'darken':
      return Math.min(b, s);
    case 'lighten':
      return Math.max(b, s);
    case 'add':
      return Math.min(1, b + s);
    case 'difference':
      return Math.abs(b - s);
    default:
      return assertNever(mode);
  }
}

function hardLight(b: number, s: number): number {
  return s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s);
}

function softLight(b: number, s: number): number {
  if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
  const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
  return b + (2 * s - 1) * (d - b);
}
