import { HEARD_PROPERTIES } from '../tables/animatable.ts';
import type { Animation, CustomAnimation, Key, KeyProperty } from '../values/animation.ts';

/** What animations do to a picture, and what to a sound. */
interface SplitAnimations {
  readonly seen: readonly Animation[];
  readonly heard: readonly CustomAnimation[];
}

const heardNames: ReadonlySet<string> = new Set<KeyProperty>(HEARD_PROPERTIES);

/**
 * Parts what is heard from what is seen, so that another loudness is no other picture. An animation that has both stands on
 * both sides, each time with all its keys: how long it is depends on them.
 */
export function splitAnimations(animations: readonly Animation[]): SplitAnimations {
  return {
    seen: animations.flatMap((animation): readonly Animation[] => {
      if (animation.kind === 'preset' || !names(animation, isHeard)) return [animation];
      return names(animation, isSeen) ? [withValues(animation, isSeen)] : [];
    }),
    heard: animations.flatMap((animation) =>
      animation.kind === 'custom' && names(animation, isHeard) ? [withValues(animation, isHeard)] : [],
    ),
  };
}

function isHeard(property: string): boolean {
  return heardNames.has(property);
}

function isSeen(property: string): boolean {
  return !isHeard(property);
}

function names({ keys }: CustomAnimation, isMeant: (property: string) => boolean): boolean {
  return keys.some(({ values }) => Object.keys(values).some(isMeant));
}

function withValues(animation: CustomAnimation, isMeant: (property: string) => boolean): CustomAnimation {
  const keys = animation.keys.map((key): Key => {
    const values = Object.entries(key.values).filter(([property]) => isMeant(property));
    return { ...key, values: Object.fromEntries(values) };
  });
  return { ...animation, keys };
}
