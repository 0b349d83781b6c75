import { assertNever } from '../../lib/assert.ts';
import { statement } from '../../statements/statement.ts';
import { childElements, type ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import type { SeenLayer } from '../movie/seen-layer.ts';
import type { Effect } from '../tables/effects.ts';
import type { LayerKind } from '../tables/elements.ts';
import type { seenAttributes } from '../tables/layer-attributes.ts';
import { roleOf } from '../tables/roles.ts';
import type { ValuesOf } from '../value-types/attribute-spec.ts';
import type { Animation } from '../values/animation.ts';
import type { ReadingContext } from './reading-context.ts';
import { resolveAnimation } from './resolve-animation.ts';
import { knownChildren } from './resolve-children.ts';
import { resolveEffect } from './resolve-effect.ts';

/** Reads what stands in a layer of any kind and changes its picture. */
export function resolveInside(
  context: ReadingContext,
  kind: LayerKind,
  element: ElementNode,
): Pick<SeenLayer, 'effects' | 'animations'> {
  const effects: Effect[] = [];
  const animations: Animation[] = [];
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
      case 'content':
        // It is read with the text that it stands in.
        break;
      default:
        assertNever(child.name);
    }
  }
  checkCounts(context, element);
  return { effects, animations };
}

function checkCounts({ log }: ReadingContext, element: ElementNode): void {
  const ofRole = (role: 'effect' | 'animation') => childElements(element).filter((child) => roleOf(child) === role);
  const [effects, animations] = [ofRole('effect'), ofRole('animation')];
  const [effect, animation] = [effects[limits.effects], animations[limits.animations]];
  if (effect !== undefined)
    log.add('template/too-many-layers', { node: effect.id }, () =>
      statement('template/too-many-effects', { most: limits.effects, effects: effects.length }),
    );
  if (animation !== undefined)
    log.add('template/too-many-layers', { node: animation.id }, () =>
      statement('template/too-many-animations', { most: limits.animations, animations: animations.length }),
    );
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
    place: { position, origin, anchor, scale, rotation },
    opacity,
    blendMode: blendmode,
    offset,
    duration,
    overlap,
  };
}
