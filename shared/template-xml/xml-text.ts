// The characters of XML 1.0, fifth edition (https://www.w3.org/TR/xml/#charsets), beside those in template/xml-characters.ts.

/** Stretches that no XML document can hold: most control characters, halves of a surrogate pair, U+FFFE and U+FFFF. */
const NOT_XML =
  '[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]+' +
  '|[\\uD800-\\uDBFF](?![\\uDC00-\\uDFFF])|(?<![\\uD800-\\uDBFF])[\\uDC00-\\uDFFF]';

/** What stands in for a character that XML cannot hold: U+FFFD, which is also allowed in names. */
export const REPLACEMENT = '\uFFFD';

const UNHOLDABLE = new RegExp(NOT_XML);

/** Whether XML can hold every character of it. */
function isXmlText(text: string): boolean {
  return !UNHOLDABLE.test(text);
}

/** Every stretch of characters that XML cannot hold, in order. */
export function unholdableStretches(text: string): IterableIterator<{ readonly index: number; readonly 0: string }> {
  return text.matchAll(new RegExp(NOT_XML, 'g'));
}

/** The text with U+FFFD for every UTF-16 unit that XML cannot hold: as long as before. */
export function toXmlText(text: string): string {
  return isXmlText(text)
    ? text
    : text.replace(new RegExp(NOT_XML, 'g'), (stretch) => REPLACEMENT.repeat(stretch.length));
}

/** Whether it is empty or XML white space: space, tab, carriage return and line feed, and no other. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

/** Whether a character of this code may stand in XML 1.0, as itself or as a reference. */
export function isXmlCodePoint(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
