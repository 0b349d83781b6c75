import type { NoValues } from '../no-values.ts';

/**
 * A character of a text: itself, or its code point such as `U+0000` if it is invisible; null at the end of the text.
 */
interface Character {
  readonly character: string | null;
}

/** An open element and the line where it starts, from 1. */
interface OpenElement {
  readonly element: string;
  readonly line: number;
}

/** Reasons why a text is not acceptable XML. */
export interface XmlMessages {
  'xml/too-large': { readonly mebibytes: number };
  'xml/too-deep': { readonly most: number };
  'xml/too-many-elements': { readonly most: number };
  'xml/too-many-leaves': { readonly most: number };
  'xml/too-many-placeholders': { readonly most: number };
  'xml/too-many-scenes': { readonly most: number };
  'xml/doctype': NoValues;
  'xml/processing-instruction': NoValues;
  'xml/utf-32': NoValues;
  'xml/utf-16-without-mark': NoValues;
  'xml/utf-16-half': NoValues;
  'xml/utf-16-declared-otherwise': { readonly declared: string };
  'xml/other-encoding': { readonly declared: string };
  /** `byte` is for example `0xFF`. */
  'xml/not-utf-8': { readonly byte: string };
  'xml/declared-encoding': { readonly declared: string };
  'xml/no-root': NoValues;
  'xml/second-root': NoValues;
  'xml/text-before-root': NoValues;
  'xml/text-after-root': NoValues;
  'xml/duplicate-attribute': { readonly name: string };
  'xml/tag-not-closed': OpenElement;
  'xml/less-than-in-value': NoValues;
  'xml/value-not-closed': { readonly attribute: string };
  'xml/stray-less-than': NoValues;
  'xml/end-tag-not-closed': NoValues;
  'xml/end-tag-with-more': NoValues;
  'xml/end-tag-of-nothing': { readonly name: string };
  'xml/element-not-closed': OpenElement;
  'xml/end-tag-misspelled': OpenElement & { readonly name: string };
  'xml/end-tag-of-other': OpenElement & { readonly name: string };
  'xml/never-closed': { readonly element: string };
  'xml/comment-dashes': NoValues;
  'xml/cdata-end-in-text': NoValues;
  'xml/unknown-declaration': NoValues;
  'xml/lone-ampersand': NoValues;
  'xml/entity-without-semicolon': { readonly name: string };
  'xml/unknown-entity': { readonly name: string };
  'xml/reference-without-semicolon': { readonly reference: string };
  'xml/reference-not-allowed': { readonly reference: string };
  'xml/half-surrogate': { readonly character: string };
  'xml/forbidden-character': { readonly character: string };
  'xml/character-in-element-name': Character;
  'xml/character-in-tag': Character;
  'xml/attribute-without-value': NoValues;
  'xml/value-without-quotes': NoValues;
  'xml/no-space-between-attributes': NoValues;
  'xml/lone-slash': NoValues;
  'xml/declaration-not-first': NoValues;
  'xml/declaration-in-capitals': NoValues;
  'xml/declaration-with-more': NoValues;
  'xml/declaration-incomplete': NoValues;
  'xml/declaration-without-version': NoValues;
  'xml/declaration-value-missing': NoValues;
  'xml/declaration-without-quotes': NoValues;
  'xml/declaration-version': NoValues;
  'xml/declaration-encoding-name': NoValues;
  'xml/declaration-standalone': NoValues;
  'xml/declaration-without-space': NoValues;
  'xml/declaration-end': NoValues;
  'xml/declaration-order': NoValues;
  'xml/instruction-without-name': NoValues;
  'xml/instruction-name': NoValues;
  'xml/unfinished-comment': NoValues;
  'xml/unfinished-cdata': NoValues;
  'xml/unfinished-markup': NoValues;
  'xml/unfinished-declaration': NoValues;
  'xml/unfinished-instruction': NoValues;
  'xml/unfinished-end-tag': NoValues;
  'xml/unfinished-text': NoValues;
  'xml/unfinished-tag': NoValues;
  /** `words` are the message of the parser. */
  'xml/other': { readonly words: string };
}
