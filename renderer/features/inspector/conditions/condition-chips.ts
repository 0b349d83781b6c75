import { type Condition, parseCondition } from '#shared/template/conditions/condition.ts';
import type { Operand } from '#shared/template/conditions/condition-tokens.ts';
import { parseValue } from '#shared/template/placeholders/placeholder.ts';
import { formatPlaceholder } from '#shared/template/placeholders/placeholder-text.ts';

/** How a variable is judged: by itself, or against a value. */
export const COMPARISONS = ['has', 'not', '=', '!=', '<', '<=', '>', '>=', 'in'] as const;
export type ComparisonName = (typeof COMPARISONS)[number];

/** One test of a condition: a variable, how it is compared, with what. */
export interface Chip {
  readonly variable: string;
  readonly comparison: ComparisonName;
  /** Empty where it is judged by itself. */
  readonly value: string;
  /** The value that the condition itself gives to the variable where it has none; null for the variable's default. */
  readonly fallback: string | null;
}

/** A condition that is a row of tests with one word between them. */
export interface Chips {
  readonly joined: 'and' | 'or';
  readonly tests: readonly Chip[];
}

/** Whether a comparison has a value. */
export function hasValue(comparison: ComparisonName): boolean {
  return comparison !== 'has' && comparison !== 'not';
}

/** A condition as chips; null for one that is more than a row of them, or that cannot be read. */
export function chipsOf(written: string): Chips | null {
  if (written.trim() === '') return { joined: 'and', tests: [] };
  const parsed = parseValue(written);
  const condition = parsed.faults.length > 0 ? null : parseCondition(parsed);
  if (condition === null || !condition.ok) return null;
  const { value } = condition;
  const isRow = value.kind === 'and' || value.kind === 'or';
  const tests = (isRow ? value.of : [value]).map(chipOf);
  const chips = { joined: value.kind === 'or' ? 'or' : 'and', tests: tests.filter((each) => each !== null) } as const;
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
      return variable === null || value === null ? null : { ...variable, comparison: condition.sign, value };
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

/** The variable that an operand is; options say more than a chip can. */
function variableIn([piece, ...others]: Operand): Pick<Chip, 'variable' | 'fallback'> | null {
  if (piece?.kind !== 'placeholder' || piece.options.length > 0 || others.length > 0) return null;
  return { variable: piece.name, fallback: piece.default };
}

/**
 * What a condition has to give to a variable without a value. A variable that is judged by itself and has a default would
 * always have a value; with an empty one the condition can be unmet.
 */
export function fallbackFor(comparison: ComparisonName, defaultValue: string | null): string | null {
  return !hasValue(comparison) && defaultValue !== null && defaultValue.trim() !== '' ? '' : null;
}

/** The default that makes a chip hold, or not hold, whatever is left empty; null where it can be either. */
export function decidingDefault({ comparison, fallback }: Chip, defaultValue: string | null): string | null {
  const given = fallback ?? defaultValue ?? '';
  return hasValue(comparison) || given.trim() === '' ? null : given;
}

function textIn(operand: Operand): string | null {
  const texts = operand.map((piece) => (piece.kind === 'text' ? piece.text : null));
  return texts.includes(null) ? null : texts.join('');
}

/** Chips as the language writes them; null where a value has both kinds of quotes or begins a placeholder, which nothing can hold. */
export function writtenChips({ joined, tests }: Chips): string | null {
  const parts = tests.map(writtenChip);
  return parts.includes(null) ? null : parts.join(` ${joined} `);
}

function writtenChip({ variable, comparison, value, fallback }: Chip): string | null {
  const name = formatPlaceholder({ kind: 'placeholder', name: variable, default: fallback, options: [] });
  if (comparison === 'has') return name;
  if (comparison === 'not') return `not ${name}`;
  const quoted = quotedValue(value);
  return quoted === null ? null : `${name} ${comparison} ${quoted}`;
}

const WORDS: readonly string[] = ['and', 'or', 'not', 'in'];
const PLAIN = /^[^\s'"()=!<>$]+$/;

function quotedValue(value: string): string | null {
  if (PLAIN.test(value) && !WORDS.includes(value)) return value;
  // A dollar sign before a brace begins a placeholder wherever it stands.
  if (value.includes('${')) return null;
  if (!value.includes("'")) return `'${value}'`;
  return value.includes('"') ? null : `"${value}"`;
}
