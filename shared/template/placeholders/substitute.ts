import { type EvaluationContext, evaluateText } from '../../expressions/evaluate.ts';
import type { ExpressionFault } from '../../expressions/expression.ts';
import { type ListShape, listText, readDeclaredList } from '../../expressions/list-text.ts';
import { createStepBudget, type StepBudget } from '../../expressions/steps.ts';
import { isList, isRecord, type Scope, textOfValue, type Value } from '../../expressions/values.ts';
import { DEFAULT_LANGUAGE } from '../../formats/languages.ts';
import { assertNever } from '../../lib/assert.ts';
import type { Result } from '../../lib/result.ts';
import { utf8Length } from '../../lib/utf8-length.ts';
import { limits } from '../document/limits.ts';
import {
  applyOptions,
  type ExpressionPiece,
  expressionIn,
  headOf,
  type ParsedValue,
  type Placeholder,
  type PlaceholderOption,
  type ValuePiece,
  variablesOfPiece,
} from './placeholder.ts';

/** The values with which placeholders are replaced. */
export interface Substitution {
  /** The requested values by variable name. */
  readonly values: ReadonlyMap<string, string>;
  /** The first default in the document of each variable. */
  readonly defaults: ReadonlyMap<string, string>;
  /** The declared types of variables. In expressions, the text of a variable without a type can be a list. */
  readonly declarations?: ReadonlyMap<string, DeclaredValue> | undefined;
  /** The names that lists and components around the value define, which take precedence over variables. */
  readonly scope?: Scope | null | undefined;
  /** The language tag of the film; English if absent. */
  readonly language?: string | undefined;
}

interface DeclaredValue {
  readonly type: string | null;
  /** The fields of the items of a list; null for other types. */
  readonly list?: ListShape | null;
}

export type SubstitutedText =
  | { readonly kind: 'text'; readonly text: string; readonly variables: readonly string[] }
  | { readonly kind: 'missing'; readonly variables: readonly string[] }
  /** An expression has a fault, such as a variable without a value, or a text instead of a number. */
  | {
      readonly kind: 'fault';
      readonly piece: ExpressionPiece;
      readonly fault: ExpressionFault;
      readonly variables: readonly string[];
    }
  /** The value, or the sum of all values, would exceed the limit, so the text was not created. */
  | { readonly kind: 'too-long'; readonly of: 'value' | 'template'; readonly variables: readonly string[] };

interface Piece {
  readonly text: string;
  readonly options: readonly PlaceholderOption[];
}

/**
 * Replaces the placeholders of a valid value. Placeholders in the replacement stay unchanged. A requested value takes
 * precedence over the default of the placeholder, which takes precedence over `defaults`. Spends the bytes of the
 * budget before creating any text. `absent` is the result of a missing variable in an expression.
 */
export function substitute(
  value: ParsedValue,
  substitution: Substitution,
  budget: ValueBudget = createValueBudget(),
  absent: EvaluationContext['missing'] = 'fault',
): SubstitutedText {
  const pieces: Piece[] = [];
  const variables = new Set<string>();
  const missing = new Set<string>();
  let fault: Extract<SubstitutedText, { kind: 'fault' }> | null = null;
  let bytes = 0;
  for (const piece of value.pieces) {
    const filled = filledPiece(piece, substitution, budget, absent);
    for (const name of filled.variables) variables.add(name);
    if (filled.kind === 'missing') for (const name of filled.variables) missing.add(name);
    if (filled.kind === 'fault') fault ??= filled;
    if (filled.kind !== 'filled') continue;
    pieces.push(filled);
    bytes += piece.kind === 'text' ? utf8Length(piece.text) : budget.lengthOf(filled.text, filled.options);
  }
  if (missing.size > 0) return { kind: 'missing', variables: [...missing] };
  if (fault !== null) return fault;
  if (bytes > limits.valueBytes) return { kind: 'too-long', of: 'value', variables: [...variables] };
  if (!budget.spend(bytes)) return { kind: 'too-long', of: 'template', variables: [...variables] };
  const texts = pieces.map(({ text, options }) => (options.length === 0 ? text : applyOptions(text, options)));
  return { kind: 'text', text: texts.join(''), variables: [...variables] };
}

