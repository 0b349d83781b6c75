import { directionOf } from '../formats/languages.ts';
import { assertNever } from '../lib/assert.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { Exact, remainder } from './decimal.ts';
import type {
  Chain,
  Evaluation,
  Expression,
  ExpressionFault,
  Place,
  PlacedName,
  ValueDetail,
  ValueReason,
} from './expression.ts';
import { jsonFaultAt } from './list-text.ts';
import { type ComparisonOperator, holds } from './logic.ts';
import type { StepBudget } from './steps.ts';
import {
  compareValues,
  type Fields,
  isList,
  isNumber,
  isRecord,
  isTrue,
  numberOfValue,
  type Scope,
  textOfValue,
  type Value,
} from './values.ts';

/** The names and the rules that apply to an expression. */
export interface EvaluationContext {
  /** The names that lists and components around the expression define; null outside lists and components. */
  readonly scope: Scope | null;
  /** Returns the value of a variable; undefined if it has none. */
  readonly variable: (name: string) => Value | undefined;
  /** The result of a variable without a value: a fault, or the empty text, which conditions use. */
  readonly missing: 'fault' | 'empty';
  /** The language tag of the film. */
  readonly language: string;
  readonly steps: StepBudget;
}

/** The maximum number of steps of one evaluation. */
export const MAX_STEPS = 100_000;
/** Numbers with at least this magnitude are faults. */
const TOO_LARGE = new Exact('1e18');
/** The number of characters of one step. */
const CHARACTERS_PER_STEP = 100;

/** Evaluates an expression in a limited number of steps. Returns a value or a fault. */
export function evaluate(expression: Expression, context: EvaluationContext): Result<Value, ExpressionFault> {
  return new Evaluator(context).run((evaluator) => evaluator.value(expression));
}

/** Evaluates an expression to a text. Lists and records are faults. */
export function evaluateText(expression: Expression, context: EvaluationContext): Result<string, ExpressionFault> {
  return new Evaluator(context).run((evaluator) => evaluator.text(expression));
}

/** Evaluates an expression to a value that has a text. Numbers stay exact. Lists and records are faults. */
export function evaluateScalar(expression: Expression, context: EvaluationContext): Result<Value, ExpressionFault> {
  return new Evaluator(context).run((evaluator) => {
    const value = evaluator.value(expression);
    evaluator.textOf(value, expression);
    return value;
  });
}

/**
 * The error that ends an evaluation. All evaluations share it, because a new error would capture its stack each time.
 */
const STOP = new Error('the evaluation has a fault');

class Evaluator implements Evaluation {
  readonly #context: EvaluationContext;
  #scope: Scope | null;
  #language: string;
  #steps = 0;
  #fault: ExpressionFault | null = null;
  /** The place of a fault that concerns the whole expression. */
  #whole: Place = { at: 0, end: 0 };

  constructor(context: EvaluationContext) {
    this.#context = context;
    this.#scope = context.scope;
    this.#language = context.language;
  }

