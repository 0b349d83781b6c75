import { editDistance } from '../../lib/edit-distance.ts';

/** Names longer than this are no slips of the finger, and comparing them would cost. */
const LONGEST_NAME = 40;
/** So that many names against many names stays cheap. */
const MOST_CANDIDATES = 200;

/** The candidate that `name` is most likely a misspelling of, or null. The case of letters does not count. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length === 0 || name.length > LONGEST_NAME) return null;
  const requested = name.toLowerCase();
  let nearest: string | null = null;
  let best = Math.max(1, Math.min(3, Math.floor(name.length / 3))) + 1;
  let seen = 0;
  for (const candidate of candidates) {
    seen += 1;
    if (seen > MOST_CANDIDATES) break;
    const distance = editDistance(requested, candidate.toLowerCase(), best);
    if (distance >= best || (candidate.length <= 2 && distance > 0)) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

const VARIABLE_NAME_PATTERN = /^[\p{L}\p{M}\p{N}_.-]+$/u;

/** Whether a variable may be called so: letters and digits of any script, `_`, `-` and `.`. */
export function isVariableName(name: string): boolean {
  return VARIABLE_NAME_PATTERN.test(name);
}

const NAME_START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}' +
  '\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NAME_FURTHER = '\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}';

/** `Name` of XML 1.0 (fifth edition), production 5, as the source of a regular expression with the `u` flag. */
export const XML_NAME = `^[${NAME_START}][${NAME_START}${NAME_FURTHER}]*$`;

const XML_NAME_PATTERN = new RegExp(XML_NAME, 'u');
// `Char` of XML 1.0, production 2: what is not listed there is forbidden. With the `u` flag half of a surrogate pair is one.
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const FORBIDDEN_RUN = new RegExp(`${FORBIDDEN.source}+`, 'gu');
const SPACE = new Set([' ', '\t', '\n', '\r']);

/** Whether an element or attribute may be called so. */
export function isXmlName(name: string): boolean {
  return XML_NAME_PATTERN.test(name);
}

/** The first character that no XML document can hold, written `U+0000`, or null. */
export function forbiddenCharacter(text: string): string | null {
  const code = FORBIDDEN.exec(text)?.[0].codePointAt(0);
  return code === undefined ? null : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** White space as XML has it: the no-break space and its kin are text. */
export function isXmlSpace(character: string | undefined): boolean {
  return character !== undefined && SPACE.has(character);
}

/** Without the XML white space at both ends; linear, whatever the text. */
export function trimXmlSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isXmlSpace(text[start])) start += 1;
  while (end > start && isXmlSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** What stands in for a character that XML cannot hold: U+FFFD, which is also allowed in names. */
export const REPLACEMENT = '\uFFFD';

/** Every stretch of characters that XML cannot hold, in order. */
export function unholdableRuns(text: string): IterableIterator<{ readonly index: number; readonly 0: string }> {
  return text.matchAll(FORBIDDEN_RUN);
}

/** The text with U+FFFD for every UTF-16 unit that XML cannot hold: as long as before. */
export function toXmlText(text: string): string {
  if (!FORBIDDEN.test(text)) return text;
  return text.replace(FORBIDDEN_RUN, (segment) => REPLACEMENT.repeat(segment.length));
}

/** Whether it is empty or white space as XML has it. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

/** Whether a character of this code may stand in XML 1.0, as itself or as a reference. */
export function isXmlCodePoint(code: number): boolean {
  return code >= 0 && code <= 0x10ffff && !FORBIDDEN.test(String.fromCodePoint(code));
}
