import type { Layer } from '../../template/movie/movie.ts';
import type { FrameRate, Frames } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import { layerTime, ownFrame } from '../time/layer-time.ts';
import { composedEffects } from './decoded-effects.ts';
import { effectsAt, type SizeAfter } from './effects-at.ts';
import { solidBox } from './layer-drawing.ts';
import { hasOneSize, lookAt } from './look.ts';
import { placementAt } from './placement-at.ts';
import type { ComposedRow } from './row.ts';

/** What rows are made in. */
export interface RowsIn {
  /** The frame: what percentages are of. */
  readonly frame: Size;
  readonly rate: FrameRate;
  /** How long the scene lasts. */
  readonly sceneLength: Frames;
  /** The size of a layer's picture before its effects: of a text what its layout says, of an image or video its fitted size. */
  readonly sizeOf: (layer: Layer) => Size;
  readonly sizeAfter: SizeAfter;
}

/**
 * What those of a scene's layers are that are there in its frame number `sceneFrame`, from the lowest; `layers` are those
 * that are played. The number need not be whole: a format of another rate shows moments between the movie's frames.
 */
export function composedRowsAt(layers: readonly Layer[], sceneFrame: number, within: RowsIn): readonly ComposedRow[] {
  return layers.flatMap((layer): readonly ComposedRow[] => {
    const time = layerTime(layer, within.sceneLength);
    const frame = ownFrame(time, sceneFrame);
    return frame === null ? [] : [composedRowAt(layer, frame, time.length, within)];
  });
}

function composedRowAt(
  layer: Layer,
  frame: number,
  length: Frames,
  { frame: size, rate, sizeOf, sizeAfter }: RowsIn,
): ComposedRow {
  const own = sizeOf(layer);
  const written = composedEffects(layer);
  const effects = effectsAt(written, frame, length, own, sizeAfter);
  const around = { frame: size, rate, length, picture: sizeAfter(own, effects) };
  // What keys of its box or its effects make larger or smaller lies as it is written: it does not tremble from pixel to pixel.
  const steady = hasOneSize(layer) || !('box' in layer) ? own : solidBox(layer, size);
  const snapped = effects === written && steady === own ? around.picture : sizeAfter(steady, written);
  const placed = placementAt(layer, frame, { ...around, snapped });
  return {
    layer,
    frame,
    ...placed,
    blendMode: layer.blendMode,
    effects,
    look: lookAt(layer, frame, length, size),
  };
}