type FilledPiece =
  | ({ readonly kind: 'filled'; readonly variables: readonly string[] } & Piece)
  | Extract<SubstitutedText, { kind: 'missing' | 'fault' }>;

const NO_NAMES: readonly string[] = [];

function filledPiece(
  piece: ValuePiece,
  substitution: Substitution,
  budget: ValueBudget,
  absent: EvaluationContext['missing'],
): FilledPiece {
  switch (piece.kind) {
    case 'text':
      return { kind: 'filled', text: piece.text, options: [], variables: NO_NAMES };
    case 'placeholder': {
      const { name, options } = piece;
      const value = valueOfName(name, substitution);
      const text = value === undefined ? undefined : plainText(value);
      if (text === null) return recordFault(piece);
      const scoped = isScoped(name, substitution);
      const filledText = text ?? piece.default ?? (scoped ? undefined : substitution.defaults.get(name));
      return filledText === undefined
        ? { kind: 'missing', variables: [name] }
        : { kind: 'filled', text: declaredText(name, filledText, substitution), options, variables: [name] };
    }
    case 'expression': {
      const { values, defaults } = substitution;
      const names = variablesOfPiece(piece);
      const computed = evaluatePiece(piece, substitution, budget, absent);
      if (!computed.ok) return { kind: 'fault', piece, fault: computed.error, variables: names };
      const variables = names.filter((name) => values.has(name) || defaults.has(name));
      return { kind: 'filled', text: computed.value, options: [], variables };
    }
    default:
      return assertNever(piece);
  }
}

/** Returns the text of a placeholder without options; null for a record. */
function plainText(value: Value): string | null {
  return isList(value) ? listText(value) : textOfValue(value);
}

/** Returns the fault of a placeholder whose value is a record. */
function recordFault({ name }: Placeholder): FilledPiece {
  const piece: ExpressionPiece = { kind: 'expression', before: '', source: name, at: null };
  const fault: ExpressionFault = { code: 'expression/value', reason: 'record', at: 0, end: name.length };
  return { kind: 'fault', piece, fault, variables: [name] };
}

/** Evaluates an expression to a text. */
function evaluatePiece(
  piece: ExpressionPiece,
  substitution: Substitution,
  budget: ValueBudget,
  absent: EvaluationContext['missing'],
): Result<string, ExpressionFault> {
  const parsed = expressionIn(piece);
  return parsed.ok ? evaluateText(parsed.value, evaluationContext(substitution, budget, absent)) : parsed;
}

/** Returns the context for evaluating the expressions of a value. */
export function evaluationContext(
  substitution: Substitution,
  { steps }: Pick<ValueBudget, 'steps'>,
  missing: EvaluationContext['missing'],
): EvaluationContext {
  const { values, defaults, declarations, scope, language = DEFAULT_LANGUAGE } = substitution;
  const variable = (name: string): Value | undefined => {
    const text = values.get(name) ?? defaults.get(name);
    return text === undefined ? undefined : variableValue(declarations?.get(name), text, steps);
  };
  return { scope: scope ?? null, variable, missing, language, steps };
}

/**
 * Returns the value of a variable. It is a list if the variable is declared as a list, or if it has no type and its
 * text is a JSON array.
 */
function variableValue(declared: DeclaredValue | undefined, text: string, steps: StepBudget): Value {
  if (declared?.list) {
    const read = readDeclaredList(declared.list, text);
    return read.ok ? read.value : text;
  }
  return (declared?.type ?? null) !== null ? text : steps.valueOf(text);
}

/** Returns whether the scope contains the first part of a placeholder's name. A name in scope hides a variable. */
export function isScoped(name: string, { scope }: Pick<Substitution, 'scope'>): boolean {
  return scope !== undefined && scope !== null && scope.lookup(headOf(name)) !== undefined;
}

/**
 * Returns the value of a placeholder without options: a value in scope, or the requested text of a variable. Returns
 * undefined if the value or a field is missing.
 */
export function valueOfName(name: string, { values, scope }: Substitution): Value | undefined {
  const head = scope ? headOf(name) : name;
  const scoped = scope?.lookup(head);
  if (scoped !== undefined) {
    if (head === name) return scoped;
    return isRecord(scoped) ? scoped.get(name.slice(head.length + 1)) : undefined;
  }
  return values.get(name);
}

