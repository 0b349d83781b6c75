import type { ShapeKind } from '#shared/editing/model/shape-kind.ts';
import { type FunctionName, functionNamed } from '#shared/expressions/functions.ts';
import type { Term } from '#shared/messages/translation.ts';
import { type EffectType, effectRegistry } from '#shared/template/effects/effects.ts';
import { type ElementName, elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import type { Language } from './language.ts';
import { pageLanguage, pageStrings } from './page-language.ts';
import { functionWords, registryStrings as german } from './registry.de.ts';
import type { Registry, SpecWords } from './registry-words.ts';

/** The translations by language; null for English, the language of the registries. */
const tables: Readonly<Record<Language, Readonly<Record<string, SpecWords>> | null>> = { en: null, de: german };

const keys = new Map<unknown, string>(
  [...Object.entries<Registry[string]>(elementRegistry), ...Object.entries<Registry[string]>(effectRegistry)].flatMap(
    ([name, entry]) => Object.entries(entry.attributes).map(([attribute, spec]) => [spec, `${name}/${attribute}`]),
  ),
);

/** The values whose English label differs from their spelling in XML. */
const OPTIONS = {
  center: 'Center',
  ltr: 'LTR',
  rtl: 'RTL',
  softlight: 'Soft light',
  qr: 'QR',
  slidepill: 'Slide pill',
  oneword: 'One word',
  topleft: 'Top left',
  topright: 'Top right',
  bottomleft: 'Bottom left',
  bottomright: 'Bottom right',
} as const;

/** Returns the label and description of an attribute in the page language. */
export function specWords(spec: AttributeSpec<unknown>): SpecWords {
  const { label, description } = spec;
  return inPageLanguage(keys.get(spec) ?? '', { label, description, options: OPTIONS });
}

/** Returns the label of a kind of shape, such as *Star*. */
export function shapeWord(kind: ShapeKind): string {
  return pageStrings().insert.shapeKinds[kind];
}

/** Returns an attribute as a term for messages. */
export function specTerm(spec: AttributeSpec<unknown>): Term {
  return { key: keys.get(spec) ?? '', label: spec.label.toLowerCase() };
}

/** Returns the label and description of an effect in the page language. */
export function effectLabels(type: EffectType): SpecWords {
  return inPageLanguage(type, effectRegistry[type]);
}

/** Returns the label and description of an element in the page language. */
export function elementLabels(name: ElementName): SpecWords {
  return inPageLanguage(name, elementRegistry[name]);
}

/** Returns the description of a function of expressions in the page language. */
export function functionDescription(name: FunctionName): string {
  return pageLanguage() === 'de' ? functionWords[name] : (functionNamed(name)?.description ?? '');
}

function inPageLanguage(key: string, written: SpecWords): SpecWords {
  return tables[pageLanguage()]?.[key] ?? written;
}
