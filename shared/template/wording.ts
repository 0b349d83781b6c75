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

function joined(words: readonly string[], conjunction: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}

function shortened(text: string): string {
  return text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE).toWellFormed()}…`;
}
