import { shallow } from 'zustand/shallow';
import type { ElementNode } from '#shared/template/document/document.ts';
import { type EffectType, effectTypeNamed } from '#shared/template/effects/effects.ts';
import { effectsOf, isEffect } from '#shared/template/tables/roles.ts';

/** Effects that are edited together: a single effect, or the same effect on several layers. */
export interface EffectGroup {
  readonly key: string;
  readonly elements: readonly ElementNode[];
  /** The type of the effect; null if this version of the program does not support it. */
  readonly type: EffectType | null;
  /** The type as written in the template. */
  readonly name: string;
}

/**
 * Returns the effects to show. For a single layer, these are all its effects. For several layers, these are the effects
 * that all of them have, matched by type and by occurrence.
 */
export function effectGroups(layers: readonly ElementNode[], typeOf: (effect: ElementNode) => string): EffectGroup[] {
  const [first, ...others] = layers;
  if (first === undefined) return [];
  if (others.length === 0) {
    return effectsOf(first).map((element) => {
      const name = typeOf(element);
      return { key: element.id, elements: [element], type: knownType(element, name), name };
    });
  }
  const lists = layers.map((layer) => Map.groupBy(effectsOf(layer), (effect) => `${effect.name} ${typeOf(effect)}`));
  const counts = new Map<string, number>();
  return effectsOf(first).flatMap((effect) => {
    const name = typeOf(effect);
    const kind = `${effect.name} ${name}`;
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    const elements = lists.flatMap((list) => list.get(kind)?.[nth] ?? []);
    if (elements.length < layers.length) return [];
    return [{ key: `${kind} ${nth}`, elements, type: knownType(effect, name), name }];
  });
}

function knownType(element: ElementNode, name: string): EffectType | null {
  return isEffect(element) ? effectTypeNamed(name) : null;
}

/** Returns whether two lists contain the same groups in the same order. */
export function sameGroups(one: readonly EffectGroup[], other: readonly EffectGroup[]): boolean {
  return one.length === other.length && one.every((group, at) => sameGroup(group, other[at]));
}

function sameGroup(one: EffectGroup, other: EffectGroup | undefined): boolean {
  return one.key === other?.key && one.name === other.name && shallow(one.elements, other.elements);
}
