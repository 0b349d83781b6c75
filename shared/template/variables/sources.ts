import type { ElementNode } from '../document/document.ts';
import { parseValue } from '../placeholders/placeholder.ts';
import { LANGUAGE } from '../tables/language.ts';
import type { AttributeSpec } from '../value-types/attribute-spec.ts';
import type { SourceKind } from '../value-types/attribute-types.ts';
import { knownAttributesOf } from './attribute-walk.ts';

/** An attribute that names a source: a video, image, font or table. */
export interface WrittenSource {
  /** As the attribute is spelled. */
  readonly attribute: string;
  /** Whether it names an asset of the project or an address. */
  readonly form: 'asset' | 'url';
  readonly kind: SourceKind;
  /** As it is written, placeholders included. */
  readonly value: string;
}

/**
 * The sources that an element names, those of its effect's type included, in document order; not those of the elements
 * inside it. Whoever looks for sources in a document asks this, so that a new kind of source is found everywhere.
 */
export function sourcesOf(element: ElementNode, language = LANGUAGE): readonly WrittenSource[] {
  return knownAttributesOf(element, language).flatMap(({ name, value, spec }): readonly WrittenSource[] => {
    const source = sourceIn(spec);
    return source === null ? [] : [{ attribute: name, ...source, value }];
  });
}

/** The form and kind of the source that an attribute names by its entry in the tables; null where it names none. */
export function sourceIn(spec: AttributeSpec<unknown> | null): Pick<WrittenSource, 'form' | 'kind'> | null {
  const { kind: form, source: kind } = spec?.type ?? {};
  return kind !== undefined && (form === 'asset' || form === 'url') ? { form, kind } : null;
}

/** What a written source names when no variable is given: itself, or the default of the placeholder that it is. */
export function statedSource({ value }: Pick<WrittenSource, 'value'>): string | null {
  const { pieces } = parseValue(value);
  const [only] = pieces;
  if (only === undefined || pieces.length > 1) return null;
  return only.kind === 'placeholder' ? only.default : only.text.trim();
}
