import type { Exact } from './decimal.ts';
import type { Logic } from './logic.ts';
import type { Value } from './values.ts';

/** The range of a part of an expression in UTF-16 units; `end` is exclusive. */
export interface Place {
  readonly at: number;
  readonly end: number;
}

/** A parsed expression. Each part contains its place in the text, which problems report. */
export type Expression = Place &
  (
    | { readonly kind: 'value'; readonly value: string | boolean | Exact }
    /** Names separated by points: `a.b`. If `a` is not in scope, the whole path is the name of a single variable. */
    | { readonly kind: 'path'; readonly names: readonly [PlacedName, ...PlacedName[]] }
    | { readonly kind: 'list'; readonly of: readonly Expression[] }
    /** An expression in parentheses. */
    | { readonly kind: 'group'; readonly of: Expression }
    | Call
    /** Fields separated by points: `.b.c` of `a[0].b.c`. They are treated as a single name. */
    | { readonly kind: 'field'; readonly of: Expression; readonly names: readonly [PlacedName, ...PlacedName[]] }
    | { readonly kind: 'item'; readonly of: Expression; readonly index: Expression }
    | { readonly kind: 'signed'; readonly isNegative: boolean; readonly of: Expression }
    | Chain
    | { readonly kind: 'logic'; readonly logic: Logic<Expression> }
    | { readonly kind: 'choice'; readonly cases: readonly Case[]; readonly otherwise: Expression }
  );

export interface PlacedName extends Place {
  readonly name: string;
}

export interface Call extends Place {
  readonly kind: 'call';
  /** The name of the function and its position. */
  readonly name: PlacedName;
  readonly spec: FunctionSpec;
  readonly arguments: readonly Expression[];
}

/** Operands with operators of the same rank, which are evaluated from left to right. */
export interface Chain extends Place {
  readonly kind: 'chain';
  readonly first: Expression;
  readonly further: readonly { readonly operator: Operator; readonly operand: Expression }[];
}

export type Operator = '~' | '+' | '-' | '*' | '/' | '%';

interface Case {
  readonly condition: Expression;
  readonly value: Expression;
}

/** The reasons of a syntax fault. With `operator`, the message contains the correct operator. */
export type SyntaxReason = 'end' | 'token' | 'quote' | 'number' | 'name' | 'operator' | 'depth' | 'length';

/** The reasons of a fault of a value. */
export type ValueReason =
  | 'number'
  | 'zero'
  | 'large'
  | 'list'
  | 'record'
  | 'field'
  | 'item'
  | 'date'
  | 'empty'
  | 'argument';

/** The kinds of valid arguments that messages describe. */
export type ValidKind =
  | 'whole'
  | 'options'
  | 'fields'
  | 'currency'
  | 'language'
  | 'text'
  | 'character'
  | 'style'
  | 'duration'
  | 'color'
  | 'share'
  | 'positive'
  | 'low'
  | 'step'
  | 'count'
  | 'category'
  | 'other'
  | 'years'
  | 'items'
  | 'json';

/** Details for the message of a fault: the faulty value and the valid values. */
export interface ValueDetail {
  /** The text of the value; absent if the value has no text. */
  readonly given?: string | undefined;
  /** The position in its list of the faulty item, counted from 1. */
  readonly item?: number | undefined;
  readonly valid?: ValidKind | undefined;
  /** The smallest and the largest valid number. For a fault of an item, the number of items in the list. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  /** The valid texts or the names of the fields. */
  readonly options?: readonly string[] | undefined;
  /** The position of the first invalid character in a JSON text, counted from 1. */
  readonly character?: number | undefined;
}

/** The fault of an expression, with its place in the text. */
export type ExpressionFault = Place &
  (
    | { readonly code: 'expression/syntax'; readonly reason: SyntaxReason; readonly meant: string | null }
    | { readonly code: 'expression/function'; readonly name: string }
    | { readonly code: 'expression/arguments'; readonly name: string; readonly count: number }
    | { readonly code: 'expression/value'; readonly reason: ValueReason; readonly detail?: ValueDetail }
    | { readonly code: 'expression/too-slow'; readonly of: 'expression' | 'template' }
    | { readonly code: 'variable/missing'; readonly name: string }
  );

/** The kind of a parameter. An `each` argument is evaluated for each item of the preceding list. */
type ParameterKind = 'number' | 'text' | 'list' | 'value' | 'condition' | 'each' | 'date' | 'color';

export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly optional?: true;
  /** The possible texts of the argument, which completion offers. */
  readonly options?: readonly string[];
}

/** A function of expressions. Checks, completion, and documentation are derived from it. */
export interface FunctionSpec {
  /** The parameters, with optional ones last. */
  readonly parameters: readonly Parameter[];
  /** A group of parameters that can be repeated after the others. */
  readonly repeated?: readonly Parameter[];
  /** A required parameter after the repeated group. */
  readonly last?: Parameter;
  /** Whether optional parameters must be given either all or not at all. */
  readonly together?: true;
  /** The description: one English sentence. */
  readonly description: string;
  /** An example expression with its result. */
  readonly example: readonly [expression: string, result: string];
  readonly evaluate: (evaluation: Evaluation, ...parts: readonly (Expression | undefined)[]) => Value;
}

/**
 * The evaluation of one expression, for functions. Its methods evaluate an argument and convert the value. A fault ends
 * the evaluation, so functions need not check for faults. Passing an absent argument is a program error.
 */
export interface Evaluation {
  /** The language tag for formatting texts. */
  readonly language: string;
  value(part: Expression | undefined): Value;
  text(part: Expression | undefined): string;
  number(part: Expression | undefined): Exact;
  /** Returns a whole number within inclusive bounds. Any other value causes the fault `argument`. */
  whole(part: Expression | undefined, least: number, most: number): number;
  truth(part: Expression | undefined): boolean;
  /** Returns the items of a list. Reads a text in the same way as the value of a list variable. */
  list(part: Expression | undefined): readonly Value[];
  /** Returns the value of an argument; undefined if a variable, a field, or an item in it is missing. */
  optional(part: Expression | undefined): Value | undefined;
  /** Evaluates an argument once for each item. The names of the item are in scope. */
  map(items: readonly Value[], part: Expression | undefined): readonly Value[];
  /** Evaluates an argument in another language. */
  inLanguage(language: string, part: Expression | undefined): Value;
  /**
   * Converts the value of an argument to text. A fault contains the place of the argument and the position of the item.
   */
  textOf(value: Value, part: Expression | undefined, item?: number): string;
  numberOf(value: Value, part: Expression | undefined, item?: number): Exact;
  /** Returns a result unchanged, unless it is too large, which is a fault. */
  checked(number: Exact, part: Expression | undefined): Exact;
  /** Spends steps of the budget, for example one for each item that a function visits. */
  spend(steps: number): void;
  /** Spends one step per 100 characters. */
  spendText(length: number): void;
  /** Ends the evaluation with a fault of an argument. The message contains `detail`. */
  fault(reason: ValueReason, part: Expression | undefined, detail?: ValueDetail): never;
}
