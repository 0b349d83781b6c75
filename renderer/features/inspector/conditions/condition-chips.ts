import { type Condition, parseCondition } from '../../../../shared/template/conditions/condition.ts';
import type { Operand } from '../../../../shared/template/conditions/condition-tokens.ts';
import { parseValue } from '../../../../shared/template/placeholders/placeholder.ts';

/** How a variable is judged: by itself, or against a value. */
export const COMPARISONS = ['has', 'not', '=', '!=', '<', '<=', '>', '>=', 'in'] as const;
export type ComparisonName = (typeof COMPARISONS)[number];

/** One test of a condition: a variable, how it is compared, with what. */
export interface Chip {
  readonly variable: string;
  readonly comparison: ComparisonName;
  /** Empty where it is judged by itself. */
  readonly value: string;
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
      return variable === null || value === null ? null : { variable, comparison: condition.sign, value };
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
  return variable === null ? null : { variable, comparison, value: '' };
}

/** The variable that an operand is; one with a default of its own says more than a chip. */
function variableIn([piece, ...others]: Operand): string | null {
  return piece?.kind === 'placeholder' && piece.default === null && others.length === 0 ? piece.name : null;
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

function writtenChip({ variable, comparison, value }: Chip): string | null {
  const name = `\${${variable}}`;
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
