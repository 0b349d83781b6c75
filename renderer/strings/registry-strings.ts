import type { Term } from '#shared/messages/templates/step-messages.ts';
import { type EffectType, effectRegistry } from '#shared/template/effects/effects.ts';
import { type ElementName, elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import { registryStrings as german } from './de/registry/registry.ts';
import type { Language } from './language.ts';
import { pageLanguage } from './page-language.ts';
import type { Registry, SpecWords } from './shapes/registry-strings.ts';

/** Null for the language that the registries are written in. */
const tables: Readonly<Record<Language, Readonly<Record<string, SpecWords>> | null>> = { en: null, de: german };

const keys = new Map<unknown, string>(
  [...Object.entries<Registry[string]>(elementRegistry), ...Object.entries<Registry[string]>(effectRegistry)].flatMap(
    ([name, entry]) => Object.entries(entry.attributes).map(([attribute, spec]) => [spec, `${name}/${attribute}`]),
  ),
);

/** Values that are not the English words for what they mean. */
const OPTIONS = { center: 'Center', ltr: 'LTR', rtl: 'RTL', softlight: 'Soft light' } as const;

/** The words of an attribute, in the page's language. */
export function specWords(spec: AttributeSpec<unknown>): SpecWords {
  const { label, description } = spec;
  return inPageLanguage(keys.get(spec) ?? '', { label, description, options: OPTIONS });
}

/** The word for a shape by its type, such as *Rectangle*; *Shape* for a path and for a type that is not known. */
export function shapeWord(type: string | null): string {
  const spec: AttributeSpec<unknown> = elementRegistry.shape.attributes.type;
  const word = type === null ? undefined : specWords(spec).options?.[type];
  if (word !== undefined) return word;
  return type === 'rectangle' ? 'Rectangle' : type === 'ellipse' ? 'Ellipse' : elementWords('shape').label;
}

/** An attribute as a word of a statement. */
export function specTerm(spec: AttributeSpec<unknown>): Term {
  return { key: keys.get(spec) ?? '', label: spec.label.toLowerCase() };
}

/** The words of an effect, in the page's language. */
export function effectLabels(type: EffectType): SpecWords {
  return inPageLanguage(type, effectRegistry[type]);
}

/** The words of an element, in the page's language. */
export function elementWords(name: ElementName): SpecWords {
  return inPageLanguage(name, elementRegistry[name]);
}

function inPageLanguage(key: string, written: SpecWords): SpecWords {
  return tables[pageLanguage()]?.[key] ?? written;
}
