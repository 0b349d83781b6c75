import { utf8Length } from '../../lib/utf8-length.ts';
import { limits } from '../document/limits.ts';
import { applyOptions, type ParsedValue, type PlaceholderOption } from './placeholder.ts';

/** What placeholders are replaced by. */
export interface Substitution {
  /** Given with the request, by name of the variable. */
  readonly values: ReadonlyMap<string, string>;
  /** Of the whole document: the first default stated for each name. */
  readonly defaults: ReadonlyMap<string, string>;
}

export type Substituted =
  | { readonly kind: 'text'; readonly text: string; readonly variables: readonly string[] }
  | { readonly kind: 'missing'; readonly variables: readonly string[] }
  /** The value, or the values of the template so far together, would be longer than they may be. Nothing was made. */
  | { readonly kind: 'too-long'; readonly of: 'value' | 'template'; readonly variables: readonly string[] };

interface Piece {
  readonly text: string;
  readonly options: readonly PlaceholderOption[];
}

/**
 * Replaces the placeholders of a value that has no faults, once: what a value brings in is never looked at again. A
 * given value goes before the placeholder's own default, and that before one stated elsewhere for the same name. Bytes
 * are counted before anything is made of them, on the budget of whoever replaces many values.
 */
export function substitute(
  value: ParsedValue,
  { values, defaults }: Substitution,
  budget: ValueBudget = createValueBudget(),
): Substituted {
  const pieces: Piece[] = [];
  const variables = new Set<string>();
  const missing = new Set<string>();
  let bytes = 0;
  for (const piece of value.pieces) {
    if (piece.kind === 'text') {
      pieces.push({ text: piece.text, options: [] });
      bytes += utf8Length(piece.text);
      continue;
    }
    variables.add(piece.name);
    const text = values.get(piece.name) ?? piece.default ?? defaults.get(piece.name);
    if (text === undefined) missing.add(piece.name);
    else {
      pieces.push({ text, options: piece.options });
      bytes += budget.lengthOf(text, piece.options);
    }
  }
  if (missing.size > 0) return { kind: 'missing', variables: [...missing] };
  if (bytes > limits.valueBytes) return { kind: 'too-long', of: 'value', variables: [...variables] };
  if (!budget.spend(bytes)) return { kind: 'too-long', of: 'template', variables: [...variables] };
  const made = pieces.map(({ text, options }) => (options.length === 0 ? text : applyOptions(text, options)));
  return { kind: 'text', text: made.join(''), variables: [...variables] };
}

/**
 * Counts the bytes of UTF-8 that the values of one template take with their variables filled in. They are counted
 * before they are made, so that a small template cannot become more than memory holds.
 */
export interface ValueBudget {
  /** Bytes of all values so far. */
  readonly spent: number;
  /** Whether all values together were too long: nothing more is filled in then. */
  readonly isOverdrawn: boolean;
  /** Whether so many more may be spent. */
  holds(bytes: number): boolean;
  /** Takes the bytes of a value; false, and overdrawn from here on, where they are too many. */
  spend(bytes: number): boolean;
  /** Bytes of a text after its options; infinite where it is longer than a value may be before them. */
  lengthOf(text: string, options: readonly PlaceholderOption[]): number;
}

/** Shorter texts are counted again rather than remembered. */
const WORTH_REMEMBERING = 256;

export function createValueBudget(): ValueBudget {
  let spent = 0;
  let isOverdrawn = false;
  /** By options; the same long value may stand in thousands of places. */
  const known = new Map<string, Map<string, number>>();
  const holds: ValueBudget['holds'] = (bytes) => !isOverdrawn && spent + bytes <= limits.allValuesBytes;
  return {
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
      const lengths = known.get(key) ?? new Map<string, number>();
      known.set(key, lengths);
      const length = lengths.get(text) ?? lengthAfter(text, options);
      lengths.set(text, length);
      return length;
    },
  };
}

/** Whether a value has more bytes than one may have. Most are too short for that to be counted. */
export function isTooLong(value: string): boolean {
  const { valueBytes } = limits;
  return (
    value.length > valueBytes || (value.length * MOST_BYTES_OF_UNIT > valueBytes && utf8Length(value) > valueBytes)
  );
}

/** A UTF-16 unit takes at most so many bytes as UTF-8. */
const MOST_BYTES_OF_UNIT = 3;

/** Letters may become three of another case; the much longer URL-encoded text is counted and not made. */
function lengthAfter(text: string, options: readonly PlaceholderOption[]): number {
  if (isTooLong(text)) return Number.POSITIVE_INFINITY;
  const letters = options.filter((option) => option !== 'E');
  const cased = letters.length === 0 ? text : applyOptions(text, letters);
  return letters.length === options.length ? utf8Length(cased) : encodedLength(cased);
}

/** Length of a text URL-encoded: `%` and two digits for each byte of it, but for the few characters that stay. */
function encodedLength(text: string): number {
  let kept = 0;
  for (let at = 0; at < text.length; at++) if (isPreserved(text.charCodeAt(at))) kept += 1;
  // Half of a surrogate pair is replaced by U+FFFD, which has three bytes where `utf8Length` counts two.
  return kept + 3 * (utf8Length(text.toWellFormed()) - kept);
}

/** Letters, digits and `-_.!~*'()`, as `encodeURIComponent` has it. */
function isPreserved(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a || unit === 0x7e;
  if (unit >= 0x41) return unit <= 0x5a || unit === 0x5f;
  return (
    (unit >= 0x30 && unit <= 0x39) || unit === 0x21 || unit === 0x2d || unit === 0x2e || (unit >= 0x27 && unit <= 0x2a)
  );
}
