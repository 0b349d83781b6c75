import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { Layer, Movie } from '../../../../shared/template/movie/movie.ts';
import type { Box } from '../../../../shared/template/movie/seen-layer.ts';
import { inPixels } from '../../../../shared/template/values/lengths.ts';
import type { Size } from '../../../../shared/template/values/placement.ts';

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

/** The shape that a picture is seen in, width by height; null where it keeps its own. */
export function shapeOf(movie: Movie, node: NodeId): number | null {
  const found = framedLayers(movie).find(({ layer }) => layer.id === node);
  if (found === undefined) return null;
  const { layer, frame } = found;
  if (layer.kind !== 'image' && layer.kind !== 'video') return null;
  if (layer.fit !== 'cover' && layer.fit !== 'stretch') return null;
  const { width, height } = layer.box;
  if ((width === null) !== (height === null)) return null;
  const box = boxIn(layer.box, frame);
  return box.height > 0 && box.width > 0 ? box.width / box.height : null;
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

/** A side of which nothing is said is that of the frame. */
function boxIn({ width, height }: Box, frame: Size): Size {
  return {
    width: width === null ? frame.width : inPixels(width, frame.width),
    height: height === null ? frame.height : inPixels(height, frame.height),
  };
}
