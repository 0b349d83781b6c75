import { evaluate, evaluateScalar } from '../../expressions/evaluate.ts';
import { holds } from '../../expressions/logic.ts';
import { compareValues, isList, isTrue, type Value, valuesIn } from '../../expressions/values.ts';
import { assertNever } from '../../lib/assert.ts';
import { isDecimal } from '../../lib/decimal-text.ts';
import { message } from '../../messages/message.ts';
import { attributeValue, type ElementNode } from '../document/document.ts';
import type { Finding } from '../document/problem.ts';
import {
  expressionIn,
  type ParsedValue,
  parseValue,
  type ValuePiece,
  variablesOfPiece,
} from '../placeholders/placeholder.ts';
import {
  evaluationContext,
  isScoped,
  isTooLong,
  type SubstitutedText,
  type Substitution,
  substitute,
  type ValueBudget,
  valueOfName,
} from '../placeholders/substitute.ts';
import { type Condition, type Operand, parseCondition } from './condition.ts';

/** The values of variables, and the callback for values that are refused. A refused value counts as the empty text. */
export interface ConditionContext extends Substitution {
  readonly budget: ValueBudget;
  readonly refused?: (substituted: Extract<SubstitutedText, { kind: 'too-long' | 'fault' }>) => void;
}

interface Reading {
  readonly condition: Condition | null;
  readonly finding: Finding | null;
}

/** An attribute whose value is a condition. `where` selects the items of a list. */
export type ConditionAttribute = 'condition' | 'where';

/** The parsed conditions by element. Entries stay valid, because elements are immutable. */
const conditions: Readonly<Record<ConditionAttribute, WeakMap<ElementNode, Reading>>> = {
  condition: new WeakMap(),
  where: new WeakMap(),
};

/** Returns the condition of an element; null if it is missing, malformed, or too long. */
export function conditionOf(element: ElementNode, attribute: ConditionAttribute = 'condition'): Condition | null {
  return readingOf(element, attribute).condition;
}

/** Returns the finding of a malformed condition; null if the condition is valid or missing. */
export function conditionFinding(element: ElementNode, attribute: ConditionAttribute = 'condition'): Finding | null {
  return readingOf(element, attribute).finding;
}

/** Returns whether the condition of an element is true. Also returns true if it is missing or malformed. */
export function isConditionMet(element: ElementNode, context: ConditionContext): boolean {
  const condition = conditionOf(element);
  return condition === null || conditionHolds(condition, context);
}

/** Returns the value that a choice compares with its cases: the text of its condition, not parsed as a condition. */
export function choiceValue(element: ElementNode, context: ConditionContext): string {
  const parsed = parseValue(attributeValue(element, 'condition') ?? '');
  return parsed.faults.length > 0 ? '' : textOf(parsed.pieces, context).trim();
}

/** Replaces variables. A variable without a value becomes the empty text. */
function textOf(operand: Operand, context: ConditionContext): string {
  const { defaults, budget, refused } = context;
  const pieces = operand.map((piece): ValuePiece => {
    if (piece.kind !== 'placeholder' || piece.default !== null) return piece;
    const isThere =
      valueOfName(piece.name, context) !== undefined || (!isScoped(piece.name, context) && defaults.has(piece.name));
    return isThere ? piece : { kind: 'text', text: '' };
  });
  const substituted = substitute({ pieces, faults: [] }, context, budget, 'empty');
  if (substituted.kind === 'too-long' || substituted.kind === 'fault') refused?.(substituted);
  return substituted.kind === 'text' ? substituted.text : '';
}

/**
 * Returns the value of an operand. If the operand is a single expression, its value keeps its type: a number is exact,
 * and a list can be empty.
 */
function operandValue(operand: Operand, context: ConditionContext, evaluatePiece: typeof evaluate): Value {
  const [piece, ...others] = operand;
  // A list in an item keeps its type. A variable is always a text in conditions.
  if (
    piece?.kind === 'placeholder' &&
    others.length === 0 &&
    evaluatePiece === evaluate &&
    isScoped(piece.name, context)
  ) {
    const value = valueOfName(piece.name, context);
    if (value !== undefined && isList(value)) return value;
  }
  const parsed = piece?.kind === 'expression' && others.length === 0 ? expressionIn(piece) : null;
  if (piece?.kind !== 'expression' || parsed?.ok !== true) return textOf(operand, context);
  const value = evaluatePiece(parsed.value, evaluationContext(context, context.budget, 'empty'));
  if (value.ok) return value.value;
  context.refused?.({ kind: 'fault', piece, fault: value.error, variables: variablesOfPiece(piece) });
  return '';
}

