import type { AttributeSpec } from '../../../../shared/template/value-types/attribute-spec.ts';
import { specWords } from '../../../strings/registry-words.ts';

/** The values of a choice, as the language writes them. */
export function optionsOf({ type }: AttributeSpec<unknown>): readonly string[] {
  return (type.options ?? []).map((option) => type.format(option));
}

/**
 * What a choice is called: `Contain` of `contain` where there are no other words; a single letter is a name, and stays.
 */
export function optionLabel(spec: AttributeSpec<unknown>, value: string): string {
  const word = specWords(spec).options?.[value];
  if (word !== undefined) return word;
  return value.length < 2 ? value : `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll(/[-_]/g, ' ')}`;
}
