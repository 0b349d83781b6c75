import { attributeValue, type ElementNode } from '../document/document.ts';
import { parseValue } from '../placeholders/placeholder.ts';
import { specOf } from '../tables/attribute-lookup.ts';
import { elementSpecOf, LANGUAGE } from '../tables/language.ts';
import type { AttributeSpec, AttributeSpecs, TimeMeaning } from '../value-types/attribute-spec.ts';

/** An attribute that stands in an element and that the tables know. */
export interface KnownAttribute {
  /** As it is spelled. */
  readonly name: string;
  /** As it is written, placeholders included. */
  readonly value: string;
  readonly spec: AttributeSpec<unknown>;
}

/** The attributes of an element that the tables know, those of its effect's type included, in document order. */
export function knownAttributesOf(element: ElementNode, language = LANGUAGE): readonly KnownAttribute[] {
  const effectType = writtenEffectType(element);
  return element.attributes.flatMap(({ name, value }) => {
    const spec = specOf(element, name, effectType, language);
    return spec === null ? [] : [{ name, value, spec }];
  });
}

/** The attributes that an element could have and has not, those of its effect's type included. */
export function absentAttributesOf(
  element: ElementNode,
  language = LANGUAGE,
): readonly Pick<KnownAttribute, 'name' | 'spec'>[] {
  const effectType = writtenEffectType(element);
  const ofType = effectType === null ? undefined : language.effects[effectType];
  const specs: AttributeSpecs = { ...elementSpecOf(element, language)?.attributes, ...ofType?.attributes };
  const written = new Set(element.attributes.map(({ name }) => name));
  return Object.entries(specs).flatMap(([name, spec]) =>
    [name, ...(spec.aliases ?? [])].some((spelling) => written.has(spelling)) ? [] : [{ name, spec }],
  );
}

/** The attributes that are times: all that count frames where they are written as bare numbers. */
export function timesOf(element: ElementNode, language = LANGUAGE): readonly KnownAttribute[] {
  return knownAttributesOf(element, language).filter(({ spec }) => TIME_KINDS.has(spec.type.kind));
}

const TIME_KINDS: ReadonlySet<AttributeSpec<unknown>['type']['kind']> = new Set([
  'time',
  'signed-time',
  'part-of-time',
]);

/** The name under which an element has the time of a meaning; null where the tables give it none. */
export function timeNamed(element: ElementNode, meaning: TimeMeaning, language = LANGUAGE): string | null {
  const entries = Object.entries(elementSpecOf(element, language)?.attributes ?? {});
  const found = entries.find(([, spec]) => spec.time === meaning);
  if (found === undefined) return null;
  const [name, { aliases = [] }] = found;
  return element.attributes.find((each) => aliases.includes(each.name))?.name ?? name;
}

/** An effect's type as it is written, or as the default of the one placeholder that it is. */
function writtenEffectType(element: ElementNode): string | null {
  const { pieces } = parseValue(attributeValue(element, 'type') ?? '');
  const [only] = pieces;
  if (only === undefined || pieces.length > 1) return null;
  return (only.kind === 'placeholder' ? only.default : only.text)?.trim() ?? null;
}
