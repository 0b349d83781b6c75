import { matchesWords } from '#renderer/interaction/word-search.ts';
import { effectLabels } from '#renderer/strings/registry-strings.ts';
import { type EffectType, spellingsOfType } from '#shared/template/effects/effects.ts';

/**
 * Returns the effects whose label, description, or type contains all terms. Effects with the terms in the label come
 * first.
 */
export function searchEffects(types: readonly EffectType[], search: string): readonly EffectType[] {
  const byLabel = types.filter((type) => matchesWords(search, [effectLabels(type).label]));
  const byDescription = types.filter((type) => {
    const { label, description } = effectLabels(type);
    return !byLabel.includes(type) && matchesWords(search, [label, description, ...spellingsOfType(type)]);
  });
  return [...byLabel, ...byDescription];
}
