import { statement } from '../statements/statement.ts';
import { shortened } from '../statements/wording.ts';
import { attributeValue, type ElementNode } from './document.ts';
import type { Effect } from './effects.ts';
import { elementRegistry } from './elements.ts';
import type { FrameRate } from './frame-rate.ts';
import { limits } from './limits.ts';
import type { Layer, LayerKind, LayerOf, MediaSource, Movie, Scene, VideoLayer } from './movie.ts';
import { type ReadingContext, readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import { knownChildren } from './resolve-children.ts';
import { resolveEffect } from './resolve-effect.ts';
import { remembered, rememberedRate } from './resolve-memory.ts';
import { roleOf } from './roles.ts';
import { playedLength, startsOf } from './scene-starts.ts';

/** Reads the root and all below it. What cannot be read is logged and left out; null without a size and frame rate. */
export function resolveMovie(context: ReadingContext, root: ElementNode): Movie | null {
  if (roleOf(root) !== 'movie') {
    context.log.add('template/root', { node: root.id, part: 'name' }, () =>
      statement('template/root', { name: shortened(root.name) }),
    );
    return null;
  }
  const specs = elementRegistry.movie.attributes;
  const { values, complete } = readAttributes(context, root, specs);
  warnOfUnknownAttributes(context, root, [specs]);
  const { memory } = context;
  const read = values.framerate ?? null;
  const rate = read === null || memory === undefined ? read : rememberedRate(memory, read);
  const elements = knownChildren(context, 'movie', root).map((child) => child.element);
  const scenes = resolveScenes({ ...context, rate }, root, elements);
  if (rate !== null) checkLength(context, root, scenes, rate);
  if (complete === null || rate === null) return null;
  return { id: root.id, width: complete.width, height: complete.height, frameRate: rate, scenes };
}

function resolveScenes(context: ReadingContext, root: ElementNode, elements: readonly ElementNode[]): readonly Scene[] {
  const { log, empty } = context;
  if (elements.length === 0 && empty !== 'ignore')
    log.add('template/no-scenes', { node: root.id }, () => statement('template/no-scenes'));
  const surplus = elements[limits.scenes];
  if (surplus !== undefined)
    log.add('template/too-many-scenes', { node: surplus.id }, () =>
      statement('template/too-many-scenes', { most: limits.scenes, scenes: elements.length }),
    );
  const scenes = elements.map((element) => remembered(context.memory?.scenes, context, element, resolveScene));
  const read = scenes.filter((scene) => scene !== null);
  const isOff = elements.length > 0 && read.length === elements.length && read.every((scene) => !scene.enabled);
  if (isOff && empty !== 'ignore')
    log.add('template/no-scenes', { node: root.id }, () => statement('template/all-scenes-off'));
  return read;
}

function resolveScene(context: ReadingContext, element: ElementNode): Scene | null {
  const specs = elementRegistry.scene.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const layers: Layer[] = [];
  for (const child of knownChildren(context, 'scene', element)) {
    const layer = remembered<Layer>(context.memory?.layers, context, child.element, layerReaders[child.name]);
    if (layer !== null) layers.push(layer);
  }
  if (complete === null) return null;
  const { name, enabled, duration } = complete;
  return { id: element.id, name, enabled, duration, layers };
}

/** How a layer of each kind is read; null where it cannot be. */
const layerReaders: {
  readonly [Kind in LayerKind]: (context: ReadingContext, element: ElementNode) => LayerOf<Kind> | null;
} = { video: resolveVideo };

function resolveVideo(context: ReadingContext, element: ElementNode): VideoLayer | null {
  const specs = elementRegistry.video.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  checkSource(context, element);
  const effects: Effect[] = [];
  for (const child of knownChildren(context, 'video', element)) {
    const effect = resolveEffect(context, child.element, child.name);
    if (effect !== null) effects.push(effect);
  }
  if (complete === null) return null;
  const { url, src, enabled, audio, skip, fit } = complete;
  const source = mediaSource(url, src);
  return source === null ? null : { kind: 'video', id: element.id, enabled, source, audio, skip, fit, effects };
}

function checkSource({ log }: ReadingContext, element: ElementNode): void {
  const hasUrl = attributeValue(element, 'url') !== undefined;
  const hasSrc = attributeValue(element, 'src') !== undefined;
  if (!hasUrl && !hasSrc)
    log.add('template/source', { node: element.id }, () => statement('template/no-source', { element: element.name }));
  if (hasUrl && hasSrc)
    log.add('template/source', { node: element.id, attribute: 'src', part: 'name' }, () =>
      statement('template/two-sources', { element: element.name }),
    );
}

function mediaSource(url: string | null, src: string | null): MediaSource | null {
  if (url !== null) return { kind: 'url', url };
  return src === null ? null : { kind: 'asset', name: src };
}

function checkLength({ log }: ReadingContext, root: ElementNode, scenes: readonly Scene[], rate: FrameRate): void {
  const total = startsOf(scenes.map(playedLength)).at(-1) ?? 0;
  // Big integers: frames times the denominator may be beyond what a number holds exactly.
  if (BigInt(total) * BigInt(rate.denominator) <= BigInt(limits.seconds) * BigInt(rate.numerator)) return;
  log.add('template/too-long', { node: root.id }, () =>
    statement('template/too-long', { frames: total, hours: limits.seconds / 3600 }),
  );
}
