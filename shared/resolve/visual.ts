import { message } from '../messages/message.ts';
import type { ElementNode } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import type { Effect } from '../template/effects/effects.ts';
import type { Layer, Mask, VisualLayer } from '../template/movie/movie.ts';
import { elementRegistry, type LayerKind } from '../template/tables/elements.ts';
import type { visualAttributes } from '../template/tables/layer-attributes.ts';
import type { ValuesOf } from '../template/value-types/attribute-types.ts';
import type { Animation } from '../template/values/animation.ts';
import type { Loudness } from '../template/values/loudness-target.ts';
import { resolveAnimation, resolveEffect, splitAnimations } from './animation.ts';
import { knownChildren } from './children.ts';
import { checkCounts, readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import type { ReadingContext, ReadLayer } from './reading-context.ts';

/** Reads the children of a layer that affect its picture. Passes the layers of a group to `onLayer`. */
export function resolveInside(
  context: ReadingContext,
  kind: LayerKind,
  element: ElementNode,
  readLayer: ReadLayer,
  onLayer: (kind: LayerKind, element: ElementNode) => void = () => undefined,
): Pick<Layer, 'effects' | 'animations' | 'masks'> & Pick<Loudness, 'soundAnimations'> {
  const effects: Effect[] = [];
  const animations: Animation[] = [];
  const masks: Mask[] = [];
  for (const child of knownChildren(context, kind, element)) {
    switch (child.name) {
      case 'filter':
      case 'transform': {
        const effect = resolveEffect(context, child.element, child.name);
        if (effect !== null) effects.push(effect);
        break;
      }
      case 'animation': {
        const animation = resolveAnimation(context, kind, child.element);
        if (animation !== null) animations.push(animation);
        break;
      }
      case 'mask': {
        const mask = resolveMask(context, child.element, readLayer);
        if (mask !== null) masks.push(mask);
        break;
      }
      case 'content':
      case 'word':
      case 'cue':
        // Skip these elements, which the readers of texts and captions read.
        break;
      default:
        onLayer(child.name, child.element);
    }
  }
  checkCounts(context, element);
  const { picture: pictureAnimations, sound: soundAnimations } = splitAnimations(animations);
  return { effects, animations: pictureAnimations, masks, ...(soundAnimations.length > 0 && { soundAnimations }) };
}

/** Converts the common attributes of layers. */
export function readVisualAttributes(
  element: ElementNode,
  values: ValuesOf<typeof visualAttributes>,
): Omit<VisualLayer, 'effects' | 'animations'> {
  const { position, origin, anchor, scale, rotation, opacity, blendmode, offset, duration, overlap } = values;
  return {
    id: element.id,
    enabled: values.enabled,
    name: values.name,
    placement: { position, origin, anchor, scale, rotation },
    opacity,
    blendMode: blendmode,
    offset,
    duration,
    overlap,
  };
}

/** The channel numbers in templates of the original format. */
const CHANNELS_BY_NUMBER = { '0': 'red', '1': 'green', '2': 'blue', '3': 'alpha' } as const;

/** Reads a mask. Returns null if it is invalid. */
function resolveMask(context: ReadingContext, element: ElementNode, readLayer: ReadLayer): Mask | null {
  const specs = elementRegistry.mask.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const { groups, masks } = context.within ?? { groups: 0, masks: 0 };
  if (masks >= limits.nestedMasks) {
    context.log.add('template/too-deep', { node: element.id, part: 'name' }, () =>
      message('template/masks-too-deep', { most: limits.nestedMasks }),
    );
    return null;
  }
  const inner = { ...context, within: { groups, masks: masks + 1 } };
  const layers = knownChildren(context, 'mask', element)
    .map(({ name, element: child }) => readLayer(inner, name, child))
    .filter((layer): layer is Layer => layer !== null);
  if (complete === null) return null;
  const { channel, invert, enabled } = complete;
  const usedChannel =
    channel in CHANNELS_BY_NUMBER ? CHANNELS_BY_NUMBER[channel as keyof typeof CHANNELS_BY_NUMBER] : channel;
  return { id: element.id, enabled, channel: usedChannel as Mask['channel'], isInverted: invert, layers };
}
