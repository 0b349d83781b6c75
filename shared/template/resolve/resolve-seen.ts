import { assertNever } from '../../lib/assert.ts';
import type { ElementNode } from '../document/document.ts';
import type { Effect } from '../effects/effects.ts';
import type { Layer, Mask } from '../movie/movie.ts';
import type { SeenLayer } from '../movie/seen-layer.ts';
import type { Loudness } from '../movie/sound-layer.ts';
import { checkCounts } from '../reading/check-counts.ts';
import type { ReadingContext, ReadLayer } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import type { LayerKind } from '../tables/elements.ts';
import type { seenAttributes } from '../tables/layer-attributes.ts';
import type { ValuesOf } from '../value-types/attribute-spec.ts';
import type { Animation } from '../values/animation.ts';
import { resolveAnimation } from './resolve-animation.ts';
import { resolveEffect } from './resolve-effect.ts';
import { resolveMask } from './resolve-mask.ts';
import { splitAnimations } from './split-animations.ts';

/** Reads what stands in a layer of any kind and changes its picture. A group's own layers are handed to `onLayer`. */
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
      case 'video':
      case 'image':
      case 'text':
      case 'captions':
      case 'solid':
      case 'shape':
      case 'group':
        onLayer(child.name, child.element);
        break;
      case 'content':
        // It is read with the text that it stands in.
        break;
      default:
        assertNever(child.name);
    }
  }
  checkCounts(context, element);
  const { seen, heard } = splitAnimations(animations);
  return { effects, animations: seen, masks, ...(heard.length > 0 && { soundAnimations: heard }) };
}

/** What the attributes say that every layer has. */
export function seenOf(
  element: ElementNode,
  values: ValuesOf<typeof seenAttributes>,
): Omit<SeenLayer, 'effects' | 'animations'> {
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
