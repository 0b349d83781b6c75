import type { Exact } from './decimal.ts';
import type { Logic } from './logic.ts';
import type { Value } from './values.ts';

/** The range of a part of an expression in UTF-16 units; `end` is exclusive. */
export interface Place {
  readonly at: number;
  readonly end: number;
}

/** A parsed expression. Its parts have their places in the text, for problems. */
export type Expression = Place &
  (
    | { readonly kind: 'value'; readonly value: string | boolean | Exact }
    /** Names separated by periods: `a.b`. If `a` is not in scope, the whole path is the name of one variable. */
    | { readonly kind: 'path'; readonly names: readonly [PlacedName, ...PlacedName[]] }
    | { readonly kind: 'list'; readonly of: readonly Expression[] }
    /** An expression in parentheses. */
    | { readonly kind: 'group'; readonly of: Expression }
    | Call
    /** Fields separated by periods, which are one name: `.b.c` of `a[0].b.c`. */
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

/** Operands of equal rank, which are evaluated from left to right. */
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

/** The reasons of a syntax fault. `operator` names the right operator. */
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

/** The kinds of valid arguments that a message describes. */
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

/** The value at fault and the valid values, for the message of a fault. */
export interface ValueDetail {
  /** The text of the value. Absent if it has none. */
  readonly given?: string | undefined;
  /** The position of the item at fault in its list, counted from 1. */
  readonly item?: number | undefined;
  readonly valid?: ValidKind | undefined;
  /** The smallest and the largest valid number, or the number of items of a list. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  /** The valid texts or the names of the fields. */
  readonly options?: readonly string[] | undefined;
  /** The character of a JSON text at which it is wrong, counted from 1. */
  readonly character?: number | undefined;
}

/** The fault of an expression, at its place in the text. */
export type ExpressionFault = Place &
  (
    | { readonly code: 'expression/syntax'; readonly reason: SyntaxReason; readonly meant: string | null }
    | { readonly code: 'expression/function'; readonly name: string }
    | { readonly code: 'expression/arguments'; readonly name: string; readonly count: number }
    | { readonly code: 'expression/value'; readonly reason: ValueReason; readonly detail?: ValueDetail }
    | { readonly code: 'expression/too-slow' }
    | { readonly code: 'variable/missing'; readonly name: string }
  );

/** The kind of a parameter. `each` is evaluated for each item of the list before it. */
type ParameterKind = 'number' | 'text' | 'list' | 'value' | 'condition' | 'each' | 'date' | 'color';

export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly optional?: true;
  /** The texts that the argument can be. Completion offers them. */
  readonly options?: readonly string[];
}

/** A function of expressions: the source of its checks, its completion, and its documentation. */
export interface FunctionSpec {
  /** The parameters. Optional ones are last. */
  readonly parameters: readonly Parameter[];
  /** Parameters that can be repeated as a group after the others. */
  readonly repeated?: readonly Parameter[];
  /** A required parameter after the repeated ones. */
  readonly last?: Parameter;
  /** Whether either all optional parameters are present or none. */
  readonly together?: true;
  /** One sentence in English. */
  readonly description: string;
  /** An example and its result. */
  readonly example: readonly [expression: string, result: string];
  readonly evaluate: (evaluation: Evaluation, ...parts: readonly (Expression | undefined)[]) => Value;
}

/**
 * The evaluation of one expression, for functions. Its methods evaluate an argument and convert the value. A fault ends
 * the evaluation, so that the functions need no checks. An absent argument is a program error.
 */
export interface Evaluation {
  /** The tag of the language in which texts are formatted. */
  readonly language: string;
  value(part: Expression | undefined): Value;
  text(part: Expression | undefined): string;
  number(part: Expression | undefined): Exact;
  /** Returns a whole number within inclusive bounds. Another number is the fault `argument`. */
  whole(part: Expression | undefined, least: number, most: number): number;
  truth(part: Expression | undefined): boolean;
  /** Returns the items of a list. A text is read as the values of lists are. */
  list(part: Expression | undefined): readonly Value[];
  /** Returns the value of an argument; undefined if a variable, a field, or an item in it is missing. */
  optional(part: Expression | undefined): Value | undefined;
  /** Evaluates an argument for each item, with the names of the item in scope. */
  map(items: readonly Value[], part: Expression | undefined): readonly Value[];
  /** Evaluates an argument in another language. */
  inLanguage(language: string, part: Expression | undefined): Value;
  /** Converts a value that an argument gave. A fault has the place of the argument and the position of the item. */
  textOf(value: Value, part: Expression | undefined, item?: number): string;
  numberOf(value: Value, part: Expression | undefined, item?: number): Exact;
  /** Returns a result unchanged. Ends the evaluation with a fault if the result is too large. */
  checked(number: Exact, part: Expression | undefined): Exact;
  /** Spends steps, for example for the items that a function visits. */
  spend(steps: number): void;
  /** Spends one step for every 100 characters. */
  spendText(length: number): void;
  /** Ends the evaluation with a fault of an argument. `detail` is for its message. */
  fault(reason: ValueReason, part: Expression | undefined, detail?: ValueDetail): never;
}
