import { editDistance } from '../../lib/edit-distance.ts';

/**
 * The maximum length of a name for which a similar name is suggested. Longer names are unlikely to be typing errors,
 * and comparing them is slow.
 */
const MAX_NAME_LENGTH = 40;
/** The maximum number of candidates, which limits the cost of comparisons. */
const MAX_CANDIDATES = 200;

/** Returns the candidate that is most similar to `name`, ignoring case; null if all candidates are too different. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length === 0 || name.length > MAX_NAME_LENGTH) return null;
  const requested = name.toLowerCase();
  let nearest: string | null = null;
  let best = Math.max(1, Math.min(3, Math.floor(name.length / 3))) + 1;
  let seen = 0;
  for (const candidate of candidates) {
    seen += 1;
    if (seen > MAX_CANDIDATES) break;
    const distance = editDistance(requested, candidate.toLowerCase(), best);
    if (distance >= best || (candidate.length <= 2 && distance > 0)) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

const NAME_START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}' +
  '\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NAME_FURTHER = '\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}';

/** The source of a regular expression for `Name` of XML 1.0 (fifth edition), production 5. It requires the flag `u`. */
export const XML_NAME = `^[${NAME_START}][${NAME_START}${NAME_FURTHER}]*$`;

const XML_NAME_PATTERN = new RegExp(XML_NAME, 'u');
// Matches the complement of `Char` in XML 1.0, production 2. The flag `u` makes it match lone surrogates.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const FORBIDDEN_RUN = new RegExp(`${FORBIDDEN.source}+`, 'gu');
const SPACE = new Set([' ', '\t', '\n', '\r']);

/** Returns whether a text is a valid name of an element or attribute. */
export function isXmlName(name: string): boolean {
  return XML_NAME_PATTERN.test(name);
}

/** Returns the first character that XML cannot represent, in the format `U+0000`; null if there is none. */
export function forbiddenCharacter(text: string): string | null {
  const code = FORBIDDEN.exec(text)?.[0].codePointAt(0);
  return code === undefined ? null : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns whether a character is XML white space. Other Unicode spaces, such as the no-break space, are text. */
export function isXmlSpace(character: string | undefined): boolean {
  return character !== undefined && SPACE.has(character);
}

/** Removes XML white space at both ends, in linear time. */
export function trimXmlSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isXmlSpace(text[start])) start += 1;
  while (end > start && isXmlSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** The replacement for characters that XML cannot represent: U+FFFD, which is also valid in names. */
export const REPLACEMENT = '\uFFFD';

/** Yields every run of characters that XML cannot represent, in order. */
export function forbiddenRuns(text: string): IterableIterator<{ readonly index: number; readonly 0: string }> {
  return text.matchAll(FORBIDDEN_RUN);
}

/** Replaces every UTF-16 unit that XML cannot represent with U+FFFD. The length stays the same. */
export function toXmlText(text: string): string {
  if (!FORBIDDEN.test(text)) return text;
  return text.replace(FORBIDDEN_RUN, (segment) => REPLACEMENT.repeat(segment.length));
}

/** Returns whether a text is empty or consists of XML white space. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

/** Returns whether a code point is valid in XML 1.0, directly or as a reference. */
export function isXmlCodePoint(code: number): boolean {
  return code >= 0 && code <= 0x10ffff && !FORBIDDEN.test(String.fromCodePoint(code));
}
