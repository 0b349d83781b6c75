import { readPathData } from '../../drawings/shapes/path-data.ts';
import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { attributeValue, type ElementNode } from '../document/document.ts';
import type { ImageLayer, LayerOf, Outline, ShapeLayer, SolidLayer, VideoLayer } from '../movie/movie.ts';
import type { LayerKind } from '../tables/elements.ts';
import { elementRegistry } from '../tables/elements.ts';
import { WHITE_PAINT } from '../tables/picture-attributes.ts';
import { polygonData } from '../values/polygon-data.ts';
import { readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import type { ReadingContext } from './reading-context.ts';
import { resolveInside, seenOf } from './resolve-seen.ts';
import { checkSource, mediaSource } from './resolve-source.ts';
import { resolveText } from './resolve-text.ts';

/** How a layer of each kind is read; null where it cannot be. */
export const layerReaders: {
  readonly [Kind in LayerKind]: (context: ReadingContext, element: ElementNode) => LayerOf<Kind> | null;
} = { video: resolveVideo, image: resolveImage, text: resolveText, solid: resolveSolid, shape: resolveShape };

function resolveVideo(context: ReadingContext, element: ElementNode): VideoLayer | null {
  const specs = elementRegistry.video.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  checkSource(context, element);
  const inside = resolveInside(context, 'video', element);
  if (complete === null) return null;
  const { url, src, audio, skip, fit, width, height, crop, focus } = complete;
  const { volume, pan, soundfadein, soundfadeout, ducks } = complete;
  const loudness = { volume, pan, fadeIn: soundfadein, fadeOut: soundfadeout, ducks };
  const source = mediaSource(url, src);
  if (source === null) return null;
  const seen = seenOf(element, complete);
  return {
    kind: 'video',
    ...seen,
    ...inside,
    ...loudness,
    source,
    audio,
    skip,
    fit,
    box: { width, height },
    crop,
    focus,
  };
}

function resolveImage(context: ReadingContext, element: ElementNode): ImageLayer | null {
  const specs = elementRegistry.image.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  checkSource(context, element);
  const inside = resolveInside(context, 'image', element);
  if (complete === null) return null;
  const { url, src, width, height, crop, focus } = complete;
  const source = mediaSource(url, src);
  if (source === null) return null;
  const fit = complete.fit ?? (width === null && height === null ? 'none' : 'contain');
  return { kind: 'image', ...seenOf(element, complete), ...inside, source, fit, box: { width, height }, crop, focus };
}

function resolveSolid(context: ReadingContext, element: ElementNode): SolidLayer | null {
  const specs = elementRegistry.solid.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const inside = resolveInside(context, 'solid', element);
  if (complete === null) return null;
  const { color, width, height } = complete;
  return { kind: 'solid', ...seenOf(element, complete), ...inside, color, box: { width, height } };
}

function resolveShape(context: ReadingContext, element: ElementNode): ShapeLayer | null {
  const specs = elementRegistry.shape.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const inside = resolveInside(context, 'shape', element);
  if (complete === null) return null;
  const outline = outlineOf(context, element, complete);
  if (outline === null) return null;
  const { width, height, stroke, linewidth } = complete;
  const fill = complete.fill ?? (stroke === null ? WHITE_PAINT : null);
  const drawn = { box: { width, height }, outline, fill, stroke, lineWidth: linewidth };
  return { kind: 'shape', ...seenOf(element, complete), ...inside, ...drawn };
}

interface OutlineValues {
  readonly type: 'rectangle' | 'ellipse' | null;
  readonly path: string | null;
  readonly points: string | null;
  readonly radius: number;
}

function outlineOf(context: ReadingContext, element: ElementNode, values: OutlineValues): Outline | null {
  const { type, path, points, radius } = values;
  const written = (['type', 'path', 'points'] as const).filter((each) => attributeValue(element, each) !== undefined);
  const [, second] = written;
  if (second !== undefined) {
    context.log.add('template/path', { node: element.id, attribute: second, part: 'name' }, () =>
      statement('template/two-outlines', { names: written }),
    );
    return null;
  }
  if (path !== null)
    return readPathData(path).ok ? { kind: 'path', data: path } : refusedOutline(context, element, 'path', path);
  if (points === null) return type === 'ellipse' ? { kind: 'ellipse' } : { kind: 'rectangle', radius };
  const data = polygonData(points);
  return data === null ? refusedOutline(context, element, 'points', points) : { kind: 'path', data };
}

function refusedOutline(
  { log }: ReadingContext,
  element: ElementNode,
  attribute: 'path' | 'points',
  written: string,
): null {
  log.add('template/path', { node: element.id, attribute }, () =>
    statement('template/bad-outline', { attribute, text: shortened(written) }),
  );
  return null;
}
