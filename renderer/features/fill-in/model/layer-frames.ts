import { boxIn, framedLayers } from '#shared/film/boxes/framed-layers.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

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
