/** saxes' words for a `/` in a start tag that is not behind everything. */
export const LONE_SLASH = 'forward-slash in opening tag not followed by >.';

/** saxes' words for what is wrong in a start tag, as sentences for people. */
export const startTagSentences: ReadonlyMap<string, (shown: string) => string> = new Map<
  string,
  (shown: string) => string
>([
  ['disallowed character in tag name.', (shown) => `${shown} cannot stand in the name of an element.`],
  [
    'disallowed character in attribute name.',
    (shown) => `${shown} cannot stand here: an attribute's name, \`>\` or \`/>\` is expected.`,
  ],
  ['attribute without value.', () => 'An attribute needs a value in quotes: write `name="value"`.'],
  ['unquoted attribute value.', () => 'The value of an attribute must stand in quotes: write `name="value"`.'],
  [
    'no whitespace between attributes.',
    () => 'A space is missing before this attribute, or a quote is missing or too many in the one before it.',
  ],
  [LONE_SLASH, () => 'The `/` of a self-closing tag must be followed by `>` at once.'],
]);

/** saxes' words for what is wrong in an XML declaration or in a processing instruction's target. */
const declarationSentences: ReadonlyMap<string, string> = new Map([
  [
    'an XML declaration must be at the start of the document.',
    'The XML declaration must stand at the very beginning of the document, with nothing before it.',
  ],
  [
    'the XML declaration must appear at the start of the document.',
    'The XML declaration must stand at the very beginning of the document, and is written `<?xml … ?>` in lower case.',
  ],
  [
    'did not expect any more name/value pairs.',
    'The XML declaration holds more than version, encoding and standalone.',
  ],
  [
    'XML declaration is incomplete.',
    'The XML declaration is incomplete. Write `<?xml version="1.0" encoding="UTF-8"?>`.',
  ],
  [
    'XML declaration must contain a version.',
    'The XML declaration lacks its version. Write `<?xml version="1.0" encoding="UTF-8"?>`.',
  ],
  ['value required.', 'A value is missing in the XML declaration.'],
  ['value must be quoted.', 'Values in the XML declaration must stand in quotes.'],
  ['version number must match /^1\\.[0-9]+$/.', 'The version of XML must be 1.0.'],
  [
    'encoding value must match /^[A-Za-z0-9][A-Za-z0-9._-]*$/.',
    'The encoding in the XML declaration is not a name of an encoding. Write `UTF-8`.',
  ],
  ['standalone value must match "yes" or "no".', 'The value of `standalone` in the XML declaration must be yes or no.'],
  ['whitespace required.', 'A space is missing in the XML declaration.'],
  ['processing instruction without a target.', '`<?` must be followed by a name.'],
  [
    'disallowed character in processing instruction name.',
    'The name behind `<?` holds a character that is not allowed there.',
  ],
  ['The character ? is disallowed anywhere in XML declarations.', 'The XML declaration must end with `?>`.'],
]);

/** The sentence for a fault between `<?` and `?>`; null when the fault is of another kind. */
export function declarationSentence(words: string): string | null {
  const known = declarationSentences.get(words);
  if (known !== undefined) return known;
  // `expected the name version.` and `expected one of encoding, standalone`
  if (/^expected (?:the name|one of) /.test(words))
    return 'The XML declaration must hold version, then encoding, then standalone, and nothing else.';
  return null;
}

/** What a text ends in the middle of, by how that begins; and what is to be done. */
export function unfinishedSentence(beginning: string): string {
  if (beginning.startsWith('<!--')) return 'This comment is never closed: `-->` is missing.';
  if (beginning.startsWith('<![CDATA[')) return 'This CDATA section is never closed: `]]>` is missing.';
  if (beginning.startsWith('<!')) return 'This is never closed: `>` is missing.';
  if (beginning.startsWith('<?xml')) return 'The XML declaration is never closed: `?>` is missing.';
  if (beginning.startsWith('<?')) return 'This processing instruction is never closed: `?>` is missing.';
  if (beginning.startsWith('</')) return 'This end tag is never closed: `>` is missing.';
  if (!beginning.startsWith('<')) return 'The text ends too early.';
  return 'This tag is never closed: a closing quote or `>` is missing.';
}

/** A character as it is shown in a sentence. */
export function shownCharacter(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  if (code === undefined) return 'The end of the text';
  if (code <= 0x20 || (code >= 0x7f && code <= 0xa0))
    return `The character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return `\`${String.fromCodePoint(code)}\``;
}
