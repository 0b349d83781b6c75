import { statement } from '../../statements/statement.ts';
import { attributeValue, type ElementNode } from '../document/document.ts';
import type { Finding } from '../document/problem.ts';
import { type ParsedValue, parseValue, type ValuePiece } from '../placeholders/placeholder.ts';
import { type Substituted, type Substitution, substitute } from '../placeholders/substitute.ts';
import { isTooLong, type ValueBudget } from '../placeholders/value-budget.ts';
import { type Condition, parseCondition } from './condition.ts';
import { conditionHolds } from './condition-holds.ts';
import type { Operand } from './condition-tokens.ts';

/** The variables' values, and whom to tell that one is too long to be filled in. */
export interface Given extends Substitution {
  readonly budget: ValueBudget;
  readonly tooLong?: (substituted: Extract<Substituted, { kind: 'too-long' }>) => void;
}

interface Read {
  readonly condition: Condition | null;
  readonly finding: Finding | null;
}

/** Of elements, which never change. */
const known = new WeakMap<ElementNode, Read>();

/** The condition of an element; null where it has none, or one that cannot be read. */
export function conditionOf(element: ElementNode): Condition | null {
  return readOf(element).condition;
}

/** That an element's condition cannot be read; null where it can, or where there is none. */
export function conditionFinding(element: ElementNode): Finding | null {
  return readOf(element).finding;
}

/** Whether an element's condition holds, as it does where there is none. What cannot be read counts as true. */
export function isConditionMet(element: ElementNode, given: Given): boolean {
  const condition = conditionOf(element);
  return condition === null || conditionHolds(condition, (operand) => textOf(operand, given));
}

/** The value that a choice compares with its cases: what its condition says, which is no expression. */
export function choiceValue(element: ElementNode, given: Given): string {
  const parsed = parseValue(attributeValue(element, 'condition') ?? '');
  return parsed.faults.length > 0 ? '' : textOf(parsed.pieces, given).trim();
}

/** A text in which a variable without a value is the empty text. */
function textOf(operand: Operand, { values, defaults, budget, tooLong }: Given): string {
  const pieces = operand.map((piece): ValuePiece => {
    if (piece.kind === 'text' || piece.default !== null || values.has(piece.name) || defaults.has(piece.name))
      return piece;
    return { kind: 'text', text: '' };
  });
  const substituted = substitute({ pieces, faults: [] }, { values, defaults }, budget);
  if (substituted.kind === 'too-long') tooLong?.(substituted);
  return substituted.kind === 'text' ? substituted.text : '';
}

function readOf(element: ElementNode): Read {
  const before = known.get(element);
  if (before !== undefined) return before;
  const written = attributeValue(element, 'condition');
  const read = written === undefined || isTooLong(written) ? NOTHING : readCondition(element, parseValue(written));
  known.set(element, read);
  return read;
}

const NOTHING: Read = { condition: null, finding: null };

function readCondition({ id: node }: ElementNode, parsed: ParsedValue): Read {
  // Malformed placeholders are reported where the variables are listed.
  if (parsed.faults.length > 0) return NOTHING;
  const condition = parseCondition(parsed);
  if (condition.ok) return { condition: condition.value, finding: null };
  const says = statement('template/condition', condition.error);
  return { condition: null, finding: { code: 'template/condition', at: { node, attribute: 'condition' }, says } };
}
