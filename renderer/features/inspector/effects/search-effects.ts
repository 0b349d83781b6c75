import { effectLabels } from '#renderer/strings/registry-strings.ts';
import { type EffectType, spellingsOfType } from '#shared/template/effects/effects.ts';

/**
 * Returns the effects whose label, description, or type contains all terms. Effects with the terms in the label come
 * first.
 */
export function searchEffects(types: readonly EffectType[], search: string): readonly EffectType[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return types;
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const byLabel = types.filter((type) => has(effectLabels(type).label));
  const byDescription = types.filter((type) => {
    const { label, description } = effectLabels(type);
    return !has(label) && has(`${label} ${description} ${spellingsOfType(type).join(' ')}`);
  });
  return [...byLabel, ...byDescription];
}
