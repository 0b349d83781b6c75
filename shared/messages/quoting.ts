const MAX_LENGTH = 80;

/** Formats a value for messages: in double quotes, with control characters escaped, shortened if it is long. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

/** Formats a name or source text for messages: in backticks, shortened if it is long. */
export function named(text: string): string {
  return `\`${shortened(text)}\``;
}

/** Formats a whole number of mebibytes, such as `16 MiB`. */
export function inMebibytes(bytes: number): string {
  return `${bytes / 2 ** 20} MiB`;
}

/** Joins words: `a`, `a or b`, `a, b, or c`. */
export function alternatives(words: readonly string[]): string {
  return inSeries(words, 'or');
}

/** Joins words: `a`, `a and b`, `a, b, and c`. */
export function enumeration(words: readonly string[]): string {
  return inSeries(words, 'and');
}

function inSeries(words: readonly string[], conjunction: string): string {
  return words.length < 3
    ? joined(words, conjunction)
    : `${words.slice(0, -1).join(', ')}, ${conjunction} ${words.at(-1)}`;
}

/** Joins words without a comma before the conjunction, for other languages: `a, b und c`. */
export function joined(words: readonly string[], conjunction: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

/** The maximum number of names in a message. */
const MAX_NAMES = 10;

/** Formats names for messages. A long list is cut after the first few names and ends with an ellipsis. */
export function someOf(names: readonly string[]): readonly string[] {
  const more = names.length - MAX_NAMES;
  const listed = names.slice(0, more > 1 ? MAX_NAMES : names.length).map(named);
  return more > 1 ? [...listed, '…'] : listed;
}

/** Returns as many names as {@link someOf} needs, so that a message stores no more. */
export function fewOf(names: readonly string[]): readonly string[] {
  return names.slice(0, MAX_NAMES + 2).map(shortened);
}

/** Shortens a long text for messages. Applying it twice has no further effect. */
export function shortened(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).toWellFormed()}…`;
}

/** Adds a final period to a text unless it ends with a period or a question mark. */
export function asSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/**
 * Characters that a message cannot display: control and format characters, lone surrogates, and unassigned code points.
 */
const INVISIBLE = /^[\p{C}\p{Z}]/u;

/** Formats a character for messages: `“汉” (U+6C49)`, or `U+0092` if it is invisible. */
export function codePointIn(character: string, quotedCharacter: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return INVISIBLE.test(character) ? code : `${quotedCharacter} (${code})`;
}

/** The characters of Windows-1252 from 0x80 to 0x9F. A space is an unused code. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Returns whether all characters are control characters, for which no font has a glyph. */
export function lacksOnlyControls(characters: readonly string[]): boolean {
  return characters.every((character) => /^\p{Cc}$/u.test(character));
}

/**
 * Returns the advice about control characters that come from text in Windows-1252; an empty text without any.
 * @param advise Returns the advice from the code points and the characters that Windows-1252 has at these codes.
 */
export function windowsAdvice(
  characters: readonly string[],
  advise: (meant: readonly (readonly [code: string, character: string])[], isOne: boolean) => string,
): string {
  const meant = characters.flatMap((character) => {
    const windowsCharacter = WINDOWS_1252[character.charCodeAt(0) - 0x80]?.trim() ?? '';
    return windowsCharacter === '' ? [] : [[codePointIn(character, ''), windowsCharacter] as const];
  });
  return meant.length === 0 ? '' : advise(meant, meant.length === 1);
}
