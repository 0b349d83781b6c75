import type { Layer, Movie } from '../../template/movie/movie.ts';
import type { Box } from '../../template/movie/seen-layer.ts';
import { inPixels } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';

/** A layer, and the frame that its percentages are of. */
export interface FramedLayer {
  readonly layer: Layer;
  readonly frame: Size;
}

/** Every layer of scenes and overlays that is played, those in groups and masks too. */
export function framedLayers(movie: Movie): readonly FramedLayer[] {
  const frame = { width: movie.width, height: movie.height };
  const played = [...movie.scenes, ...movie.overlays].filter(({ enabled }) => enabled);
  return played.flatMap(({ layers }) => framedIn(layers, frame));
}

function framedIn(layers: readonly Layer[], frame: Size): readonly FramedLayer[] {
  return layers
    .filter(({ enabled }) => enabled)
    .flatMap((layer) => [
      { layer, frame },
      ...(layer.kind === 'group' ? framedIn(layer.layers, boxIn(layer.box, frame)) : []),
      ...layer.masks.filter(({ enabled }) => enabled).flatMap((mask) => framedIn(mask.layers, frame)),
    ]);
}

/** The size of a box in pixels; a side of which nothing is said is that of the frame. */
export function boxIn({ width, height }: Box, frame: Size): Size {
  return {
    width: width === null ? frame.width : inPixels(width, frame.width),
    height: height === null ? frame.height : inPixels(height, frame.height),
  };
}
