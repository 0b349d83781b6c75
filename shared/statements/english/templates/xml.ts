import type { Wording } from '../../statement.ts';
import type { XmlStatements } from '../../templates/xml-statements.ts';

const DECLARATION = '`<?xml version="1.0" encoding="UTF-8"?>`';

export const xmlSentences: Wording<XmlStatements> = {
  'xml/too-large': ({ mebibytes }) => `A template may have at most ${mebibytes} MiB; this one is larger. Split it.`,
  'xml/too-deep': ({ most }) => `Elements may stand in one another ${most} deep; this one is deeper. Take it out.`,
  'xml/too-many-elements': ({ most }) => `A template may have ${most} elements; this is one more. Split it.`,
  'xml/too-many-leaves': ({ most }) =>
    `A template may have ${most} attributes, comments and texts together; this is one more. Split it.`,
  'xml/too-many-placeholders': ({ most }) => `A template may have ${most} uses of variables; here are more. Split it.`,
  'xml/too-many-scenes': ({ most }) => `A movie may have ${most} scenes; this is one more. Split it.`,
  'xml/doctype': () => 'Document types and entity declarations are not allowed. Remove it.',
  'xml/processing-instruction': () => 'Processing instructions are not allowed. Remove it.',
  'xml/utf-32': () => 'The file is UTF-32. Save it as UTF-8.',
  'xml/utf-16-without-mark': () => 'The file looks like UTF-16 without a byte order mark. Save it as UTF-8.',
  'xml/utf-16-half': () => 'The file is UTF-16, but half of its last character is missing.',
  'xml/utf-16-declared-otherwise': ({ declared }) =>
    `The XML declaration says ${declared}, but the file is UTF-16. Save it as UTF-8.`,
  'xml/other-encoding': ({ declared }) => `The file is ${declared}, as its XML declaration says. Save it as UTF-8.`,
  'xml/not-utf-8': ({ byte }) => `The file is not UTF-8: the byte ${byte} does not belong here. Save it as UTF-8.`,
  'xml/declared-encoding': ({ declared }) =>
    `The XML declaration says ${declared}, but templates are UTF-8. Write \`encoding="UTF-8"\`.`,
  'xml/no-root': () => 'There is no root element. A template is a `<movie>` with its scenes.',
  'xml/second-root': () => 'A document has one root element; this is a second one.',
  'xml/text-before-root': () => 'There is text before the root element. Remove it.',
  'xml/text-after-root': () => 'There is text after the end of the root element. Remove it.',
  'xml/duplicate-attribute': ({ name }) => `The attribute \`${name}\` is given twice. Remove one of them.`,
  'xml/tag-not-closed': (open) => `A \`>\` or \`/>\` is missing before this: the tag of ${opened(open)} is not closed.`,
  'xml/less-than-in-value': () => '`<` is not allowed in the value of an attribute. Write `&lt;`.',
  'xml/value-not-closed': ({ attribute }) => `The value of \`${attribute}\` is never closed: a quote is missing.`,
  'xml/stray-less-than': () => '`<` must be followed by the name of an element. Write `&lt;` for the character itself.',
  'xml/end-tag-not-closed': () => 'This end tag lacks its `>`.',
  'xml/end-tag-with-more': () => 'An end tag holds the name of its element and nothing else.',
  'xml/end-tag-of-nothing': ({ name }) => `\`</${name}>\` closes nothing. Remove it.`,
  'xml/element-not-closed': (open) => `${opened(open)} is not closed: \`</${open.element}>\` is missing before this.`,
  'xml/end-tag-misspelled': (open) =>
    `${opened(open)} must be closed by \`</${open.element}>\`, not by \`</${open.name}>\`.`,
  'xml/end-tag-of-other': (open) => `\`</${open.name}>\` closes nothing: ${opened(open)} is open here.`,
  'xml/never-closed': ({ element }) => `\`<${element}>\` is never closed: \`</${element}>\` is missing.`,
  'xml/comment-dashes': () => 'A comment must not hold `--`, nor end with `--->`. Write `- -`.',
  'xml/cdata-end-in-text': () => '`]]>` is not allowed in text. Write `]]&gt;`.',
  'xml/unknown-declaration': () => '`<!` may only begin a comment `<!-- … -->` or a CDATA section.',
  'xml/lone-ampersand': () => 'A lone `&` is not allowed. Write `&amp;` for the character itself.',
  'xml/entity-without-semicolon': ({ name }) => `\`&${name}\` lacks its semicolon. Write \`&${name};\`.`,
  'xml/unknown-entity': ({ name }) =>
    `XML does not know \`&${name};\`. Write the character itself, or \`&amp;\` if an ampersand is meant.`,
  'xml/reference-without-semicolon': ({ reference }) =>
    `The character reference \`${reference}\` lacks its semicolon. Write \`${reference};\`.`,
  'xml/reference-not-allowed': ({ reference }) => `\`${reference}\` is not a character that XML allows. Remove it.`,
  'xml/half-surrogate': ({ character }) =>
    `${character} is half of a surrogate pair without the other half. Remove it.`,
  'xml/forbidden-character': ({ character }) => `XML does not allow the character ${character}. Remove it.`,
  'xml/character-in-element-name': (values) => `${shown(values)} cannot stand in the name of an element.`,
  'xml/character-in-tag': (values) =>
    `${shown(values)} cannot stand here: an attribute's name, \`>\` or \`/>\` is expected.`,
  'xml/attribute-without-value': () => 'An attribute needs a value in quotes: write `name="value"`.',
  'xml/value-without-quotes': () => 'The value of an attribute must stand in quotes: write `name="value"`.',
  'xml/no-space-between-attributes': () =>
    'A space is missing before this attribute, or a quote is missing or too many in the one before it.',
  'xml/lone-slash': () => 'The `/` of a self-closing tag must be followed by `>` at once.',
  'xml/declaration-not-first': () =>
    'The XML declaration must stand at the very beginning of the document, with nothing before it.',
  'xml/declaration-in-capitals': () =>
    'The XML declaration must stand at the very beginning of the document, and is written `<?xml … ?>` in lower case.',
  'xml/declaration-with-more': () => 'The XML declaration holds more than version, encoding and standalone.',
  'xml/declaration-incomplete': () => `The XML declaration is incomplete. Write ${DECLARATION}.`,
  'xml/declaration-without-version': () => `The XML declaration lacks its version. Write ${DECLARATION}.`,
  'xml/declaration-value-missing': () => 'A value is missing in the XML declaration.',
  'xml/declaration-without-quotes': () => 'Values in the XML declaration must stand in quotes.',
  'xml/declaration-version': () => 'The version of XML must be 1.0.',
  'xml/declaration-encoding-name': () =>
    'The encoding in the XML declaration is not a name of an encoding. Write `UTF-8`.',
  'xml/declaration-standalone': () => 'The value of `standalone` in the XML declaration must be yes or no.',
  'xml/declaration-without-space': () => 'A space is missing in the XML declaration.',
  'xml/declaration-end': () => 'The XML declaration must end with `?>`.',
  'xml/declaration-order': () =>
    'The XML declaration must hold version, then encoding, then standalone, and nothing else.',
  'xml/instruction-without-name': () => '`<?` must be followed by a name.',
  'xml/instruction-name': () => 'The name behind `<?` holds a character that is not allowed there.',
  'xml/unfinished-comment': () => 'This comment is never closed: `-->` is missing.',
  'xml/unfinished-cdata': () => 'This CDATA section is never closed: `]]>` is missing.',
  'xml/unfinished-markup': () => 'This is never closed: `>` is missing.',
  'xml/unfinished-declaration': () => 'The XML declaration is never closed: `?>` is missing.',
  'xml/unfinished-instruction': () => 'This processing instruction is never closed: `?>` is missing.',
  'xml/unfinished-end-tag': () => 'This end tag is never closed: `>` is missing.',
  'xml/unfinished-text': () => 'The text ends too early.',
  'xml/unfinished-tag': () => 'This tag is never closed: a closing quote or `>` is missing.',
  'xml/other': ({ words }) => `This is not well-formed XML: ${words}`,
};

function opened({ element, line }: XmlStatements['xml/tag-not-closed']): string {
  return `\`<${element}>\` of line ${line}`;
}

function shown({ character }: XmlStatements['xml/character-in-tag']): string {
  if (character === null) return 'The end of the text';
  return character.startsWith('U+') ? `The character ${character}` : `\`${character}\``;
}
