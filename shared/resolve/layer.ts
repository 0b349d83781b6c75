import { message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { attributeValue, type ElementNode } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import type {
  CodeLayer,
  GroupLayer,
  ImageLayer,
  Layer,
  LayerOf,
  SceneLayer,
  ShapeLayer,
  SolidLayer,
  VideoLayer,
} from '../template/movie/movie.ts';
import { elementRegistry, type LayerKind } from '../template/tables/elements.ts';
import { WHITE_PAINT } from '../template/tables/picture-attributes.ts';
import { qrCode } from '../template/values/qr-code.ts';
import { isTangled, type Outline, polygonData, readPathData } from '../template/values/svg-path.ts';
import { resolveCaptions } from './captions.ts';
import { checkSource, layerSource, readConditional } from './children.ts';
import { readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import type { ReadingContext } from './reading-context.ts';
import { resolveText } from './text.ts';
import { readVisualAttributes, resolveInside } from './visual.ts';

/** The reader of each layer kind. A reader returns null for an invalid layer. */
export const layerReaders: {
  readonly [Kind in LayerKind]: (context: ReadingContext, element: ElementNode) => LayerOf<Kind> | null;
} = {
  video: resolveVideo,
  image: resolveImage,
  text: (context, element) => resolveText(context, element, readAnyLayer),
  captions: (context, element) => resolveCaptions(context, element, readAnyLayer),
  solid: resolveSolid,
  shape: resolveShape,
  code: resolveCode,
  group: resolveGroup,
  layer: resolveSceneLayer,
};

function readAnyLayer(context: ReadingContext, kind: LayerKind, element: ElementNode): Layer | null {
  const reader: (inner: ReadingContext, layerElement: ElementNode) => Layer | null = layerReaders[kind];
  return readConditional(context, element, reader);
}

function resolveVideo(context: ReadingContext, element: ElementNode): VideoLayer | null {
  const specs = elementRegistry.video.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  checkSource(context, element);
  const inside = resolveInside(context, 'video', element, readAnyLayer);
  if (complete === null) return null;
  const { url, src, audio, skip, speed, end, freeze, deinterlace, fit, width, height, crop, focus } = complete;
  const { volume, pan, soundfadein, soundfadeout, ducks } = complete;
  const loudness = { volume, pan, fadeIn: soundfadein, fadeOut: soundfadeout, ducks };
  const source = layerSource(context, element, { url, src });
  if (source === null) return null;
  const visual = readVisualAttributes(element, complete);
  return {
    kind: 'video',
    ...visual,
    ...inside,
    ...loudness,
    source: deinterlace ? source : { ...source, fields: 'keep' },
    audio,
    skip,
    speed,
    end,
    freeze,
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
  const inside = resolveInside(context, 'image', element, readAnyLayer);
  if (complete === null) return null;
  const { url, src, width, height, crop, focus, end } = complete;
  const source = layerSource(context, element, { url, src });
  if (source === null) return null;
  const fitted = { box: { width, height }, crop, focus, ...(end !== 'loop' && { end }) };
  const fit = complete.fit ?? (width === null && height === null ? 'none' : 'contain');
  return { kind: 'image', ...readVisualAttributes(element, complete), ...inside, source, fit, ...fitted };
}

function resolveSolid(context: ReadingContext, element: ElementNode): SolidLayer | null {
  const specs = elementRegistry.solid.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const inside = resolveInside(context, 'solid', element, readAnyLayer);
  if (complete === null) return null;
  const { color, gradient, width, height } = complete;
  const filled = { color, ...(gradient !== null && { gradient }) };
  return { kind: 'solid', ...readVisualAttributes(element, complete), ...inside, ...filled, box: { width, height } };
}

function resolveShape(context: ReadingContext, element: ElementNode): ShapeLayer | null {
  const specs = elementRegistry.shape.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const inside = resolveInside(context, 'shape', element, readAnyLayer);
  if (complete === null) return null;
  const outline = outlineOf(context, element, complete);
  if (outline === null) return null;
  const { width, height, stroke, linewidth } = complete;
  const fill = complete.fill ?? (stroke === null ? WHITE_PAINT : null);
  const drawn = { box: { width, height }, outline, fill, stroke, lineWidth: linewidth };
  return { kind: 'shape', ...readVisualAttributes(element, complete), ...inside, ...drawn };
}

function resolveCode(context: ReadingContext, element: ElementNode): CodeLayer | null {
  const specs = elementRegistry.code.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const inside = resolveInside(context, 'code', element, readAnyLayer);
  if (complete === null) return null;
  const { content, level, margin, color, background, width, height } = complete;
  const at = { node: element.id, attribute: 'content' };
  if (content === '') {
    context.log.add('code/empty', at, () => message('code/empty'));
    return null;
  }
  if (qrCode(content, level) === null) {
    context.log.add('code/too-long', at, () =>
      message('code/too-long', { level, fitsLower: level !== 'L' && qrCode(content, 'L') !== null }),
    );
    return null;
  }
  const shown = { content, level, margin, color, background, box: { width, height } };
  return { kind: 'code', ...readVisualAttributes(element, complete), ...inside, ...shown };
}

function resolveGroup(context: ReadingContext, element: ElementNode): GroupLayer | null {
  const specs = elementRegistry.group.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const { groups, masks } = context.within ?? { groups: 0, masks: 0 };
  if (groups >= limits.nestedGroups) {
    context.log.add('template/too-deep', { node: element.id, part: 'name' }, () =>
      message('template/groups-too-deep', { most: limits.nestedGroups }),
    );
    return null;
  }
  const layers: Layer[] = [];
  const inner = { ...context, within: { groups: groups + 1, masks } };
  const inside = resolveInside(context, 'group', element, readAnyLayer, (kind, child) => {
    const layer = readAnyLayer(inner, kind, child);
    if (layer !== null) layers.push(layer);
  });
  if (complete === null) return null;
  const { width, height } = complete;
  return { kind: 'group', ...readVisualAttributes(element, complete), ...inside, box: { width, height }, layers };
}

/**
 * Reads a scene layer. Returns null if a required attribute is missing or invalid. The reader of the parent checks the
 * position of the layer and the scene to which it refers.
 */
function resolveSceneLayer(context: ReadingContext, element: ElementNode): SceneLayer | null {
  const specs = elementRegistry.layer.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const inside = resolveInside(context, 'layer', element, readAnyLayer);
  if (complete === null) return null;
  // The overlap shifts the displayed frames of the scene without shortening the layer.
  const { ref, overlap: first, ...rest } = complete;
  const visual = readVisualAttributes(element, { ...rest, overlap: 0 });
  return { kind: 'layer', ...visual, ...inside, ref: ref.trim(), first: first === 0 ? null : first };
}

interface OutlineValues {
  readonly type: 'rectangle' | 'ellipse' | null;
  readonly path: string | null;
  readonly points: string | null;
  readonly radius: number;
}

function outlineOf(context: ReadingContext, element: ElementNode, values: OutlineValues): Outline | null {
  const { type, path, points, radius } = values;
  const written = (['type', 'path', 'points'] as const).filter((name) => attributeValue(element, name) !== undefined);
  const [, second] = written;
  if (second !== undefined) {
    context.log.add('template/path', { node: element.id, attribute: second, part: 'name' }, () =>
      message('template/two-outlines', { names: written }),
    );
    return null;
  }
  if (path !== null) return outlineOfPath(context, element, 'path', path, path);
  if (points === null) return type === 'ellipse' ? { kind: 'ellipse' } : { kind: 'rectangle', radius };
  const data = polygonData(points);
  return outlineOfPath(context, element, 'points', points, data);
}

/**
 * Returns the outline of path data. Reports data that is invalid or takes too long to draw, and returns null for it.
 * `data` is null if the points are invalid.
 */
function outlineOfPath(
  context: ReadingContext,
  element: ElementNode,
  attribute: 'path' | 'points',
  written: string,
  data: string | null,
): Outline | null {
  const read = data === null ? null : readPathData(data);
  if (data === null || read === null || !read.ok) return refusedOutline(context, element, attribute, written);
  if (!isTangled(read.value)) return { kind: 'path', data };
  context.log.add('template/path', { node: element.id, attribute }, () => message('template/tangled-path'));
  return null;
}

function refusedOutline(
  { log }: ReadingContext,
  element: ElementNode,
  attribute: 'path' | 'points',
  written: string,
): null {
  log.add('template/path', { node: element.id, attribute }, () =>
    message('template/bad-outline', { attribute, text: shortened(written) }),
  );
  return null;
}