/** Returns the text of a variable. A declared list without items has an empty text. */
function declaredText(name: string, text: string, substitution: Substitution): string {
  const shape = substitution.declarations?.get(name)?.list ?? null;
  if (shape === null || isScoped(name, substitution)) return text;
  const read = readDeclaredList(shape, text);
  return read.ok && read.value.length === 0 ? '' : text;
}

/**
 * Counts the UTF-8 bytes of all values of a template. The bytes of a text are counted before it is created, because a
 * small template could otherwise exhaust the memory.
 */
export interface ValueBudget {
  /** The step budget of the expressions of the template. */
  readonly steps: StepBudget;
  /** The number of bytes of all values so far. */
  readonly spent: number;
  /** Whether the total limit was exceeded. If so, no more values are replaced. */
  readonly isOverdrawn: boolean;
  /** Returns whether the budget has at least this number of bytes left. */
  holds(bytes: number): boolean;
  /** Spends the bytes of a value. If not enough bytes are left, returns false and marks the budget as overdrawn. */
  spend(bytes: number): boolean;
  /**
   * Returns the number of bytes of a text after applying its options. Returns infinity if the text alone exceeds the
   * limit of a value.
   */
  lengthOf(text: string, options: readonly PlaceholderOption[]): number;
}

/** The minimum length of a text whose byte length is cached, because counting shorter texts is cheap. */
const WORTH_REMEMBERING = 256;

export function createValueBudget(): ValueBudget {
  let spent = 0;
  let isOverdrawn = false;
  /** The byte lengths of texts by options and text, cached because a long value can occur in thousands of places. */
  const lengthsByOptions = new Map<string, Map<string, number>>();
  const holds: ValueBudget['holds'] = (bytes) => !isOverdrawn && spent + bytes <= limits.allValuesBytes;
  return {
    steps: createStepBudget(),
    holds,
    get spent() {
      return spent;
    },
    get isOverdrawn() {
      return isOverdrawn;
    },
    spend: (bytes) => {
      isOverdrawn = !holds(bytes);
      if (!isOverdrawn) spent += bytes;
      return !isOverdrawn;
    },
    lengthOf: (text, options) => {
      if (text.length < WORTH_REMEMBERING) return lengthAfter(text, options);
      const key = options.join('');
      const lengths = lengthsByOptions.get(key) ?? new Map<string, number>();
      lengthsByOptions.set(key, lengths);
      const length = lengths.get(text) ?? lengthAfter(text, options);
      lengths.set(text, length);
      return length;
    },
  };
}

/** Returns whether a value exceeds the limit. Does not count the bytes of a short value. */
export function isTooLong(value: string): boolean {
  const { valueBytes: maxBytes } = limits;
  return value.length > maxBytes || (value.length * MAX_BYTES_PER_UNIT > maxBytes && utf8Length(value) > maxBytes);
}

/** The maximum number of UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Returns the number of bytes of a text after applying its options. A change of case can turn one letter into three.
 * URL-encoded text is much longer, so its length is computed without creating it.
 */
function lengthAfter(text: string, options: readonly PlaceholderOption[]): number {
  if (isTooLong(text)) return Number.POSITIVE_INFINITY;
  const letters = options.filter((option) => option !== 'E');
  const cased = letters.length === 0 ? text : applyOptions(text, letters);
  return letters.length === options.length ? utf8Length(cased) : encodedLength(cased);
}

/** Returns the URL-encoded length: `%` and two digits per byte, except for unreserved characters. */
function encodedLength(text: string): number {
  let preserved = 0;
  for (let at = 0; at < text.length; at++) if (isPreserved(text.charCodeAt(at))) preserved += 1;
  // Each other byte becomes `%` and two digits. `toWellFormed` converts a lone surrogate to U+FFFD, which has three
  // bytes.
  return preserved + 3 * (utf8Length(text.toWellFormed()) - preserved);
}

/** Returns whether `encodeURIComponent` leaves a character unchanged: letters, digits, and `-_.!~*'()`. */
function isPreserved(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a || unit === 0x7e;
  if (unit >= 0x41) return unit <= 0x5a || unit === 0x5f;
  return (
    (unit >= 0x30 && unit <= 0x39) || unit === 0x21 || unit === 0x2d || unit === 0x2e || (unit >= 0x27 && unit <= 0x2a)
  );
}
