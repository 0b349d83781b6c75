import { err, ok, type Result } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import type { MessageIn } from '../../messages/message-in.ts';
import { shortened } from '../../messages/quoting.ts';
import type { PlaceholderMessages } from '../../messages/templates/value-messages.ts';
import { isVariableName, isXmlSpace, trimXmlSpace } from '../document/names.ts';

/** What is done to the text that takes a placeholder's place, in the order in which it is done. */
export const PLACEHOLDER_OPTIONS = ['U', 'L', 'T', 'E'] as const;
/** Upper case, lower case, title case, URL-encode. */
export type PlaceholderOption = (typeof PLACEHOLDER_OPTIONS)[number];

/** One use of a variable: `${name}`, `${name, default}` or `${name, default, options}`. */
export type Placeholder = BarePlaceholder | PlaceholderWithDefault;

interface BarePlaceholder {
  readonly kind: 'placeholder';
  readonly name: string;
  readonly default: null;
  /** Options stand after a default: without one there are none. */
  readonly options: readonly [];
}

interface PlaceholderWithDefault {
  readonly kind: 'placeholder';
  readonly name: string;
  readonly default: string;
  /** Each at most once, in the order of {@link PLACEHOLDER_OPTIONS}. */
  readonly options: readonly PlaceholderOption[];
}

interface TextPiece {
  readonly kind: 'text';
  readonly text: string;
}

export type ValuePiece = TextPiece | Placeholder;

export interface ParsedValue {
  /** In order; no text is empty, and no two texts stand side by side unless a malformed placeholder was between them. */
  readonly pieces: readonly ValuePiece[];
  /** The malformed placeholders, the first few of them. */
  readonly faults: readonly MalformedPlaceholder[];
}

export interface MalformedPlaceholder {
  /** As it is written; cut where it is long. */
  readonly placeholder: string;
  readonly reason: PlaceholderReason;
}

type PlaceholderReason = MessageIn<PlaceholderMessages>;

interface Fault {
  readonly reason: PlaceholderReason;
  /** Where reading stopped; the next placeholder is looked for behind the next `}` from here. */
  readonly position: number;
}

type Read<Value> = Result<{ readonly value: Value; readonly end: number }, Fault>;

const OPENING = '${';
/** Nobody mends more before reading again. */
const MOST_FAULTS = 10;
/**
 * Splits an attribute's value into text and placeholders, in time linear in its length.
 *
 * Every `${` begins a placeholder; a `$` without `{` is text. There is no escape: a literal `${` is the default of
 * a variable, `${any, '${'}`. White space around name, default and options does not count. A default without quotes
 * ends at `,` or `}` and holds no `{`; one in `'` or `"` holds anything, its own quote doubled (`'it''s'`).
 * `${name,}` has the empty default.
 */
export function parseValue(value: string): ParsedValue {
  const pieces: ValuePiece[] = [];
  const faults: MalformedPlaceholder[] = [];
  let position = 0;
  while (position < value.length) {
    const start = value.indexOf(OPENING, position);
    const text = value.slice(position, start === -1 ? value.length : start);
    if (text !== '') pieces.push({ kind: 'text', text });
    if (start === -1) break;
    const read = readPlaceholder(value, start + OPENING.length);
    if (read.ok) {
      pieces.push(read.value.value);
      position = read.value.end;
    } else {
      const closing = value.indexOf('}', read.error.position);
      position = closing === -1 ? value.length : closing + 1;
      if (faults.length < MOST_FAULTS)
        faults.push({ placeholder: shortened(value.slice(start, position)), reason: read.error.reason });
    }
  }
  return { pieces, faults };
}

function readPlaceholder(value: string, start: number): Read<Placeholder> {
  const nameEnd = nextOf(value, ',{}', start);
  if (nameEnd === -1) return fault(message('placeholder/not-closed'), value.length);
  if (value.startsWith(OPENING, nameEnd - 1)) return fault(message('placeholder/not-closed-before-next'), nameEnd);
  const name = trimXmlSpace(value.slice(start, nameEnd));
  if (name === '') return fault(message('placeholder/no-name'), nameEnd);
  if (value[nameEnd] === '{' || !isVariableName(name)) return fault(message('placeholder/bad-name'), nameEnd);
  if (value[nameEnd] === '}') return found({ kind: 'placeholder', name, default: null, options: [] }, nameEnd + 1);

  const fallback = readDefault(value, nameEnd + 1);
  if (!fallback.ok) return fallback;
  const defaultEnd = fallback.value.end;
  const options: Read<readonly PlaceholderOption[]> =
    value[defaultEnd] === ',' ? readOptions(value, defaultEnd + 1) : found([], defaultEnd);
  if (!options.ok) return options;
  const placeholder: Placeholder = {
    kind: 'placeholder',
    name,
    default: fallback.value.value,
    options: options.value.value,
  };
  return found(placeholder, options.value.end + 1);
}

/** Reads up to the `,` or `}` behind the default, which is the position it ends at. */
function readDefault(value: string, start: number): Read<string> {
  const first = skipSpace(value, start);
  const quote = value[first];
  if (quote === "'" || quote === '"') return readQuoted(value, first, quote);
  const end = nextOf(value, ',{}', first);
  if (end === -1) return fault(message('placeholder/not-closed'), value.length);
  if (value[end] === '{') return fault(message('placeholder/brace-in-default'), end);
  return found(trimXmlSpace(value.slice(first, end)), end);
}

function readQuoted(value: string, opening: number, quote: string): Read<string> {
  const pieces: string[] = [];
  let position = opening;
  for (;;) {
    const closing = value.indexOf(quote, position + 1);
    if (closing === -1) return fault(message('placeholder/quote-not-closed', { quote }), opening);
    pieces.push(value.slice(position + 1, closing));
    position = closing + 1;
    if (value[position] !== quote) break;
  }
  const end = skipSpace(value, position);
  if (end === value.length) return fault(message('placeholder/not-closed'), end);
  if (value[end] !== ',' && value[end] !== '}') return fault(message('placeholder/text-after-quotes'), end);
  return found(pieces.join(quote), end);
}

/** Reads up to the closing `}`, which is the position it ends at. */
function readOptions(value: string, start: number): Read<readonly PlaceholderOption[]> {
  const end = nextOf(value, ',{}', start);
  if (end === -1) return fault(message('placeholder/not-closed'), value.length);
  if (value[end] === ',') return fault(message('placeholder/too-many-parts'), end);
  const letters = new Set([...value.slice(start, end)].filter((letter) => !isXmlSpace(letter)));
  const options = PLACEHOLDER_OPTIONS.filter((option) => letters.delete(option));
  const [unknown] = letters;
  if (unknown !== undefined || value[end] === '{')
    return fault(message('placeholder/unknown-option', { option: shortened(unknown ?? '{') }), end);
  if (options.includes('U') && options.includes('L')) return fault(message('placeholder/contradicting-options'), end);
  return found(options, end);
}

function found<Value>(value: Value, end: number): Read<Value> {
  return ok({ value, end });
}

function fault(reason: PlaceholderReason, position: number): Result<never, Fault> {
  return err({ reason, position });
}

function nextOf(value: string, characters: string, start: number): number {
  for (let index = start; index < value.length; index += 1) if (characters.includes(value.charAt(index))) return index;
  return -1;
}

function skipSpace(value: string, start: number): number {
  let index = start;
  while (isXmlSpace(value[index])) index += 1;
  return index;
}

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
