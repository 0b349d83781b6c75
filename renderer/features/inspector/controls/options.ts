import type { AttributeField } from '#renderer/editor/fields.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';

/** The values of a choice, as the language writes them. */
export function optionsOf({ type }: AttributeSpec<unknown>): readonly string[] {
  return (type.options ?? []).map((option) => type.format(option));
}

/** Words of the language that mean the same as another, by the type that texts and captions share. */
const SYNONYMS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [elementRegistry.text.attributes.xalign.type, 'middle'],
  [elementRegistry.text.attributes.yalign.type, 'center'],
]);

/** The values to choose from: of two that mean the same, the second only where it is written, in place of the first. */
export function offeredOptions(spec: AttributeSpec<unknown>, written: string | null): readonly string[] {
  const synonym = SYNONYMS.get(spec.type);
  const all = optionsOf(spec);
  if (synonym === undefined) return all;
  const meant = synonym === 'middle' ? 'center' : 'middle';
  return all.filter((value) => value !== (written === synonym ? meant : synonym));
}

/**
 * What a choice is called: `Contain` of `contain` where there are no other words; a single letter is a name, and stays.
 */
export function optionLabel(spec: AttributeSpec<unknown>, value: string): string {
  const word = specWords(spec).options?.[value];
  if (word !== undefined) return word;
  return value.length < 2 ? value : `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll(/[-_]/g, ' ')}`;
}

/** The word in a field that is not set and for which no value can be shown, such as *Auto* for a width. */
export function unsetWord(
  { name }: Pick<AttributeField, 'name'>,
  { unsetFields, notSet }: Catalogue['inspector'],
): string {
  return Object.hasOwn(unsetFields, name) ? (unsetFields[name] ?? notSet) : notSet;
}
