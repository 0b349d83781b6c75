import type { Layer } from '../../template/movie/movie.ts';
import { drawnPropertiesOf } from '../../template/tables/animatable.ts';
import { inPixels, type Length } from '../../template/values/lengths.ts';
import type { Paint } from '../../template/values/paint.ts';
import type { Size } from '../../template/values/placement.ts';
import { type Between, keyed, tracksOf } from '../motion/tracks.ts';
import type { DrawnLook } from './row.ts';

/**
 * What of a layer's drawing keys say in its own frame; null where they say nothing.
 * @param whole What percentages are of.
 */
export function lookAt(layer: Layer, frame: number, length: number, whole: Size): DrawnLook | null {
  const named = drawnPropertiesOf(layer.kind).flatMap((property): readonly (readonly [string, Paint | number])[] => {
    if (property === 'fontsize') {
      const size = keyed(layer, property, frame, length);
      return size === null ? [] : [[property, Math.max(1, mixed(size.from, size.to, size.part))]];
    }
    if (property === 'width' || property === 'height') {
      const side = keyed(layer, property, frame, length);
      const pixels = (written: Length) => inPixels(written, whole[property]);
      return side === null ? [] : [[property, Math.max(1, mixed(pixels(side.from), pixels(side.to), side.part))]];
    }
    const paint = keyed(layer, property, frame, length);
    return paint === null ? [] : [[property, paintBetween(paint)]];
  });
  return named.length === 0 ? null : Object.fromEntries(named);
}

/** Each part and the opacity by itself; whole bytes, so that equal looks have equal drawings. */
function paintBetween({ from, to, part }: Between<Paint>): Paint {
  const byte = (one: number, other: number) => Math.min(255, Math.max(0, Math.round(mixed(one, other, part))));
  return {
    red: byte(from.red, to.red),
    green: byte(from.green, to.green),
    blue: byte(from.blue, to.blue),
    alpha: byte(from.alpha * 255, to.alpha * 255) / 255,
  };
}

/** Whether a layer has one size in all its frames, but for what its effects and its text do. */
export function hasOneSize({ kind, animations }: Pick<Layer, 'kind' | 'animations'>): boolean {
  if (kind !== 'solid' && kind !== 'shape') return true;
  return (['width', 'height'] as const).every((side) => tracksOf(animations, side, 1).length === 0);
}

function mixed(from: number, to: number, part: number): number {
  return from === to ? from : from + (to - from) * part;
}
