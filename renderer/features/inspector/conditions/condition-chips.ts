import { type Condition, type Operand, parseCondition } from '#shared/template/conditions/condition.ts';
import { formatPlaceholder, parseValue } from '#shared/template/placeholders/placeholder.ts';

/**
 * The comparison operators of a chip. `has` and `not` test only the variable; the other operators compare it with a
 * value.
 */
export const COMPARISONS = ['has', 'not', '=', '!=', '<', '<=', '>', '>=', 'in'] as const;
export type ComparisonName = (typeof COMPARISONS)[number];

/** One test in a condition: a variable, an operator, and a value. */
export interface Chip {
  readonly variable: string;
  readonly comparison: ComparisonName;
  /** The value to compare with; empty for `has` and `not`. */
  readonly value: string;
  /** The default of the variable in this placeholder; null to use the declared default. */
  readonly fallback: string | null;
}

/** A condition whose tests are all joined by the same operator. */
export interface Chips {
  readonly operator: 'and' | 'or';
  readonly tests: readonly Chip[];
}

export function hasValue(comparison: ComparisonName): boolean {
  return comparison !== 'has' && comparison !== 'not';
}

/** Converts a condition to chips; null if the condition is invalid or too complex for chips. */
export function parseChips(conditionText: string): Chips | null {
  if (conditionText.trim() === '') return { operator: 'and', tests: [] };
  const parsed = parseValue(conditionText);
  const condition = parsed.faults.length > 0 ? null : parseCondition(parsed);
  if (condition === null || !condition.ok) return null;
  const { value } = condition;
  const isJoined = value.kind === 'and' || value.kind === 'or';
  const tests = (isJoined ? value.of : [value]).map(chipOf);
  const chips = { operator: value.kind === 'or' ? 'or' : 'and', tests: tests.filter((test) => test !== null) } as const;
  return chips.tests.length < tests.length ? null : chips;
}

function chipOf(condition: Condition): Chip | null {
  switch (condition.kind) {
    case 'alone':
      return aloneChip(condition.operand, 'has');
    case 'not':
      return condition.of.kind === 'alone' ? aloneChip(condition.of.operand, 'not') : null;
    case 'compared': {
      const variable = variableIn(condition.left);
      const value = textIn(condition.right);
      return variable === null || value === null ? null : { ...variable, comparison: condition.operator, value };
    }
    case 'and':
    case 'or':
      return null;
    default:
      return condition satisfies never;
  }
}

function aloneChip(operand: Operand, comparison: 'has' | 'not'): Chip | null {
  const variable = variableIn(operand);
  return variable === null ? null : { ...variable, comparison, value: '' };
}

/**
 * Returns the variable of an operand; null unless the operand is a single placeholder without options. Chips cannot
 * represent other operands.
 */
function variableIn([piece, ...others]: Operand): Pick<Chip, 'variable' | 'fallback'> | null {
  if (piece?.kind !== 'placeholder' || piece.options.length > 0 || others.length > 0) return null;
  return { variable: piece.name, fallback: piece.default };
}

function textIn(operand: Operand): string | null {
  const texts = operand.map((piece) => (piece.kind === 'text' ? piece.text : null));
  return texts.includes(null) ? null : texts.join('');
}

/** Formats chips as a condition. Null if a value cannot be quoted, because it contains `${` or both kinds of quotes. */
export function formatChips({ operator, tests }: Chips): string | null {
  const parts = tests.map(chipText);
  return parts.includes(null) ? null : parts.join(` ${operator} `);
}

function chipText({ variable, comparison, value, fallback }: Chip): string | null {
  const name = formatPlaceholder({ kind: 'placeholder', name: variable, default: fallback, options: [] });
  if (comparison === 'has') return name;
  if (comparison === 'not') return `not ${name}`;
  const quoted = quotedValue(value);
  return quoted === null ? null : `${name} ${comparison} ${quoted}`;
}

const KEYWORDS: readonly string[] = ['and', 'or', 'not', 'in'];
const PLAIN_VALUE = /^[^\s'"()=!<>$]+$/;

function quotedValue(value: string): string | null {
  if (PLAIN_VALUE.test(value) && !KEYWORDS.includes(value)) return value;
  // `${` would start a placeholder, even inside quotes.
  if (value.includes('${')) return null;
  if (!value.includes("'")) return `'${value}'`;
  return value.includes('"') ? null : `"${value}"`;
}

/**
 * Returns the default to write into a chip's placeholder; null for none. A test with `has` or `not` gets an empty
 * default if the variable has a declared default, because otherwise its result could never change.
 */
export function fallbackFor(comparison: ComparisonName, defaultValue: string | null): string | null {
  return !hasValue(comparison) && defaultValue !== null && defaultValue.trim() !== '' ? '' : null;
}

/**
 * Returns the default that makes the result of a `has` or `not` test constant; null if the result depends on the value.
 */
export function constantDefault({ comparison, fallback }: Chip, defaultValue: string | null): string | null {
  const value = fallback ?? defaultValue ?? '';
  return hasValue(comparison) || value.trim() === '' ? null : value;
}
