import { asSentence } from './quoting.ts';
import { messages } from './translation.ts';

/**
 * A character of a text: itself, or its code point such as `U+0000` if it is invisible; null at the end of the text.
 */
export interface Character {
  readonly character: string | null;
}

/** An open element and the line where it starts, from 1. */
export interface OpenElement {
  readonly element: string;
  readonly line: number;
}

const DECLARATION = '`<?xml version="1.0" encoding="UTF-8"?>`';

/** Reasons why a text is not acceptable XML. */
export const xmlMessages = messages({
  'xml/too-large': ({ mebibytes }: { mebibytes: number }) =>
    `A template can be up to ${mebibytes} MiB; this one is larger. Split it.`,
  'xml/too-deep': ({ most }: { most: number }) =>
    `Elements can be nested ${most} levels deep; this one is deeper. Move it out.`,
  'xml/too-many-elements': ({ most }: { most: number }) => `A template can have up to ${most} elements. Split it.`,
  'xml/too-many-leaves': ({ most }: { most: number }) =>
    `A template can have up to ${most} attributes, comments, and texts in total. Split it.`,
  'xml/too-many-placeholders': ({ most }: { most: number }) =>
    `A template can use variables up to ${most} times; this one has more uses. Split it.`,
  'xml/too-many-scenes': ({ most }: { most: number }) => `A movie can have up to ${most} scenes. Split it.`,
  'xml/doctype': () => 'Document types and entity declarations aren’t allowed. Remove this one.',
  'xml/processing-instruction': () => 'Processing instructions aren’t allowed. Remove this one.',
  'xml/utf-32': () => 'The file is UTF-32. Save it as UTF-8.',
  'xml/utf-16-without-mark': () => 'The file looks like UTF-16 without a byte order mark. Save it as UTF-8.',
  'xml/utf-16-half': () => 'The file is UTF-16, but half of its last character is missing.',
  'xml/utf-16-declared-otherwise': ({ declared }: { declared: string }) =>
    `The XML declaration says ${declared}, but the file is UTF-16. Save it as UTF-8.`,
  'xml/other-encoding': ({ declared }: { declared: string }) =>
    `The file is ${declared}, as its XML declaration says. Save it as UTF-8.`,
  /** `byte` is for example `0xFF`. */
  'xml/not-utf-8': ({ byte }: { byte: string }) =>
    `The file isn’t UTF-8: the byte ${byte} isn’t valid here. Save it as UTF-8.`,
  'xml/declared-encoding': ({ declared }: { declared: string }) =>
    `The XML declaration says ${declared}, but templates are UTF-8. Write \`encoding="UTF-8"\`.`,
  'xml/no-root': () => 'There’s no root element. A template is a `<movie>` with scenes.',
  'xml/second-root': () => 'A document can have only one root element; this is a second one.',
  'xml/text-before-root': () => 'There’s text before the root element. Remove it.',
  'xml/text-after-root': () => 'There’s text after the end of the root element. Remove it.',
  'xml/duplicate-attribute': ({ name }: { name: string }) => `The attribute \`${name}\` occurs twice. Remove one.`,
  'xml/tag-not-closed': (open: OpenElement) =>
    `A \`>\` or \`/>\` is missing before this: the tag ${openElementText(open)} isn’t closed.`,
  'xml/less-than-in-value': () => '`<` isn’t allowed in an attribute value. Write `&lt;`.',
  'xml/value-not-closed': ({ attribute }: { attribute: string }) =>
    `The value of \`${attribute}\` is never closed: a quote is missing.`,
  'xml/stray-less-than': () => '`<` must be followed by an element name. Write `&lt;` for the character itself.',
  'xml/end-tag-not-closed': () => 'This end tag is missing its `>`.',
  'xml/end-tag-with-more': () => 'An end tag can contain only the name of its element.',
  'xml/end-tag-of-nothing': ({ name }: { name: string }) => `\`</${name}>\` closes nothing. Remove it.`,
  'xml/element-not-closed': (open: OpenElement) =>
    `${openElementText(open)} isn’t closed: \`</${open.element}>\` is missing before this.`,
  'xml/end-tag-misspelled': (open: OpenElement & { name: string }) =>
    `${openElementText(open)} must be closed by \`</${open.element}>\`, not by \`</${open.name}>\`.`,
  'xml/end-tag-of-other': (open: OpenElement & { name: string }) =>
    `\`</${open.name}>\` closes nothing: ${openElementText(open)} is open here.`,
  'xml/never-closed': ({ element }: { element: string }) =>
    `\`<${element}>\` is never closed: \`</${element}>\` is missing.`,
  'xml/comment-dashes': () => 'A comment can’t contain `--` or end with `--->`. Write `- -`.',
  'xml/cdata-end-in-text': () => '`]]>` isn’t allowed in text. Write `]]&gt;`.',
  'xml/unknown-declaration': () => '`<!` can only start a comment `<!-- … -->` or a CDATA section.',
  'xml/lone-ampersand': () => 'A lone `&` isn’t allowed. Write `&amp;` for the character itself.',
  'xml/entity-without-semicolon': ({ name }: { name: string }) =>
    `\`&${name}\` is missing its semicolon. Write \`&${name};\`.`,
  'xml/unknown-entity': ({ name }: { name: string }) =>
    `\`&${name};\` isn’t an XML entity. Write the character itself, or \`&amp;\` for an ampersand.`,
  'xml/reference-without-semicolon': ({ reference }: { reference: string }) =>
    `The character reference \`${reference}\` is missing its semicolon. Write \`${reference};\`.`,
  'xml/reference-not-allowed': ({ reference }: { reference: string }) =>
    `XML doesn’t allow the character \`${reference}\`. Remove it.`,
  'xml/half-surrogate': ({ character }: { character: string }) =>
    `${character} is half of a surrogate pair without the other half. Remove it.`,
  'xml/forbidden-character': ({ character }: { character: string }) =>
    `XML doesn’t allow the character ${character}. Remove it.`,
  'xml/character-in-element-name': (values: Character) =>
    `${displayedCharacter(values)} isn’t allowed in an element name.`,
  'xml/character-in-tag': (values: Character) =>
    `${displayedCharacter(values)} isn’t allowed here. An attribute name, \`>\` or \`/>\` is expected.`,
  'xml/attribute-without-value': () => 'An attribute needs a value in quotes. Write `name="value"`.',
  'xml/value-without-quotes': () => 'An attribute value must be in quotes. Write `name="value"`.',
  'xml/no-space-between-attributes': () =>
    'A space is missing before this attribute, or the previous attribute has a missing or extra quote.',
  'xml/lone-slash': () => 'The `/` of a self-closing tag must be followed directly by `>`.',
  'xml/declaration-not-first': () =>
    'The XML declaration must be at the very start of the document, with nothing before it.',
  'xml/declaration-in-capitals': () =>
    'The XML declaration must be at the very start of the document and in lower case: `<?xml … ?>`.',
  'xml/declaration-with-more': () => 'The XML declaration can only have version, encoding, and standalone.',
  'xml/declaration-incomplete': () => `The XML declaration is incomplete. Write ${DECLARATION}.`,
  'xml/declaration-without-version': () => `The XML declaration has no version. Write ${DECLARATION}.`,
  'xml/declaration-value-missing': () => 'A value is missing in the XML declaration.',
  'xml/declaration-without-quotes': () => 'Values in the XML declaration must be in quotes.',
  'xml/declaration-version': () => 'The XML version must be 1.0.',
  'xml/declaration-encoding-name': () => 'The encoding in the XML declaration isn’t valid. Write `UTF-8`.',
  'xml/declaration-standalone': () => 'The value of `standalone` in the XML declaration must be yes or no.',
  'xml/declaration-without-space': () => 'A space is missing in the XML declaration.',
  'xml/declaration-end': () => 'The XML declaration must end with `?>`.',
  'xml/declaration-order': () =>
    'The XML declaration must have version, encoding, and standalone, in this order and nothing else.',
  'xml/instruction-without-name': () => '`<?` must be followed by a name.',
  'xml/instruction-name': () => 'The name after `<?` contains a character that isn’t allowed.',
  'xml/unfinished-comment': () => 'This comment is never closed: `-->` is missing.',
  'xml/unfinished-cdata': () => 'This CDATA section is never closed: `]]>` is missing.',
  'xml/unfinished-markup': () => 'This is never closed: `>` is missing.',
  'xml/unfinished-declaration': () => 'The XML declaration is never closed: `?>` is missing.',
  'xml/unfinished-instruction': () => 'This processing instruction is never closed: `?>` is missing.',
  'xml/unfinished-end-tag': () => 'This end tag is never closed: `>` is missing.',
  'xml/unfinished-text': () => 'The text ends unexpectedly.',
  'xml/unfinished-tag': () => 'This tag is never closed: a closing quote or `>` is missing.',
  /** `words` are the message of the parser. */
  'xml/other': ({ words }: { words: string }) => asSentence(`This isn’t well-formed XML: ${words}`),
});

function openElementText({ element, line }: OpenElement): string {
  return `\`<${element}>\` in line ${line}`;
}

function displayedCharacter({ character }: Character): string {
  if (character === null) return 'The end of the text';
  return character.startsWith('U+') ? `The character ${character}` : `\`${character}\``;
}
