import type { Layer } from '../../template/movie/movie.ts';
import { drawnPropertiesOf } from '../../template/tables/animatable.ts';
import type { Paint } from '../../template/values/paint.ts';
import { type Between, keyed } from '../motion/tracks.ts';
import type { DrawnLook } from './row.ts';

/** What of a layer's drawing keys say in its own frame; null where they say nothing. */
export function lookAt(layer: Layer, frame: number, length: number): DrawnLook | null {
  const named = drawnPropertiesOf(layer.kind).flatMap((property): readonly (readonly [string, Paint | number])[] => {
    if (property === 'fontsize') {
      const size = keyed(layer, property, frame, length);
      return size === null ? [] : [[property, Math.max(1, mixed(size.from, size.to, size.part))]];
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

function mixed(from: number, to: number, part: number): number {
  return from === to ? from : from + (to - from) * part;
}
