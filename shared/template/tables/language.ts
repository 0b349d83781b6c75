import { type EffectSpec, effectRegistry, effectTypes, spellingsOfType } from '../effects/effects.ts';
import { type ElementSpec, elementRegistry } from './elements.ts';

/**
 * The elements and effects of the template language. Functions that traverse a document according to the tables have a
 * language as a parameter, so that tests can pass elements of future versions.
 */
export interface Language {
  readonly elements: Readonly<Record<string, ElementSpec>>;
  /** The effect types by all of their names. Each type has attributes in addition to the attributes of its element. */
  readonly effects: Readonly<Record<string, EffectSpec>>;
}

/** The language of this version of the program. */
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

/** Returns whether white space in an element is text. This is the case for all elements with text content. */
export function keepsSpace(element: { readonly name: string }): boolean {
  return elementSpecOf(element)?.content !== undefined;
}

/**
 * Attributes that are reserved, but not rendered yet. They have a separate warning because users would otherwise look
 * for a spelling error.
 */
const reservedAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  // Reserved for the motion data of `perspective`.
  ['transform', new Set(['src', 'url', 'offset', 'scale'])],
]);

export function isReservedAttribute(element: string, name: string): boolean {
  return reservedAttributes.get(element)?.has(name) ?? false;
}