  run<Read>(read: (evaluator: Evaluator) => Read): Result<Read, ExpressionFault> {
    try {
      return ok(read(this));
    } catch (error) {
      if (error !== STOP || this.#fault === null) throw error;
      return err(this.#fault);
    }
  }

  get language(): string {
    return this.#language;
  }

  value(part: Expression | undefined): Value {
    if (part === undefined) throw new Error('a function lacks an argument');
    if (this.#steps === 0) this.#whole = part;
    this.spend(1);
    switch (part.kind) {
      case 'value':
        return part.value;
      case 'path':
        return this.#path(part.names) ?? this.#missing(part.names);
      case 'group':
        return this.value(part.of);
      case 'list':
        return part.of.map((each) => this.value(each));
      case 'call':
        return part.spec.evaluate(this, ...part.arguments);
      case 'field':
        return this.#field(this.value(part.of), part.names);
      case 'item':
        return this.#item(part.of, part.index);
      case 'signed': {
        const number = this.number(part.of);
        return part.isNegative ? number.negated() : number;
      }
      case 'chain':
        return this.#chain(part);
      case 'logic':
        return holds(part.logic, {
          isTrue: (operand) => this.truth(operand),
          compares: (left, operator, right) => this.#compares(left, operator, right),
        });
      case 'choice': {
        const chosen = part.cases.find(({ condition }) => this.truth(condition));
        return this.value(chosen?.value ?? part.otherwise);
      }
      default:
        return assertNever(part);
    }
  }

  text(part: Expression | undefined): string {
    return this.textOf(this.value(part), part);
  }

  number(part: Expression | undefined): Exact {
    return this.numberOf(this.value(part), part);
  }

  whole(part: Expression | undefined, least: number, most: number): number {
    const number = this.number(part);
    if (!number.isInteger() || number.lessThan(least) || number.greaterThan(most))
      this.fault('argument', part, { given: number.toFixed(), valid: 'whole', least, most });
    return number.toNumber();
  }

  truth(part: Expression | undefined): boolean {
    return isTrue(this.value(part));
  }

  list(part: Expression | undefined): readonly Value[] {
    return this.#listOf(this.value(part), part);
  }

  optional(part: Expression | undefined): Value | undefined {
    // Look up plain names, the most frequent arguments, without the cost of an exception.
    if (part?.kind === 'path') {
      this.spend(1);
      const { scope, rest } = this.#scoped(part.names);
      if (scope === undefined || rest.length === 0) return this.#path(part.names);
    }
    const before = this.#scope;
    const language = this.#language;
    try {
      return this.value(part);
    } catch (error) {
      if (error !== STOP || this.#fault === null || !isAbsence(this.#fault)) throw error;
      this.#fault = null;
      this.#scope = before;
      this.#language = language;
      return undefined;
    }
  }

  map(items: readonly Value[], part: Expression | undefined): readonly Value[] {
    const outer = this.#scope;
    const values = items.map((item, at) => {
      this.spend(1);
      this.#scope = itemScope({ item, index: at + 1, count: items.length }, outer);
      return this.value(part);
    });
    this.#scope = outer;
    return values;
  }

  inLanguage(language: string, part: Expression | undefined): Value {
    const before = this.#language;
    this.#language = language;
    const value = this.value(part);
    this.#language = before;
    return value;
  }

  textOf(value: Value, part: Expression | undefined, item?: number): string {
    return textOfValue(value) ?? this.#noText(value, part, item);
  }

  numberOf(value: Value, part: Expression | undefined, item?: number): Exact {
    return this.checked(numberOfValue(value) ?? this.fault('number', part, { given: givenText(value), item }), part);
  }

  #noText(value: Value, part: Expression | undefined, item: number | undefined): never {
    if (isRecord(value)) return this.fault('record', part, { item, valid: 'fields', options: fieldNames(value) });
    return this.fault('list', part, { item });
  }

  checked(number: Exact, part: Expression | undefined): Exact {
    return number.abs().lessThan(TOO_LARGE) ? number : this.fault('large', part);
  }

  spend(steps: number): void {
    this.#steps += steps;
    if (this.#context.steps.spend(steps) && this.#steps <= MAX_STEPS) return;
    const { at, end } = this.#whole;
    this.#stop({ code: 'expression/too-slow', of: this.#steps > MAX_STEPS ? 'expression' : 'template', at, end });
  }

  spendText(length: number): void {
    if (length >= CHARACTERS_PER_STEP) this.spend(Math.floor(length / CHARACTERS_PER_STEP));
  }

  fault(reason: ValueReason, part: Expression | undefined, detail?: ValueDetail): never {
    return this.#valueFault(reason, part ?? this.#whole, detail);
  }

  #valueFault(reason: ValueReason, { at, end }: Place, detail: ValueDetail | undefined): never {
    const fault = { code: 'expression/value', reason, at, end } as const;
    return this.#stop(detail === undefined ? fault : { ...fault, detail });
  }

  #stop(fault: ExpressionFault): never {
    this.#fault = fault;
    throw STOP;
  }

  /** Returns the value of a path; undefined if it is a variable without a value. */
  #path(names: readonly [PlacedName, ...PlacedName[]]): Value | undefined {
    const { scope, rest } = this.#scoped(names);
    const [first, ...further] = rest;
    if (scope !== undefined) return first === undefined ? scope : this.#field(scope, [first, ...further]);
    const name = pathOf(names);
    return this.#context.variable(name) ?? this.#own(name);
  }

  /** Returns the value of the first name if it is in scope, and the other names. */
  #scoped([first, ...rest]: readonly [PlacedName, ...PlacedName[]]) {
    return { scope: this.#scope?.lookup(first.name), rest };
  }

  /** Returns the value of a name that is not a variable; undefined for other names. */
  #own(name: string): Value | undefined {
    if (name === 'language') return this.#language;
    return name === 'direction' ? directionOf(this.#language) : undefined;
  }

  #missing(names: readonly [PlacedName, ...PlacedName[]]): Value {
    if (this.#context.missing === 'empty') return '';
    const { at } = names[0];
    return this.#stop({ code: 'variable/missing', name: pathOf(names), at, end: names.at(-1)?.end ?? at });
  }

  #field(of: Value, names: readonly [PlacedName, ...PlacedName[]]): Value {
    const value = isRecord(of) ? of.get(pathOf(names)) : undefined;
    return value ?? this.#valueFault('field', names[0], fieldsDetail(of));
  }

