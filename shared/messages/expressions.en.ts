import { named } from './quoting.ts';
import { messages } from './translation.ts';

export interface ExpressionSyntax {
  /** The expression, shortened if it is long. */
  readonly expression: string;
  readonly reason: 'end' | 'token' | 'quote' | 'number' | 'name' | 'operator' | 'depth' | 'length';
  /** The text at fault; empty at the end. */
  readonly part: string;
  /** The right operator; null for other reasons. */
  readonly meant: string | null;
}

export interface ExpressionValue {
  readonly expression: string;
  readonly reason:
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
  /** The text at fault. */
  readonly part: string;
  /** The first variable of the expression; null if it has none. */
  readonly variable: string | null;
}

/** The faults of expressions. */
export const expressionMessages = messages({
  'expression/syntax': (values: ExpressionSyntax) =>
    `The expression ${named(values.expression)} can’t be read: ${syntaxReason(values)}.`,
  'expression/function': ({ name, meant }: { name: string; meant: string | null }) =>
    `There is no function ${named(name)}${meant === null ? '.' : `. Did you mean ${named(meant)}?`}`,
  'expression/arguments': ({ name, count, signature }: { name: string; count: number; signature: string }) =>
    `${named(name)} doesn’t take ${count === 1 ? '1 argument' : `${count} arguments`}. Write ${named(signature)}.`,
  'expression/value': (values: ExpressionValue) =>
    `The expression ${named(values.expression)} has no value: ${valueReason(values)}.`,
  'expression/too-slow': ({ expression, most }: { expression: string; most: number; variable: string | null }) =>
    `The expression ${named(expression)} takes more than ${most} steps. Use shorter lists.`,
  /** A variable without a value in an expression. */
  'expression/missing': ({ expression, variable }: { expression: string; variable: string }) =>
    `The variable ${named(variable)} has no value, and the expression ${named(expression)} needs one. ` +
    `Give it a value, or write ${named(`default(${variable}, …)`)}.`,
});

function syntaxReason({ reason, part, meant }: ExpressionSyntax): string {
  switch (reason) {
    case 'end':
      return 'it ends too early';
    case 'token':
      return `${named(part)} isn’t expected here`;
    case 'quote':
      return `the quote before ${named(part.slice(1))} isn’t closed`;
    case 'number':
      return `${named(part)} isn’t a number; write up to 15 digits, and up to 15 after a point`;
    case 'name':
      return `${named(part)} isn’t the name of a variable`;
    case 'operator':
      return `write ${named(meant ?? '')} in place of ${named(part)}`;
    case 'depth':
      return 'it has more than 32 levels of parentheses';
    case 'length':
      return 'it has more than 4,000 characters';
  }
}

function valueReason({ reason, part }: ExpressionValue): string {
  switch (reason) {
    case 'number':
      return `${named(part)} isn’t a number`;
    case 'zero':
      return `${named(part)} is 0, and nothing can be divided by 0`;
    case 'large':
      return `the result of ${named(part)} is too large`;
    case 'list':
      return `${named(part)} is a list, or the text of a list that can’t be read; use \`join\` for its text`;
    case 'record':
      return `${named(part)} is a record; use one of its fields`;
    case 'field':
      return `there is no field ${named(part)}`;
    case 'item':
      return `there is no item at ${named(part)}`;
    case 'date':
      return `${named(part)} isn’t a date such as 2026-11-28 from the year 1 to 9999`;
    case 'empty':
      return `the list ${named(part)} is empty`;
    case 'argument':
      return `${named(part)} isn’t a valid argument`;
  }
}
