import { type EffectSpec, effectRegistry, effectTypes, spellingsOfType } from '../effects/effects.ts';
import { type ElementSpec, elementRegistry } from './elements.ts';

/**
 * The elements and effects of the language. Functions that traverse a document according to the tables have a language
 * as a parameter, so that tests can pass elements of future versions.
 */
export interface Language {
  readonly elements: Readonly<Record<string, ElementSpec>>;
  /** Effect types by all of their names. Each type has attributes in addition to the attributes of the element. */
  readonly effects: Readonly<Record<string, EffectSpec>>;
}

/** The language of this version. */
export const LANGUAGE: Language = {
  elements: elementRegistry,
  effects: Object.fromEntries(
    effectTypes.flatMap((type) => spellingsOfType(type).map((name) => [name, effectRegistry[type]])),
  ),
};

/** Returns the table entry of an element; null if the element is unknown. */
export function elementSpecOf({ name }: { readonly name: string }, language = LANGUAGE): ElementSpec | null {
  return Object.hasOwn(language.elements, name) ? (language.elements[name] ?? null) : null;
}

/** Returns whether an element keeps white space as text. All elements with text content do. */
export function keepsSpace(element: { readonly name: string }): boolean {
  return elementSpecOf(element)?.content !== undefined;
}

/**
 * Attributes that are reserved and not rendered yet. Their separate warning prevents users from looking for a spelling
 * error.
 */
const reservedAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  // The motion data of `perspective`.
  ['transform', new Set(['src', 'url', 'offset', 'scale'])],
]);

export function isReservedAttribute(element: string, name: string): boolean {
  return reservedAttributes.get(element)?.has(name) ?? false;
}
