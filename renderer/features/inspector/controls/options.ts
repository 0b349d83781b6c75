import type { AttributeField } from '#renderer/editor/fields.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { repeatAttributes } from '#shared/template/tables/repeat-attributes.ts';
import { type AttributeSpec, permittedOptions } from '#shared/template/value-types/attribute-types.ts';

/** Returns the values of a choice attribute in the notation of the template. */
export function optionsOf({ type }: AttributeSpec<unknown>): readonly string[] {
  return (type.options ?? []).map((option) => type.format(option));
}

/** For each attribute type, the synonym that is not offered by default. Text and caption elements share these types. */
const SYNONYMS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [elementRegistry.text.attributes.xalign.type, 'middle'],
  [elementRegistry.text.attributes.yalign.type, 'center'],
]);

/**
 * Returns the values to offer, which all elements must permit. Synonyms are offered once, in the spelling of the
 * template.
 */
export function offeredOptions(
  spec: AttributeSpec<unknown>,
  writtenText: string | null,
  elementTypes: readonly string[] = [],
): readonly string[] {
  const synonym = SYNONYMS.get(spec.type);
  const permitted = elementTypes.map((type) => new Set(permittedOptions(spec, type)));
  const all = optionsOf(spec).filter((option) => permitted.every((options) => options.has(option)));
  if (synonym === undefined) return all;
  const primary = synonym === 'middle' ? 'center' : 'middle';
  return all.filter((value) => value !== (writtenText === synonym ? primary : synonym));
}

/**
 * Returns the label of a value. A value without a label in the catalogue is capitalized, for example “Contain”. A
 * single letter stays unchanged.
 */
export function optionLabel(spec: AttributeSpec<unknown>, value: string): string {
  const word = specWords(spec).options?.[value];
  if (word !== undefined) return word;
  return value.length < 2 ? value : `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll(/[-_]/g, ' ')}`;
}

/**
 * Returns the label of a number with a special meaning, such as *Last of the list* for the position −1. Undefined if
 * the number itself is shown.
 */
export function standardLabel(
  { spec, effectiveText }: Pick<AttributeField, 'spec' | 'effectiveText'>,
  { lastOfList }: Catalogue['inspector'],
): string | undefined {
  return spec === repeatAttributes.to && effectiveText === '-1' ? lastOfList : undefined;
}

/** Returns the placeholder of an unset field, such as *Auto* for a width. */
export function unsetLabel(
  { name }: Pick<AttributeField, 'name'>,
  { unsetFields, notSet }: Catalogue['inspector'],
): string {
  return Object.hasOwn(unsetFields, name) ? (unsetFields[name] ?? notSet) : notSet;
}
