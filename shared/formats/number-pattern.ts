import { Decimal } from 'decimal.js';
import type { Language } from './languages.ts';

/** A number pattern of CLDR, such as `#,##0.00 ¤` (UTS 35, part 3, section 3). */
export interface NumberPattern {
  readonly positive: Affixes;
  readonly negative: Affixes;
  /** The minimum number of digits before the decimal separator. */
  readonly zeros: number;
  /** The size of the group next to the decimal separator, and the size of the other groups; zero without groups. */
  readonly groups: { readonly first: number; readonly further: number };
}

/** The texts around a number. Unless quoted, `-`, `%`, and `¤` are replaced by symbols. */
interface Affixes {
  readonly prefix: readonly AffixPiece[];
  readonly suffix: readonly AffixPiece[];
}

type AffixPiece = { readonly sign: '-' | '%' | '¤' } | { readonly text: string };

/** The separators, and the minimum number of digits before a group separator. */
export interface Separators {
  readonly decimal: string;
  readonly group: string;
  readonly minimumGrouping: number;
}

const patterns = new Map<string, NumberPattern>();

/** Parses a number pattern. Caches all patterns, because the tables contain only a few. */
export function readPattern(source: string): NumberPattern {
  const remembered = patterns.get(source);
  if (remembered !== undefined) return remembered;
  const [first = '', second] = splitUnquoted(source);
  const positive = readAffixes(first);
  const [whole = ''] = positive.body.split('.');
  const groups = whole.split(',').map((group) => group.length);
  const grouped = groups.length > 1;
  const pattern: NumberPattern = {
    positive,
    negative:
      second === undefined
        ? { prefix: [{ sign: '-' }, ...positive.prefix], suffix: positive.suffix }
        : readAffixes(second),
    zeros: whole.replace(/[^0]/g, '').length,
    groups: {
      first: grouped ? (groups.at(-1) ?? 0) : 0,
      further: grouped ? (groups.length > 2 ? (groups.at(-2) ?? 0) : (groups.at(-1) ?? 0)) : 0,
    },
  };
  patterns.set(source, pattern);
  return pattern;
}

/** Splits a pattern at its first `;` outside quotes. */
function splitUnquoted(source: string): readonly string[] {
  const [, first = source, second] = /^((?:[^;']|'[^']*')*)(?:;(.*))?$/s.exec(source) ?? [];
  return second === undefined ? [first] : [first, second];
}

function readAffixes(source: string): Affixes & { readonly body: string } {
  const [, prefix = '', body = '', suffix = ''] = /^((?:[^#0']|'[^']*')*)([#0,.]*)(.*)$/s.exec(source) ?? [];
  return { prefix: readAffix(prefix), body, suffix: readAffix(suffix) };
}

function readAffix(source: string): readonly AffixPiece[] {
  return [...source.matchAll(/'([^']*)'|[-%¤]|[^-%¤']+/g)].map(([piece, quoted]): AffixPiece => {
    if (piece === '-' || piece === '%' || piece === '¤') return { sign: piece };
    return { text: quoted === undefined ? piece : quoted || "'" };
  });
}

/** The minimum and the maximum number of decimals of a formatted number. */
export interface Decimals {
  readonly min: number;
  readonly max: number;
}

/** The digits of a number in the language, with separators but without affixes. The sign is separate. */
export interface WrittenNumber {
  readonly digits: string;
  readonly isNegative: boolean;
}

/**
 * Formats the digits of a number with separators. Halves are rounded away from zero. A number that rounds to zero is
 * not negative.
 */
export function writeDigits(
  language: Language,
  number: Decimal,
  decimals: Decimals,
  { groups }: Pick<NumberPattern, 'groups'>,
  separators: Separators,
): WrittenNumber {
  const rounded = number.toDecimalPlaces(decimals.max, Decimal.ROUND_HALF_UP);
  const [whole = '', fraction = ''] = rounded.abs().toFixed().split('.');
  const shown = fraction.padEnd(decimals.min, '0');
  const text = grouped(whole, groups, separators) + (shown === '' ? '' : separators.decimal + shown);
  return { digits: inDigits(language, text), isNegative: rounded.isNegative() && !rounded.isZero() };
}

function grouped(whole: string, { first, further }: NumberPattern['groups'], separators: Separators): string {
  if (first === 0 || whole.length < first + separators.minimumGrouping) return whole;
  const pieces = [whole.slice(-first)];
  for (let end = whole.length - first; end > 0; end -= further)
    pieces.unshift(whole.slice(Math.max(0, end - further), end));
  return pieces.join(separators.group);
}

/** Replaces Latin digits with the digits of the language. */
export function inDigits(language: Language, text: string): string {
  if (language.digits.startsWith('0')) return text;
  return text.replace(/[0-9]/g, (digit) => language.digits[Number(digit)] ?? digit);
}

/** Adds the texts of a pattern around formatted digits. `symbol` replaces `¤`. */
export function withAffixes(language: Language, written: WrittenNumber, pattern: NumberPattern, symbol = ''): string {
  const { prefix, suffix } = written.isNegative ? pattern.negative : pattern.positive;
  const { minus, percent } = language.numbers;
  const write = (piece: AffixPiece): string => {
    if ('text' in piece) return piece.text;
    if (piece.sign === '¤') return symbol;
    return piece.sign === '-' ? minus : percent;
  };
  const before = prefix.map(write).join('');
  const after = suffix.map(write).join('');
  const last = prefix.at(-1);
  const first = suffix[0];
  const touchesBefore = last !== undefined && 'sign' in last && last.sign === '¤' && needsSpace(before.at(-1));
  const touchesAfter = first !== undefined && 'sign' in first && first.sign === '¤' && needsSpace(after.at(0));
  return before + (touchesBefore ? NO_BREAK_SPACE : '') + written.digits + (touchesAfter ? NO_BREAK_SPACE : '') + after;
}

const NO_BREAK_SPACE = '\u00a0';

/**
 * Returns whether a space separates a character of a currency from digits, which is the case for all characters except
 * symbols and spaces.
 */
function needsSpace(character: string | undefined): boolean {
  return character !== undefined && !/^[\p{S}\p{Z}]$/u.test(character);
}
