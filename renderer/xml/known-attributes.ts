import { attributesOfEffectKeys } from '#shared/template/effects/effects.ts';
import { spellingsIn } from '#shared/template/tables/attribute-lookup.ts';
import { elementSpecOf, LANGUAGE } from '#shared/template/tables/language.ts';
import { elementsOfRole } from '#shared/template/tables/roles.ts';
import type { AttributeSpec, AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';

export interface KnownAttribute {
  readonly name: string;
  readonly spec: AttributeSpec<unknown>;
}

/** Returns the attributes of an element and of its effect type. Required attributes come first. */
export function knownAttributes(
  element: string,
  effectType: string | null,
  language = LANGUAGE,
): readonly KnownAttribute[] {
  const known = elementSpecOf({ name: element }, language);
  const own = known?.attributes ?? {};
  const type = effectType !== null && Object.hasOwn(language.effects, effectType) ? language.effects[effectType] : null;
  const effect: AttributeSpecs = type?.element === element ? type.attributes : {};
  const inEffects = known?.role === 'key' ? Object.entries(attributesOfEffectKeys) : [];
  const more = inEffects.filter(([name]) => !spellingsIn(own).has(name));
  const all = [...Object.entries(own), ...Object.entries(effect), ...more].map(([name, spec]) => ({ name, spec }));
  return all.toSorted((left, right) => Number(isRequired(right.spec)) - Number(isRequired(left.spec)));
}

export function isRequired(spec: AttributeSpec<unknown>): boolean {
  return 'required' in spec.absent;
}

/** Returns an attribute by any of its spellings; null for an unknown attribute. */
export function knownAttribute(
  element: string,
  effectType: string | null,
  name: string,
  language = LANGUAGE,
): KnownAttribute | null {
  const all = knownAttributes(element, effectType, language);
  return all.find((attribute) => attribute.name === name || attribute.spec.aliases?.includes(name)) ?? null;
}

/**
 * Returns the value that the editor inserts for an attribute. This is the initial or default value in the registry, or
 * else a value that its type always accepts. Empty if there is none.
 */
export function initialValue({ type, initial, absent }: AttributeSpec<unknown>): string {
  if (initial !== undefined) return type.format(initial);
  if ('default' in absent && absent.default !== null) return type.format(absent.default);
  return INITIAL[type.kind] ?? (type.options?.[0] === undefined ? '' : type.format(type.options[0]));
}

const INITIAL: Readonly<Partial<Record<AttributeSpec<unknown>['type']['kind'], string>>> = {
  time: '2s',
  'frame-rate': '30',
  color: '#000000',
};

/** Returns the names of the elements that an element can contain. If `parent` is null, returns the root elements. */
export function childNames(parent: string | null, language = LANGUAGE): readonly string[] {
  if (parent === null) return elementsOfRole('movie');
  return elementSpecOf({ name: parent }, language)?.children ?? [];
}

/** Returns whether an element has text content. Placeholders in text content are replaced. */
export function containsText(element: string | null, language = LANGUAGE): boolean {
  return element !== null && elementSpecOf({ name: element }, language)?.content !== undefined;
}
