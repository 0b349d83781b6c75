import { isAnimatedKind } from '../../template/effects/animatable.ts';
import { type Effect, type EffectSpec, effectRegistry } from '../../template/effects/effects.ts';
import type { AttributeSpec } from '../../template/value-types/attribute-spec.ts';
import type { EffectAnimation } from '../../template/values/animation.ts';
import type { Size } from '../../template/values/placement.ts';
import { onTracks, tracksOf } from '../motion/tracks.ts';
import { type MovingValue, valueBetween } from '../motion/value-between.ts';
import { drawnAs } from './played-effects.ts';

/** What becomes of the size of a picture by effects. */
export type SizeAfter = (size: Size, effects: readonly Effect[]) => Size;

/**
 * Effects as they are in a layer's own frame, whole or not: those whose keys say something have that, and those that change
 * nothing then are left out. It is the same list where nothing is animated.
 * @param length The layer's, in frames.
 * @param size Of its picture before them: lengths of keys may be percentages of what the effects before have left of it.
 */
export function effectsAt(
  effects: readonly Effect[],
  frame: number,
  length: number,
  size: Size,
  sizeAfter: SizeAfter,
): readonly Effect[] {
  if (effects.every(({ animations }) => animations === undefined)) return effects;
  const now: Effect[] = [];
  let left = size;
  for (const effect of effects) {
    const changed = effect.animations === undefined ? effect : drawnAs(effectAt(effect, frame, length, left));
    if (changed === null) continue;
    now.push(changed);
    left = sizeAfter(left, [changed]);
  }
  return now;
}

function effectAt(effect: Effect, frame: number, length: number, size: Size): Effect {
  const { animations = [], ...still } = effect;
  const { attributes }: EffectSpec = effectRegistry[effect.type];
  const keyed = Object.entries(attributes).flatMap(([name, spec]) => {
    const value = valueAt(animations, name, spec, frame, length, size);
    return value === null ? [] : [[name, value] as const];
  });
  // Each value is of its attribute's own kind: keys were read by the same table.
  return { ...still, parameters: { ...still.parameters, ...Object.fromEntries(keyed) } } as Effect;
}

function valueAt(
  animations: readonly EffectAnimation[],
  name: string,
  { type }: AttributeSpec<unknown>,
  frame: number,
  length: number,
  size: Size,
): MovingValue | null {
  if (!isAnimatedKind(type.kind)) return null;
  const between = onTracks(tracksOf(animations, name, length), frame);
  return between === null ? null : valueBetween(type, between, size, name === 'top' || name === 'bottom');
}
