const LONGEST_QUOTE = 80;

/** A value as messages show it: in double quotes, control characters escaped, cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

/** A name or a piece of source as messages show it: in backticks, cut where it is long. */
export function named(text: string): string {
  return `\`${shortened(text)}\``;
}

/** `16 MiB`, of a whole number of them. */
export function inMebibytes(bytes: number): string {
  return `${bytes / 2 ** 20} MiB`;
}

/** `a`, `a or b`, `a, b or c`. */
export function alternatives(words: readonly string[]): string {
  return joined(words, 'or');
}

/** `a`, `a and b`, `a, b and c`. */
export function enumeration(words: readonly string[]): string {
  return joined(words, 'and');
}

/** The same with another language's conjunction. */
export function joined(words: readonly string[], conjunction: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

/** Names that a message shows of many. */
const MOST_NAMED = 10;

/** Names as messages show them; of many the first few, then an ellipsis. */
export function someOf(names: readonly string[]): readonly string[] {
  const more = names.length - MOST_NAMED;
  const shown = names.slice(0, more > 1 ? MOST_NAMED : names.length).map(named);
  return more > 1 ? [...shown, '…'] : shown;
}

/** As many names as {@link someOf} needs: a statement holds no more. */
export function fewOf(names: readonly string[]): readonly string[] {
  return names.slice(0, MOST_NAMED + 2).map(shortened);
}

/** A text as messages show it, cut where it is long. Cutting it again changes nothing. */
export function shortened(text: string): string {
  return text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE).toWellFormed()}…`;
}

/** Ends what a person is told as a sentence ends. */
export function asSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** Characters that a message cannot show: controls, format characters, halves of pairs, and unassigned ones. */
const NOT_SHOWN = /^[\p{C}\p{Z}]/u;

/** A character as messages show it: `“汉” (U+6C49)`, or `U+0092` where it has no form. */
export function codePointIn(character: string, quotedCharacter: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return NOT_SHOWN.test(character) ? code : `${quotedCharacter} (${code})`;
}
