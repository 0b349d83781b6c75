import { assertNever } from '../../lib/assert.ts';
import { UNSIGNED_DECIMAL } from '../../lib/decimal-text.ts';
import { message } from '../../messages/message.ts';
import { attributeValue, type ElementNode } from '../document/document.ts';
import type { Finding } from '../document/problem.ts';
import { type ParsedValue, parseValue, type ValuePiece } from '../placeholders/placeholder.ts';
import {
  isTooLong,
  type Substituted,
  type Substitution,
  substitute,
  type ValueBudget,
} from '../placeholders/substitute.ts';
import { type Condition, type Operand, parseCondition, type Sign } from './condition.ts';

/** The values of variables, and the callback for values that are too long for substitution. */
export interface ConditionContext extends Substitution {
  readonly budget: ValueBudget;
  readonly tooLong?: (substituted: Extract<Substituted, { kind: 'too-long' }>) => void;
}

interface Reading {
  readonly condition: Condition | null;
  readonly finding: Finding | null;
}

/** Parsed conditions by element. Elements are immutable, so that entries stay valid. */
const conditions = new WeakMap<ElementNode, Reading>();

/** Returns the condition of an element; null if it is missing or malformed. */
export function conditionOf(element: ElementNode): Condition | null {
  return readingOf(element).condition;
}

/** Returns the finding of a malformed condition; null if the condition is valid or missing. */
export function conditionFinding(element: ElementNode): Finding | null {
  return readingOf(element).finding;
}

/** Returns whether the condition of an element is true. It is also true if it is missing or malformed. */
export function isConditionMet(element: ElementNode, context: ConditionContext): boolean {
  const condition = conditionOf(element);
  return condition === null || conditionHolds(condition, (operand) => textOf(operand, context));
}

/**
 * Returns the value that a choice compares with its cases: the text of its condition, which is not parsed as an
 * expression.
 */
export function choiceValue(element: ElementNode, context: ConditionContext): string {
  const parsed = parseValue(attributeValue(element, 'condition') ?? '');
  return parsed.faults.length > 0 ? '' : textOf(parsed.pieces, context).trim();
}

/** Substitutes variables. A variable without a value becomes the empty text. */
function textOf(operand: Operand, { values, defaults, budget, tooLong }: ConditionContext): string {
  const pieces = operand.map((piece): ValuePiece => {
    if (piece.kind === 'text' || piece.default !== null || values.has(piece.name) || defaults.has(piece.name))
      return piece;
    return { kind: 'text', text: '' };
  });
  const substituted = substitute({ pieces, faults: [] }, { values, defaults }, budget);
  if (substituted.kind === 'too-long') tooLong?.(substituted);
  return substituted.kind === 'text' ? substituted.text : '';
}

function readingOf(element: ElementNode): Reading {
  const before = conditions.get(element);
  if (before !== undefined) return before;
  const written = attributeValue(element, 'condition');
  const read = written === undefined || isTooLong(written) ? NO_CONDITION : readCondition(element, parseValue(written));
  conditions.set(element, read);
  return read;
}

const NO_CONDITION: Reading = { condition: null, finding: null };

function readCondition({ id: node }: ElementNode, parsed: ParsedValue): Reading {
  // The scan for variables reports malformed placeholders.
  if (parsed.faults.length > 0) return NO_CONDITION;
  const condition = parseCondition(parsed);
  if (condition.ok) return { condition: condition.value, finding: null };
  const says = message('template/condition', condition.error);
  return { condition: null, finding: { code: 'template/condition', at: { node, attribute: 'condition' }, says } };
}

const DECIMAL = new RegExp(`^\\s*[+-]?${UNSIGNED_DECIMAL}\\s*$`);
const FALSE: ReadonlySet<string> = new Set(['', 'false', '0', 'no', 'off']);

/** Returns whether a condition is true. `textOf` returns an operand with its placeholders substituted. */
export function conditionHolds(condition: Condition, textOf: (operand: Operand) => string): boolean {
  switch (condition.kind) {
    case 'or':
      return condition.of.some((each) => conditionHolds(each, textOf));
    case 'and':
      return condition.of.every((each) => conditionHolds(each, textOf));
    case 'not':
      return !conditionHolds(condition.of, textOf);
    case 'alone':
      return !FALSE.has(textOf(condition.operand).trim().toLowerCase());
    case 'compared':
      return compared(textOf(condition.left), condition.sign, textOf(condition.right));
    default:
      return assertNever(condition);
  }
}

/** Returns whether a text is a decimal number. Decimal texts are compared as numbers. */
function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

function compared(left: string, sign: Sign, right: string): boolean {
  if (sign === 'in') return valuesIn(right).includes(left);
  const order = isDecimal(left) && isDecimal(right) ? Number(left) - Number(right) : orderOf(left, right);
  switch (sign) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return assertNever(sign);
  }
}

/** Splits a list at commas and trims the values. */
export function valuesIn(list: string): readonly string[] {
  return list.split(',').map((value) => value.trim());
}

/** Compares two texts by code points. The order of UTF-16 units differs for characters above U+FFFF. */
function orderOf(left: string, right: string): number {
  for (let at = 0; at < left.length && at < right.length; at += 1) {
    if (left.charCodeAt(at) === right.charCodeAt(at)) continue;
    // After equal units, both positions are either inside a surrogate pair or at the start of a character.
    return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0);
  }
  return left.length - right.length;
}

/** The type that a condition implies for a variable, and the texts with which it compares the variable. */
export interface Comparison {
  readonly type: 'boolean' | 'number' | 'text';
  readonly choices: readonly string[];
}

/**
 * Returns the comparisons of a condition, each with its variable, in order. A variable that occurs twice has two
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
      const { left, right, sign } = condition;
      const onLeft = isWhole(left) ? comparedWith(right, sign === 'in') : TEXT;
      const onRight = isWhole(right) && sign !== 'in' ? comparedWith(left, false) : TEXT;
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

/** Combines several comparisons of a variable: the most general type and all choices. */
export function mergeComparisons(comparisons: readonly Comparison[]): Comparison {
  const types = new Set(comparisons.map(({ type }) => type));
  const type = types.has('text') ? 'text' : types.has('number') ? 'number' : 'boolean';
  return { type, choices: [...new Set(comparisons.flatMap(({ choices }) => choices))] };
}

/** The properties of a scene that determine whether a choice plays it. */
export interface Candidate {
  readonly enabled: boolean;
  /** The cases of the scene; null for a scene without `case`, which is the default of the choice. */
  readonly cases: readonly string[] | null;
}

/**
 * Returns the index of the scene that a choice plays for a value; null if there is neither a matching scene nor a
 * default.
 */
export function chosenScene(candidates: readonly Candidate[], value: string): number | null {
  const matching = candidates.findIndex(({ enabled, cases }) => enabled && cases?.includes(value) === true);
  if (matching >= 0) return matching;
  const defaultScene = candidates.findIndex(({ enabled, cases }) => enabled && cases === null);
  return defaultScene >= 0 ? defaultScene : null;
}

/**
 * Returns the cases that never apply because an earlier scene has the same case. Each entry has the index of the scene
 * and the value; the value is null for a default.
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
