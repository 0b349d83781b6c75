import { lowerCase, titleCase, upperCase, urlEncoded } from '../../lib/letter-case.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { isVariableName } from '../../lib/variable-name.ts';
import { message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import type { PlaceholderMessage } from '../../messages/values.en.ts';
import { isXmlSpace, trimXmlSpace } from '../document/names.ts';

/** The options of a placeholder in the order of their application. */
export const PLACEHOLDER_OPTIONS = ['U', 'L', 'T', 'E'] as const;
/** An option: upper case, lower case, title case, or URL encoding. */
export type PlaceholderOption = (typeof PLACEHOLDER_OPTIONS)[number];

/** A use of a variable: `${name}`, `${name, default}`, or `${name, default, options}`. */
export type Placeholder = BarePlaceholder | PlaceholderWithDefault;

interface BarePlaceholder {
  readonly kind: 'placeholder';
  readonly name: string;
  readonly default: null;
  /** Always empty, because options require a default. */
  readonly options: readonly [];
}

interface PlaceholderWithDefault {
  readonly kind: 'placeholder';
  readonly name: string;
  readonly default: string;
  /** The options without duplicates, in the order of {@link PLACEHOLDER_OPTIONS}. */
  readonly options: readonly PlaceholderOption[];
}

interface TextPiece {
  readonly kind: 'text';
  readonly text: string;
}

export type ValuePiece = TextPiece | Placeholder;

export interface ParsedValue {
  /**
   * The pieces in order. Texts are nonempty. Two texts are adjacent only if a malformed placeholder was between them.
   */
  readonly pieces: readonly ValuePiece[];
  /** The first few malformed placeholders. */
  readonly faults: readonly MalformedPlaceholder[];
}

export interface MalformedPlaceholder {
  /** The source text. A long text is shortened. */
  readonly placeholder: string;
  readonly reason: PlaceholderReason;
}

type PlaceholderReason = PlaceholderMessage;

interface Fault {
  readonly reason: PlaceholderReason;
  /** The offset where parsing stopped. The parser continues after the next `}`. */
  readonly position: number;
}

type Read<Value> = Result<{ readonly value: Value; readonly end: number }, Fault>;

const OPENING = '${';
/** The maximum number of reported faults. Users rarely fix more problems before the next check. */
const MAX_FAULTS = 10;
/**
 * Splits an attribute value into texts and placeholders in linear time.
 *
 * Every `${` starts a placeholder, and any other `$` is text. A literal `${` is written as the default of a variable,
 * `${any, '${'}`, because the language has no escape character. White space around name, default, and options is
 * ignored. An unquoted default ends at `,` or `}` and cannot contain `{`. A default in `'` or `"` can contain anything;
 * the quote itself is doubled (`'it''s'`). `${name,}` has an empty default.
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
      if (faults.length < MAX_FAULTS)
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

/** Reads a default. The returned position is at the `,` or `}` after the default. */
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

/** Reads the options. The returned position is at the closing `}`. */
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
 * Applies the options of a placeholder to the substituted text: upper or lower case, then title case, then URL
 * encoding. Title case only capitalizes the first letter of each word, so `LT` makes the other letters lower case.
 */
export function applyOptions(text: string, options: readonly PlaceholderOption[]): string {
  let result = text;
  if (options.includes('U')) result = upperCase(result);
  if (options.includes('L')) result = lowerCase(result);
  if (options.includes('T')) result = titleCase(result);
  if (options.includes('E')) result = urlEncoded(result);
  return result;
}

/** Formats a placeholder so that `parseValue` returns the same placeholder. Quotes the default only if necessary. */
export function formatPlaceholder(placeholder: Placeholder): string {
  const pieces = [placeholder.name];
  if (placeholder.default !== null) pieces.push(formatDefault(placeholder.default));
  if (placeholder.options.length > 0) pieces.push(placeholder.options.join(''));
  return `\${${pieces.join(', ')}}`;
}

/** Formats the pieces of a parsed value. */
export function formatValue(pieces: readonly ValuePiece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : formatPlaceholder(piece))).join('');
}

function formatDefault(text: string): string {
  const plain = text !== '' && text === trimXmlSpace(text) && !/^['"]|[,{}]/.test(text);
  if (plain) return text;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + text.replaceAll(quote, quote + quote) + quote;
}
