import { assertNever } from '../../lib/assert.ts';
import type { Condition } from './condition.ts';
import { isDecimal, valuesIn } from './condition-holds.ts';
import type { Operand } from './condition-tokens.ts';

/** What a condition takes a variable for, and the texts that it is compared with. */
export interface Comparison {
  readonly type: 'boolean' | 'number' | 'text';
  readonly choices: readonly string[];
}

/** What a condition says of each of its variables, in order; one that stands in it twice is there twice. */
export function comparisonsIn(condition: Condition): readonly (readonly [name: string, Comparison])[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.flatMap(comparisonsIn);
    case 'not':
      return comparisonsIn(condition.of);
    case 'alone':
      return named(condition.operand, isWhole(condition.operand) ? ALONE : TEXT);
    case 'compared': {
      const { left, right, sign } = condition;
      const onLeft = isWhole(left) ? comparedWith(right, sign === 'in') : TEXT;
      const onRight = isWhole(right) && sign !== 'in' ? comparedWith(left, false) : TEXT;
      return [...named(left, onLeft), ...named(right, onRight)];
    }
    default:
      return assertNever(condition);
  }
}

const ALONE: Comparison = { type: 'boolean', choices: [] };
const TEXT: Comparison = { type: 'text', choices: [] };

function isWhole(operand: Operand): boolean {
  return operand.length === 1 && operand[0]?.kind === 'placeholder';
}

function named(operand: Operand, comparison: Comparison): readonly (readonly [string, Comparison])[] {
  return operand.flatMap((part) => (part.kind === 'placeholder' ? [[part.name, comparison] as const] : []));
}

function comparedWith(operand: Operand, isList: boolean): Comparison {
  const texts: string[] = [];
  for (const part of operand) {
    if (part.kind === 'placeholder') return TEXT;
    texts.push(part.text);
  }
  const text = texts.join('');
  const choices = isList ? valuesIn(text) : [text];
  return choices.every(isDecimal) ? { type: 'number', choices: [] } : { type: 'text', choices };
}

/** Of several comparisons of one variable: what tells most, and all texts. */
export function joined(comparisons: readonly Comparison[]): Comparison {
  const types = new Set(comparisons.map(({ type }) => type));
  const type = types.has('text') ? 'text' : types.has('number') ? 'number' : 'boolean';
  return { type, choices: [...new Set(comparisons.flatMap(({ choices }) => choices))] };
}
