import type { AttributeSpec } from '../../../shared/template/attribute-spec.ts';

/** The values of a choice, as the language writes them. */
export function optionsOf({ type }: AttributeSpec<unknown>): readonly string[] {
  return (type.options ?? []).map((option) => type.format(option));
}

/** `Contain` of `contain`; a single letter is a name, and stays. */
export function optionLabel(value: string): string {
  return value.length < 2 ? value : `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll(/[-_]/g, ' ')}`;
}
