import type { Expression, ExpressionFault } from '../../expressions/expression.ts';
import { MAX_LENGTH, parseExpression } from '../../expressions/parse.ts';
import { variablesIn } from '../../expressions/variables-in.ts';
import { assertNever } from '../../lib/assert.ts';
import { lowerCase, titleCase, upperCase, urlEncoded } from '../../lib/letter-case.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { isVariableName } from '../../lib/variable-name.ts';
import { message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import type { PlaceholderMessage } from '../../messages/values.en.ts';
import { isXmlSpace, trimXmlSpace } from '../document/names.ts';

/** The options of a placeholder in the order in which they are applied. */
export const PLACEHOLDER_OPTIONS = ['U', 'L', 'T', 'E'] as const;
/** An option: upper case (U), lower case (L), title case (T), or URL encoding (E). */
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

/** A computed value: `${= expression}`. */
export interface ExpressionPiece {
  readonly kind: 'expression';
  /** The white space before `=`. */
  readonly before: string;
  /** The text of the expression. {@link expressionIn} parses it. */
  readonly source: string;
  /** The offset of the expression in the value, in UTF-16 units; null if it is unknown. */
  readonly at: number | null;
}

export type ValuePiece = TextPiece | Placeholder | ExpressionPiece;

export interface ParsedValue {
  /**
   * The pieces in order. Texts are not empty. Two texts are adjacent only if there was a malformed placeholder between
   * them.
   */
  readonly pieces: readonly ValuePiece[];
  /** The first malformed placeholders and expressions. The variables of a value with faults are not replaced. */
  readonly faults: readonly (MalformedPlaceholder | MalformedExpression)[];
}

export interface MalformedPlaceholder {
  readonly kind: 'placeholder';
  /** The source text, shortened if it is long. */
  readonly placeholder: string;
  readonly reason: PlaceholderReason;
}

/** An expression with a fault in its syntax, its functions, or their arguments. Its piece is in the list of pieces. */
interface MalformedExpression {
  readonly kind: 'expression';
  readonly piece: ExpressionPiece;
  readonly fault: ExpressionFault;
}

type PlaceholderReason = PlaceholderMessage;

interface Fault {
  readonly reason: PlaceholderReason;
  /** The offset at which parsing stopped. The parser continues after the next `}`. */
  readonly position: number;
}

type Read<Value> = Result<{ readonly value: Value; readonly end: number }, Fault>;

const OPENING = '${';
/** The maximum number of reported faults. Users rarely fix more before they check again. */
const MAX_FAULTS = 10;
/**
 * Splits an attribute value into texts and placeholders in linear time.
 *
 * Every `${` starts a placeholder. Any other `$` is text. The language has no escape character; a literal `${` is
 * written as the default of a variable: `${any, '${'}`. White space around the name, default, and options is ignored.
 * An unquoted default ends at `,` or `}` and cannot contain `{`. A default in `'` or `"` can contain anything; the
 * quote itself is doubled (`'it''s'`). `${name,}` has an empty default.
 *
 * `${=` starts an expression, which ends at the first `}` outside quotes and backquotes.
 */
export function parseValue(value: string): ParsedValue {
  const pieces: ValuePiece[] = [];
  const faults: (MalformedPlaceholder | MalformedExpression)[] = [];
  let position = 0;
  while (position < value.length) {
    const start = value.indexOf(OPENING, position);
    const text = value.slice(position, start === -1 ? value.length : start);
    if (text !== '') pieces.push({ kind: 'text', text });
    if (start === -1) break;
    const read = readPiece(value, start);
    if (read.piece !== null) pieces.push(read.piece);
    if (read.fault !== null && faults.length < MAX_FAULTS) faults.push(read.fault);
    position = read.end;
  }
  return { pieces, faults };
}

interface ReadPiece {
  /** The parsed piece; null if a placeholder is malformed. */
  readonly piece: Placeholder | ExpressionPiece | null;
  readonly fault: MalformedPlaceholder | MalformedExpression | null;
  readonly end: number;
}

/** Reads a placeholder or an expression. `start` is the offset of its `${`. */
function readPiece(value: string, start: number): ReadPiece {
  const inside = start + OPENING.length;
  const sign = skipSpace(value, inside);
  const read = value[sign] === '=' ? readExpression(value, inside, sign) : readPlaceholder(value, inside);
  if (read.ok) {
    const { value: piece, end } = read.value;
    return { piece, fault: piece.kind === 'expression' ? malformedExpression(piece) : null, end };
  }
  const { reason, position } = read.error;
  const closing = value.indexOf('}', position);
  const end = closing === -1 ? value.length : closing + 1;
  return { piece: null, fault: { kind: 'placeholder', placeholder: shortened(value.slice(start, end)), reason }, end };
}

function readExpression(value: string, start: number, sign: number): Read<ExpressionPiece> {
  const at = sign + 1;
  const end = endOfExpression(value, at);
  const piece: ExpressionPiece = {
    kind: 'expression',
    before: value.slice(start, sign),
    source: value.slice(at, end),
    at,
  };
  if (value[end] === '}') return readUpTo(piece, end + 1);
  const quote = value[end];
  return fault(
    quote === undefined ? message('placeholder/not-closed') : message('placeholder/quote-not-closed', { quote }),
    value.length,
  );
}

function malformedExpression(piece: ExpressionPiece): MalformedExpression | null {
  const parsed = expressionIn(piece);
  return parsed.ok ? null : { kind: 'expression', piece, fault: parsed.error };
}

/**
 * Returns the offset where an expression ends: at the first `}` outside quotes, at an unclosed quote, or at the end of
 * the value.
 */
function endOfExpression(value: string, start: number): number {
  let at = start;
  while (at < value.length) {
    const character = value.charAt(at);
    if (character === '}') return at;
    const isQuote = character === "'" || character === '"' || character === '`';
    const closing = isQuote ? value.indexOf(character, at + 1) : at;
    if (closing === -1) return at;
    at = closing + 1;
  }
  return at;
}

/** The parsed expressions by text. */
const parsedExpressions = new Map<string, Result<Expression, ExpressionFault>>();
/** The maximum number of cached expressions. */
const MAX_REMEMBERED = 2_000;

/** Returns the parsed expression of a piece. Caches expressions, because the same values are parsed often. */
export function expressionIn({ source }: Pick<ExpressionPiece, 'source'>): Result<Expression, ExpressionFault> {
  const cached = parsedExpressions.get(source);
  if (cached !== undefined) return cached;
  const parsed = parseExpression(source);
  if (source.length > MAX_LENGTH) return parsed;
  if (parsedExpressions.size >= MAX_REMEMBERED) parsedExpressions.clear();
  parsedExpressions.set(source, parsed);
  return parsed;
}

/** The names in scope outside lists: none. */
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Returns the names of the variables in a piece, including repetitions. `bound` contains the names that lists around it
 * define, which are not variables.
 */
export function variablesOfPiece(piece: ValuePiece, bound: ReadonlySet<string> = NO_NAMES): readonly string[] {
  switch (piece.kind) {
    case 'text':
      return [];
    case 'placeholder':
      return bound.size > 0 && bound.has(headOf(piece.name)) ? [] : [piece.name];
    case 'expression': {
      const parsed = expressionIn(piece);
      return parsed.ok ? variablesIn(parsed.value, bound).map(({ name }) => name) : [];
    }
    default:
      return assertNever(piece);
  }
}

/** Returns the part of a name before the first period: `a` of `a.b`. This part can be in scope. */
export function headOf(name: string): string {
  const end = name.indexOf('.');
  return end === -1 ? name : name.slice(0, end);
}

function readPlaceholder(value: string, start: number): Read<Placeholder> {
  const nameEnd = nextOf(value, ',{}', start);
  if (nameEnd === -1) return fault(message('placeholder/not-closed'), value.length);
  if (value.startsWith(OPENING, nameEnd - 1)) return fault(message('placeholder/not-closed-before-next'), nameEnd);
  const name = trimXmlSpace(value.slice(start, nameEnd));
  if (name === '') return fault(message('placeholder/no-name'), nameEnd);
  if (value[nameEnd] === '{' || !isVariableName(name)) return fault(message('placeholder/bad-name'), nameEnd);
  if (value[nameEnd] === '}') return readUpTo({ kind: 'placeholder', name, default: null, options: [] }, nameEnd + 1);

  const fallback = readDefault(value, nameEnd + 1);
  if (!fallback.ok) return fallback;
  const defaultEnd = fallback.value.end;
  const options: Read<readonly PlaceholderOption[]> =
    value[defaultEnd] === ',' ? readOptions(value, defaultEnd + 1) : readUpTo([], defaultEnd);
  if (!options.ok) return options;
  const placeholder: Placeholder = {
    kind: 'placeholder',
    name,
    default: fallback.value.value,
    options: options.value.value,
  };
  return readUpTo(placeholder, options.value.end + 1);
}

/** Reads a default. `end` is the position of the `,` or `}` after it. */
function readDefault(value: string, start: number): Read<string> {
  const first = skipSpace(value, start);
  const quote = value[first];
  if (quote === "'" || quote === '"') return readQuoted(value, first, quote);
  const end = nextOf(value, ',{}', first);
  if (end === -1) return fault(message('placeholder/not-closed'), value.length);
  if (value[end] === '{') return fault(message('placeholder/brace-in-default'), end);
  return readUpTo(trimXmlSpace(value.slice(first, end)), end);
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
  return readUpTo(pieces.join(quote), end);
}

/** Reads the options. `end` is the position of the closing `}`. */
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
  return readUpTo(options, end);
}

function readUpTo<Value>(value: Value, end: number): Read<Value> {
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
 * Applies the options of a placeholder to the text that replaces it: first upper or lower case, then title case, then
 * URL encoding. Title case capitalizes only the first letter of each word; `LT` also converts the other letters to
 * lower case.
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

/** Formats an expression exactly as written. */
export function formatExpression({ before, source }: Pick<ExpressionPiece, 'before' | 'source'>): string {
  return `\${${before}=${source}}`;
}

/** Formats the pieces of a parsed value. */
export function formatValue(pieces: readonly ValuePiece[]): string {
  return pieces.map(formatPiece).join('');
}

function formatPiece(piece: ValuePiece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'placeholder':
      return formatPlaceholder(piece);
    case 'expression':
      return formatExpression(piece);
    default:
      return assertNever(piece);
  }
}

function formatDefault(text: string): string {
  const plain = text !== '' && text === trimXmlSpace(text) && !/^['"]|[,{}]/.test(text);
  if (plain) return text;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + text.replaceAll(quote, quote + quote) + quote;
}
