import { type EffectSpec, effectRegistry, effectTypes, spellingsOfType } from '../effects/effects.ts';
import { type ElementSpec, elementRegistry } from './elements.ts';

/**
 * The elements and effects of the language. Functions that walk a document by the tables take a language as a
 * parameter, so that tests can pass elements that do not exist yet.
 */
export interface Language {
  readonly elements: Readonly<Record<string, ElementSpec>>;
  /** Effect types by every name. Each has its attributes in addition to those of its element. */
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

/** Returns whether white space alone is text in an element, as in all elements with text content. */
export function keepsSpace(element: { readonly name: string }): boolean {
  return elementSpecOf(element)?.content !== undefined;
}

/**
 * Attributes that are reserved but not rendered yet. They get their own warning, so that users do not look for a
 * spelling error.
 */
const reservedAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  // Motion data of `perspective`.
  ['transform', new Set(['src', 'url', 'offset', 'scale'])],
]);

export function isReservedAttribute(element: string, name: string): boolean {
  return reservedAttributes.get(element)?.has(name) ?? false;
}
