import { assertNever } from '../lib/assert.ts';
import { ok, type Result } from '../lib/result.ts';

/**
 * Logic with `or`, `and`, `not`, and comparisons. Conditions and expressions share it and differ only in their
 * operands.
 */
export type Logic<Operand> =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Logic<Operand>[] }
  | { readonly kind: 'not'; readonly of: Logic<Operand> }
  | { readonly kind: 'alone'; readonly operand: Operand }
  | {
      readonly kind: 'compared';
      readonly operator: ComparisonOperator;
      readonly left: Operand;
      readonly right: Operand;
    };

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in';

/** The tokens of a condition or an expression. Each method consumes the tokens that it returns. */
export interface LogicReader<Operand, Fault> {
  /** Returns whether the next token is this word. */
  takesWord(word: 'and' | 'or' | 'not'): boolean;
  /** Returns the next token if it is a comparison operator; null otherwise. */
  takeOperator(): ComparisonOperator | null;
  operand(): Result<Operand, Fault>;
  /**
   * Returns logic in parentheses; null if the next token is not a parenthesis, or if parentheses belong to operands.
   */
  group(): Result<Logic<Operand>, Fault> | null;
}

/**
 * Parses logic by this grammar: `or = and { "or" and }`, `and = not { "and" not }`, `not = [ "not" ] test`, `test =
 * operand [ operator operand ]`. Does not consume the tokens after it.
 */
export function parseLogic<Operand, Fault>(
  reader: LogicReader<Operand, Fault>,
  word: 'or' | 'and' = 'or',
): Result<Logic<Operand>, Fault> {
  const of: Logic<Operand>[] = [];
  do {
    const part = word === 'or' ? parseLogic(reader, 'and') : parseNot(reader);
    if (!part.ok) return part;
    of.push(part.value);
  } while (reader.takesWord(word));
  const [only] = of;
  return ok(only !== undefined && of.length === 1 ? only : { kind: word, of });
}

function parseNot<Operand, Fault>(reader: LogicReader<Operand, Fault>): Result<Logic<Operand>, Fault> {
  if (!reader.takesWord('not')) return parseTest(reader);
  const of = parseTest(reader);
  return of.ok ? ok({ kind: 'not', of: of.value }) : of;
}

function parseTest<Operand, Fault>(reader: LogicReader<Operand, Fault>): Result<Logic<Operand>, Fault> {
  const group = reader.group();
  if (group !== null) return group;
  const left = reader.operand();
  if (!left.ok) return left;
  const operator = reader.takeOperator();
  if (operator === null) return ok({ kind: 'alone', operand: left.value });
  const right = reader.operand();
  return right.ok ? ok({ kind: 'compared', operator, left: left.value, right: right.value }) : right;
}

/** The functions that evaluate the operands of logic. */
interface Truth<Operand> {
  isTrue(operand: Operand): boolean;
  compares(left: Operand, operator: ComparisonOperator, right: Operand): boolean;
}

/** Returns whether logic is true. Evaluates operands only as far as the result needs them. */
export function holds<Operand>(logic: Logic<Operand>, truth: Truth<Operand>): boolean {
  switch (logic.kind) {
    case 'or':
      return logic.of.some((each) => holds(each, truth));
    case 'and':
      return logic.of.every((each) => holds(each, truth));
    case 'not':
      return !holds(logic.of, truth);
    case 'alone':
      return truth.isTrue(logic.operand);
    case 'compared':
      return truth.compares(logic.left, logic.operator, logic.right);
    default:
      return assertNever(logic);
  }
}

/** Yields the operands of logic in order. */
export function* operandsOf<Operand>(logic: Logic<Operand>): Generator<Operand> {
  switch (logic.kind) {
    case 'or':
    case 'and':
      for (const each of logic.of) yield* operandsOf(each);
      break;
    case 'not':
      yield* operandsOf(logic.of);
      break;
    case 'alone':
      yield logic.operand;
      break;
    case 'compared':
      yield logic.left;
      yield logic.right;
      break;
    default:
      assertNever(logic);
  }
}
