import { statement } from '../../statements/statement.ts';
import { childElements, type ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import type { Layer, Scene } from '../movie/movie.ts';
import { conditional } from '../reading/conditional.ts';
import { readAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext, Surroundings } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { remembered } from '../reading/resolve-memory.ts';
import { elementRegistry } from '../tables/elements.ts';
import { isLayer, roleOf } from '../tables/roles.ts';
import { layerReaders } from './resolve-layer.ts';
import { resolveSounds } from './resolve-sound.ts';

const { type, condition, case: cases, ...specs } = elementRegistry.scene.attributes;

/** A scene of layers; null where it cannot be read. Whether its condition holds is judged by what stands around it. */
export function resolveScene(context: ReadingContext, element: ElementNode, around: Surroundings): Scene | null {
  const { complete } = readAttributes(context, element, specs);
  const layers: Layer[] = [];
  const children = knownChildren(context, 'scene', element);
  checkLayerCount(context, children);
  for (const child of children) {
    if (child.name === 'audio' || child.name === 'scene' || child.name === 'transition') continue;
    const reader: (inner: ReadingContext, each: ElementNode) => Layer | null = layerReaders[child.name];
    const layer = remembered<Layer>(context.memory?.layers, context, child.element, (inner, each) =>
      conditional(inner, each, reader),
    );
    if (layer !== null) layers.push(layer);
  }
  const sounds = resolveSounds(context, children, 'scene');
  if (complete === null) return null;
  const { name, duration } = complete;
  const enabled = complete.enabled && around.enabled;
  const background = complete.background ?? around.background;
  return { id: element.id, name, enabled, duration, background, layers, sounds };
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
