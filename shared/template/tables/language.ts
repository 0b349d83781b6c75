import { type EffectSpec, effectRegistry, effectTypes, spellingsOfType } from '../effects/effects.ts';
import { type ElementSpec, elementRegistry } from './elements.ts';

/**
 * The language as data: which elements there are and what they say. Functions that walk a document by the tables take
 * one, so that tests can show what holds for elements that the language does not have yet.
 */
export interface Language {
  readonly elements: Readonly<Record<string, ElementSpec>>;
  /** Types of effects, by every name; what they have beside the attributes of the element that carries them. */
  readonly effects: Readonly<Record<string, EffectSpec>>;
}

/** The language that this version knows. */
export const LANGUAGE: Language = {
  elements: elementRegistry,
  effects: Object.fromEntries(
    effectTypes.flatMap((type) => spellingsOfType(type).map((name) => [name, effectRegistry[type]])),
  ),
};

/** The entry of an element; null for one that the language does not have. */
export function elementSpecOf({ name }: { readonly name: string }, language = LANGUAGE): ElementSpec | null {
  return Object.hasOwn(language.elements, name) ? (language.elements[name] ?? null) : null;
}

/** Whether white space alone is text in an element: it holds text, in which every space counts. */
export function keepsSpace(element: { readonly name: string }): boolean {
  return elementSpecOf(element)?.content !== undefined;
}

/**
 * What the language sets aside and this version does not render: it is kept, and warned about in words of its own,
 * so that nobody looks for a slip in spelling.
 */
const reservedAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  // Motion data of `perspective`.
  ['transform', new Set(['src', 'url', 'offset', 'scale'])],
]);

export function isReservedAttribute(element: string, name: string): boolean {
  return reservedAttributes.get(element)?.has(name) ?? false;
}
