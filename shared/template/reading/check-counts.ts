import { statement } from '../../statements/statement.ts';
import { childElements, type ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import { roleOf } from '../tables/roles.ts';
import type { ReadingContext } from './reading-context.ts';

/** Tells of effects and animations that are too many for what they stand in. */
export function checkCounts({ log }: ReadingContext, element: ElementNode): void {
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