function readingOf(element: ElementNode, attribute: ConditionAttribute): Reading {
  const before = conditions[attribute].get(element);
  if (before !== undefined) return before;
  const written = attributeValue(element, attribute);
  const isRead = written !== undefined && !isTooLong(written);
  const read = isRead ? readCondition(element, attribute, parseValue(written)) : NO_CONDITION;
  conditions[attribute].set(element, read);
  return read;
}

const NO_CONDITION: Reading = { condition: null, finding: null };

function readCondition({ id: node }: ElementNode, attribute: ConditionAttribute, parsed: ParsedValue): Reading {
  // Skip malformed placeholders, which the scan for variables reports.
  if (parsed.faults.length > 0) return NO_CONDITION;
  const condition = parseCondition(parsed);
  if (condition.ok) return { condition: condition.value, finding: null };
  const says = message('template/condition', condition.error);
  return { condition: null, finding: { code: 'template/condition', at: { node, attribute }, says } };
}

/** Returns whether a condition is true. Only the right value of `in` can be a list. */
export function conditionHolds(condition: Condition, context: ConditionContext): boolean {
  const compared = (operand: Operand) => operandValue(operand, context, evaluateScalar);
  return holds(condition, {
    isTrue: (operand) => isTrue(operandValue(operand, context, evaluate)),
    compares: (left, operator, right) =>
      compareValues(
        compared(left),
        operator,
        operator === 'in' ? operandValue(right, context, evaluate) : compared(right),
      ),
  });
}

/** The type that a condition implies for a variable, and the texts that it compares with the variable. */
export interface Comparison {
  readonly type: 'boolean' | 'number' | 'text';
  readonly choices: readonly string[];
}

/**
 * Returns the comparisons of a condition in order, each with its variable. A variable that occurs twice has two
 * entries.
 */
export function comparisonsIn(condition: Condition): readonly (readonly [name: string, Comparison])[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.flatMap(comparisonsIn);
    case 'not':
      return comparisonsIn(condition.of);
    case 'alone':
      return withNames(condition.operand, isWhole(condition.operand) ? ALONE : TEXT);
    case 'compared': {
      const { left, right, operator } = condition;
      const onLeft = isWhole(left) ? comparedWith(right, operator === 'in') : TEXT;
      const onRight = isWhole(right) && operator !== 'in' ? comparedWith(left, false) : TEXT;
      return [...withNames(left, onLeft), ...withNames(right, onRight)];
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

function withNames(operand: Operand, comparison: Comparison): readonly (readonly [string, Comparison])[] {
  return operand.flatMap((part) => (part.kind === 'placeholder' ? [[part.name, comparison] as const] : []));
}

function comparedWith(operand: Operand, isInList: boolean): Comparison {
  const texts: string[] = [];
  for (const part of operand) {
    if (part.kind !== 'text') return TEXT;
    texts.push(part.text);
  }
  const text = texts.join('');
  const choices = isInList ? valuesIn(text) : [text];
  return choices.every(isDecimal) ? { type: 'number', choices: [] } : { type: 'text', choices };
}

/** Combines several comparisons of a variable. The result has the most general type and all choices. */
export function mergeComparisons(comparisons: readonly Comparison[]): Comparison {
  const types = new Set(comparisons.map(({ type }) => type));
  const type = types.has('text') ? 'text' : types.has('number') ? 'number' : 'boolean';
  return { type, choices: [...new Set(comparisons.flatMap(({ choices }) => choices))] };
}

/** The properties of a scene that determine whether a choice plays it. */
export interface Candidate {
  readonly enabled: boolean;
  /** The cases of the scene; null for a scene without the attribute `case`, which is the default of the choice. */
  readonly cases: readonly string[] | null;
}

/** Returns the index of the scene that a choice plays for a value. If no scene matches, returns the default or null. */
export function chosenScene(candidates: readonly Candidate[], value: string): number | null {
  const matching = candidates.findIndex(({ enabled, cases }) => enabled && cases?.includes(value) === true);
  if (matching >= 0) return matching;
  const defaultScene = candidates.findIndex(({ enabled, cases }) => enabled && cases === null);
  return defaultScene >= 0 ? defaultScene : null;
}

/**
 * Returns the cases that never apply because an earlier scene has the same case. Each entry has the index of the scene
 * and its case; null stands for the default.
 */
export function unreachableCases(
  candidates: readonly Candidate[],
): readonly { readonly index: number; readonly value: string | null }[] {
  const taken = new Set<string | null>();
  return candidates.flatMap(({ enabled, cases }, index) => {
    if (!enabled) return [];
    const values: readonly (string | null)[] = cases === null ? [null] : [...new Set(cases)];
    const unreachable = values.filter((value) => taken.has(value));
    for (const value of values) taken.add(value);
    return unreachable.map((value) => ({ index, value }));
  });
}
