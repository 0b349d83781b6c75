import { statement } from '../../statements/statement.ts';
import { attributeValue, childElements, type ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import type { ContentLength, Layer, Scene } from '../movie/movie.ts';
import { conditional } from '../reading/conditional.ts';
import { readAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext, Surroundings } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { remembered } from '../reading/resolve-memory.ts';
import { elementRegistry } from '../tables/elements.ts';
import { isLayer, isSound, roleOf } from '../tables/roles.ts';
import type { SceneLength } from '../value-types/scene-length-type.ts';
import type { Frames } from '../values/frame-rate.ts';
import { naturalFrames, UNKNOWN_SECONDS } from '../values/source-length.ts';
import { layerReaders } from './resolve-layer.ts';
import { resolveSounds } from './resolve-sound.ts';

const { type, condition, case: cases, ...specs } = elementRegistry.scene.attributes;

/** A scene of layers; null where it cannot be read. Whether its condition holds is judged by what stands around it. */
export function resolveScene(context: ReadingContext, element: ElementNode, around: Surroundings): Scene | null {
  const { complete } = readAttributes(context, element, specs);
  const layers: Layer[] = [];
  const children = knownChildren(context, 'scene', element);
  checkLayerCount(context, children);
  const within = { ...context, ignored: new Set<string>() };
  for (const child of children) {
    if (child.name === 'audio' || child.name === 'scene' || child.name === 'transition') continue;
    const reader: (inner: ReadingContext, each: ElementNode) => Layer | null = layerReaders[child.name];
    const layer = remembered<Layer>(within.memory?.layers, within, child.element, (inner, each) =>
      conditional(inner, each, reader),
    );
    if (layer !== null) layers.push(layer);
  }
  const sounds = resolveSounds(within, children, 'scene');
  for (const variable of within.ignored) context.ignored.add(variable);
  if (complete === null || context.rate === null) return null;
  const { name } = complete;
  // What is written and could not be read is no content's length.
  if (complete.duration === null && attributeValue(element, 'duration') !== undefined) return null;
  const own = typeof complete.duration === 'number' ? complete.duration : null;
  const duration = own ?? naturalFrames(UNKNOWN_SECONDS, context.rate);
  const fits = own === null ? contentLength(within, children, { layers, sounds }, complete) : null;
  const enabled = complete.enabled && around.enabled;
  const background = complete.background ?? around.background;
  return { id: element.id, name, enabled, duration, fits, background, layers, sounds };
}

/** The length of a scene that has none of its own. Before variables have their values, what is left out may still come. */
function contentLength(
  { missing, ignored }: ReadingContext,
  children: readonly { readonly element: ElementNode }[],
  { layers, sounds }: Pick<Scene, 'layers' | 'sounds'>,
  { duration, extra }: { readonly duration: SceneLength | null; readonly extra: Frames },
): ContentLength {
  const inside = [...layers, ...sounds];
  const written = children.filter(({ element }) => isLayer(element) || isSound(element)).length;
  const isKnown = missing === 'error' || (ignored.size === 0 && inside.every(({ enabled }) => enabled));
  const isWhole = inside.length === written && isKnown;
  return { of: duration === null ? 'all' : 'audio', extra, isWhole, state: 'open' };
}

/** Videos alone are as many as there is memory for: there were such scenes before there were other layers. */
function checkLayerCount({ log }: ReadingContext, children: readonly { readonly element: ElementNode }[]): void {
  const drawn = drawnLayers(children.map(({ element }) => element));
  const surplus = drawn[limits.layers];
  if (surplus !== undefined)
    log.add('template/too-many-layers', { node: surplus.id }, () =>
      statement('template/too-many-layers', { most: limits.layers, layers: drawn.length }),
    );
}

/** Those in groups and masks are among them. */
function drawnLayers(elements: readonly ElementNode[]): readonly ElementNode[] {
  return elements.flatMap((element) => {
    const isDrawn = isLayer(element) && element.name !== 'video';
    const within = isLayer(element) || roleOf(element) === 'mask' ? drawnLayers(childElements(element)) : [];
    return isDrawn ? [element, ...within] : within;
  });
}
