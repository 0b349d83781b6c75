import type { Drawing } from '../../../../shared/drawings/drawing/drawing.ts';
import { imageDrawing, lumaDrawing, shapeDrawing, textDrawing } from '../../../../shared/film/rows/layer-drawing.ts';
import { settle } from '../../../../shared/film/scenes/settle.ts';
import { assertNever } from '../../../../shared/lib/assert.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { Finding } from '../../../../shared/template/document/problem.ts';
import { playedWithInner } from '../../../../shared/template/movie/inner-layers.ts';
import type { Layer, Movie } from '../../../../shared/template/movie/movie.ts';
import type { Transition } from '../../../../shared/template/movie/transition.ts';
import type { Size } from '../../../../shared/template/values/placement.ts';
import type { FilmSources } from './film-sources.ts';

/** Something that a film shows drawn, and everywhere it is shown. */
export interface DrawnUse {
  readonly drawing: Drawing;
  readonly at: readonly NonNullable<Finding['at']>[];
}

/**
 * What a film shows that is drawn, each once: its layout says what is wrong with it before a frame is made. As large as
 * the layers say; what is animated of it does not count.
 */
export function filmDrawings(movie: Movie, sources: FilmSources, frame: Size): readonly DrawnUse[] {
  const uses = new Map<string, { readonly drawing: Drawing; readonly at: NonNullable<Finding['at']>[] }>();
  const add = (node: NodeId, drawn: ReturnType<typeof drawingOf>) => {
    if (drawn === null) return;
    const key = JSON.stringify(drawn.drawing);
    const at = { node, ...(drawn.attribute !== null && { attribute: drawn.attribute }) };
    const known = uses.get(key);
    if (known === undefined) uses.set(key, { drawing: drawn.drawing, at: [at] });
    else known.at.push(at);
  };
  for (const stretch of settle(movie).stretches) {
    for (const layer of playedWithInner(stretch.layers)) add(layer.id, drawingOf(layer, sources, frame));
    if (stretch.kind === 'transition') add(stretch.transition.id, lumaOf(stretch.transition, sources, frame));
  }
  return [...uses.values()];
}

function lumaOf({ id, look }: Transition, sources: FilmSources, frame: Size): ReturnType<typeof drawingOf> {
  const image = look.type === 'luma' ? sources.images.get(id) : undefined;
  if (look.type !== 'luma' || image === undefined) return null;
  return { drawing: lumaDrawing(image, frame), attribute: look.source.kind === 'url' ? 'url' : 'src' };
}

function drawingOf(
  layer: Layer,
  sources: FilmSources,
  frame: Size,
): { readonly drawing: Drawing; readonly attribute: string | null } | null {
  const within = { frame, scale: 1, look: null };
  switch (layer.kind) {
    case 'text':
      return { drawing: textDrawing(layer, sources.fonts(layer).fonts, within), attribute: null };
    case 'image': {
      const image = sources.images.get(layer.id);
      const attribute = layer.source.kind === 'url' ? 'url' : 'src';
      return image === undefined ? null : { drawing: imageDrawing(layer, image, within), attribute };
    }
    case 'shape':
      return { drawing: shapeDrawing(layer, within), attribute: layer.outline.kind === 'path' ? 'path' : null };
    case 'solid':
    case 'video':
    case 'group':
      return null;
    default:
      return assertNever(layer);
  }
}