  /** Returns the list item at a position, or the record field with a name. */
  #item(of: Expression, index: Expression): Value {
    const value = this.value(of);
    if (isRecord(value)) return this.#fieldAt(value, index);
    const items = this.#listOf(value, of);
    const position = this.number(index);
    const at = position.isNegative() ? position.plus(items.length) : position.minus(1);
    const item = at.isInteger() && !position.isZero() ? items[at.toNumber()] : undefined;
    return item ?? this.fault('item', index, { given: position.toFixed(), valid: 'items', most: items.length });
  }

  #fieldAt(fields: Fields, index: Expression): Value {
    const name = this.text(index);
    return fields.get(name) ?? this.fault('field', index, { given: name, ...fieldsDetail(fields) });
  }

  #listOf(value: Value, part: Expression | undefined): readonly Value[] {
    if (isList(value)) return value;
    const text = this.textOf(value, part);
    const read = this.#context.steps.listOf(text);
    if (read.ok) return read.value;
    const isWrong = read.error === 'syntax' || read.error === 'number';
    const character = isWrong ? jsonFaultAt(text) + 1 : undefined;
    return this.fault('list', part, { given: shortened(text), valid: 'json', character });
  }

  #compares(left: Expression, operator: ComparisonOperator, right: Expression): boolean {
    const one = this.value(left);
    const other = this.value(right);
    this.spendText(this.#comparable(one, left).length);
    if (operator === 'in' && isList(other)) {
      this.spend(other.length);
      for (const item of other) this.#comparable(item, right);
    } else this.spendText(this.#comparable(other, right).length);
    return compareValues(one, operator, other);
  }

  /** Returns the text for which a comparison spends steps; empty for a number, because comparing numbers is fast. */
  #comparable(value: Value, part: Expression): string {
    return isNumber(value) ? '' : this.textOf(value, part);
  }

  #chain({ first, further }: Chain): Value {
    if (further[0]?.operator === '~') {
      const texts = [first, ...further.map(({ operand }) => operand)].map((each) => this.text(each));
      this.spendText(texts.reduce((sum, each) => sum + each.length, 0));
      return texts.join('');
    }
    return further.reduce((left, { operator, operand }) => {
      const right = this.number(operand);
      if (right.isZero() && (operator === '/' || operator === '%')) this.fault('zero', operand);
      return this.checked(calculated(left, operator, right), first);
    }, this.number(first));
  }
}

function calculated(left: Exact, operator: Chain['further'][number]['operator'], right: Exact): Exact {
  switch (operator) {
    case '+':
      return left.plus(right);
    case '-':
      return left.minus(right);
    case '*':
      return left.times(right);
    case '/':
      return left.div(right);
    case '%':
      return remainder(left, right);
    case '~':
      throw new Error('texts are joined elsewhere');
    default:
      return assertNever(operator);
  }
}

/** The maximum number of characters of a value that a message contains. */
const MAX_GIVEN = 60;

function shortened(text: string): string {
  return text.length <= MAX_GIVEN ? text : `${text.slice(0, MAX_GIVEN).toWellFormed()}…`;
}

function givenText(value: Value): string | undefined {
  const text = textOfValue(value);
  return text === null ? undefined : shortened(text);
}

/** The maximum number of fields that a message names. */
const MAX_FIELDS = 8;

function fieldNames(fields: Fields): readonly string[] {
  return [...fields.keys()].slice(0, MAX_FIELDS).map(shortened);
}

/** Returns the fields of a value for a message, or the text of a value without fields. */
function fieldsDetail(value: Value): ValueDetail | undefined {
  return isRecord(value) ? { valid: 'fields', options: fieldNames(value) } : { given: givenText(value) };
}

function pathOf(names: readonly PlacedName[]): string {
  return names.map(({ name }) => name).join('.');
}

/** Returns whether a fault is a missing variable, field, or item, which `default` and `given` accept. */
function isAbsence(fault: ExpressionFault): boolean {
  if (fault.code === 'variable/missing') return true;
  return fault.code === 'expression/value' && (fault.reason === 'field' || fault.reason === 'item');
}

interface Position {
  readonly item: Value;
  /** The position, from 1. */
  readonly index: number;
  readonly count: number;
}

/** The names that contain the position of an item. */
export const POSITION_NAMES = ['index', 'count', 'first', 'last'] as const;

/** The names that a function defines for each item. */
export const ITEM_NAMES: ReadonlySet<string> = new Set(['item', ...POSITION_NAMES]);

export const ITEM = 'item';

/** Returns the scope of an item: its value under the name `as`, its position, and the outer names. */
export function itemScope({ item, index, count }: Position, outer: Scope | null, as: string = ITEM): Scope {
  return {
    lookup: (name) => {
      if (name === as) return item;
      switch (name) {
        case 'index':
          return new Exact(index);
        case 'count':
          return new Exact(count);
        case 'first':
          return index === 1;
        case 'last':
          return index === count;
        default:
          return outer?.lookup(name);
      }
    },
  };
}
