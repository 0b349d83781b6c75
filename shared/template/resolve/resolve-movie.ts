import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import type { ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import type { Layer, Movie, Scene } from '../movie/movie.ts';
import { playedLength, startsOf } from '../movie/scene-starts.ts';
import { elementRegistry } from '../tables/elements.ts';
import { isLayer, roleOf } from '../tables/roles.ts';
import type { FrameRate } from '../values/frame-rate.ts';
import { readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import type { ReadingContext } from './reading-context.ts';
import { knownChildren } from './resolve-children.ts';
import { layerReaders } from './resolve-layer.ts';
import { remembered, rememberedRate } from './resolve-memory.ts';
import { resolveResources } from './resolve-resources.ts';
import { resolveSounds } from './resolve-sound.ts';

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
  const children = knownChildren(context, 'movie', root);
  const elements = children.filter((child) => child.name === 'scene').map((child) => child.element);
  const fonts = children.flatMap((child) =>
    child.name === 'resources' ? resolveResources(context, child.element) : [],
  );
  const scenes = resolveScenes({ ...context, rate }, root, elements);
  const sounds = resolveSounds({ ...context, rate }, children, 'movie');
  if (rate !== null) checkLength(context, root, scenes, rate);
  if (complete === null || rate === null) return null;
  const { width, height, background: paint } = complete;
  const background = { red: paint.red, green: paint.green, blue: paint.blue };
  return {
    id: root.id,
    width,
    height,
    frameRate: rate,
    background,
    fonts,
    scenes,
    transitions: [],
    sounds,
    shown: null,
  };
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
  const children = knownChildren(context, 'scene', element);
  checkLayerCount(context, children);
  for (const child of children) {
    if (child.name === 'audio') continue;
    const layer = remembered<Layer>(context.memory?.layers, context, child.element, layerReaders[child.name]);
    if (layer !== null) layers.push(layer);
  }
  const sounds = resolveSounds(context, children, 'scene');
  if (complete === null) return null;
  const { name, enabled, duration, background } = complete;
  return { id: element.id, name, enabled, duration, shown: null, background, layers, sounds };
}

/** Videos alone are as many as there is memory for: there were such scenes before there were other layers. */
function checkLayerCount(
  { log }: ReadingContext,
  children: readonly { readonly name: string; readonly element: ElementNode }[],
): void {
  const drawn = children.filter(({ name, element }) => isLayer(element) && name !== 'video');
  const surplus = drawn[limits.layers];
  if (surplus !== undefined)
    log.add('template/too-many-layers', { node: surplus.element.id }, () =>
      statement('template/too-many-layers', { most: limits.layers, layers: drawn.length }),
    );
}

function checkLength({ log }: ReadingContext, root: ElementNode, scenes: readonly Scene[], rate: FrameRate): void {
  const total = startsOf(scenes.map(playedLength)).at(-1) ?? 0;
  // Big integers: frames times the denominator may be beyond what a number holds exactly.
  if (BigInt(total) * BigInt(rate.denominator) <= BigInt(limits.seconds) * BigInt(rate.numerator)) return;
  log.add('template/too-long', { node: root.id }, () =>
    statement('template/too-long', { frames: total, hours: limits.seconds / 3600 }),
  );
}
