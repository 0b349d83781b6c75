import { trimXmlSpace } from '../document/xml-characters.ts';
import type { Placeholder, PlaceholderOption, ValuePiece } from './placeholder.ts';

/**
 * Applies a placeholder's options to the text that takes its place: upper or lower case first, then title case (the
 * first letter of each word becomes a capital, the others stay, so `LT` makes them small), then URL-encoding.
 */
export function applyOptions(text: string, options: readonly PlaceholderOption[]): string {
  let result = text;
  if (options.includes('U')) result = result.toUpperCase();
  if (options.includes('L')) result = result.toLowerCase();
  if (options.includes('T')) result = titleCase(result);
  // A lone surrogate has no URL encoding; it is replaced, as browsers do.
  if (options.includes('E')) result = encodeURIComponent(result.toWellFormed());
  return result;
}

/** Prints a placeholder so that `parseValue` reads the same one back; quotes stand where they are needed, and around nothing. */
export function formatPlaceholder(placeholder: Placeholder): string {
  const pieces = [placeholder.name];
  if (placeholder.default !== null) pieces.push(formatDefault(placeholder.default));
  if (placeholder.options.length > 0) pieces.push(placeholder.options.join(''));
  return `\${${pieces.join(', ')}}`;
}

/** Prints what `parseValue` took apart. */
export function formatValue(pieces: readonly ValuePiece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : formatPlaceholder(piece))).join('');
}

function formatDefault(text: string): string {
  const plain = text !== '' && text === trimXmlSpace(text) && !/^['"]|[,{}]/.test(text);
  if (plain) return text;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + text.replaceAll(quote, quote + quote) + quote;
}

function titleCase(text: string): string {
  return text.replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) => {
    const [first = ''] = word;
    return first.toUpperCase() + word.slice(first.length);
  });
}
