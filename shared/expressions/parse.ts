import { assertNever } from '../lib/assert.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { Exact } from './decimal.ts';
import type { Expression, ExpressionFault, Operator, PlacedName, SyntaxReason } from './expression.ts';
import { functionNamed, takesCount } from './functions.ts';
import { type ComparisonOperator, type Logic, type LogicReader, parseLogic } from './logic.ts';
import { type Token, tokensOf } from './tokens.ts';

/** The maximum length of an expression in UTF-16 units. */
export const MAX_LENGTH = 4_000;
/** The maximum nesting depth of parentheses, brackets, calls, and branches. */
export const MAX_DEPTH = 32;

type Parsed = Result<Expression, ExpressionFault>;

/**
 * Parses an expression. A syntax fault takes precedence over calls with an unknown name or a wrong number of arguments.
 * The first faulty call is reported.
 */
export function parseExpression(source: string): Parsed {
  if (source.length > MAX_LENGTH)
    return err({ code: 'expression/syntax', reason: 'length', meant: null, at: MAX_LENGTH, end: source.length });
  const parser = new Parser(source);
  const parsed = parser.whole();
  return parsed.ok && parser.wrongCall !== null ? err(parser.wrongCall) : parsed;
}

const SIGNS: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=', 'in']);

/** The operators of chains by rank, weakest first. */
const RANKS: readonly (readonly Operator[])[] = [['~'], ['+', '-'], ['*', '/', '%']];

class Parser implements LogicReader<Expression, ExpressionFault> {
  /** The first call with an unknown name or a wrong number of arguments. */
  wrongCall: ExpressionFault | null = null;
  readonly #length: number;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = -1;

  constructor(source: string) {
    this.#length = source.length;
    this.#tokens = tokensOf(source);
  }

  whole(): Parsed {
    const expression = this.#nested();
    return expression.ok && this.#token !== undefined ? this.#unexpected() : expression;
  }

  get #token(): Token | undefined {
    return this.#tokens[this.#next];
  }

  /** Parses a nested expression. Consecutive `?:` operators do not increase the depth. */
  #nested(): Parsed {
    const start = this.#token;
    if (this.#depth >= MAX_DEPTH) return this.#syntax('depth', start);
    this.#depth += 1;
    const expression = this.#branches();
    this.#depth -= 1;
    return expression;
  }

  #branches(): Parsed {
    const cases: { readonly condition: Expression; readonly value: Expression }[] = [];
    for (;;) {
      const part = this.#logic();
      if (!part.ok) return part;
      if (!this.#takes('?')) {
        const [first] = cases;
        if (first === undefined) return part;
        const { at } = first.condition;
        return ok({ kind: 'choice', cases, otherwise: part.value, at, end: part.value.end });
      }
      const value = this.#nested();
      if (!value.ok) return value;
      if (!this.#takes(':')) return this.#unexpected();
      cases.push({ condition: part.value, value: value.value });
    }
  }

  #logic(): Parsed {
    const start = this.#token?.start ?? this.#length;
    const logic = parseLogic(this);
    if (!logic.ok) return logic;
    if (logic.value.kind === 'alone') return ok(logic.value.operand);
    return ok({ kind: 'logic', logic: logic.value, at: start, end: this.#end });
  }

  takesWord(word: 'and' | 'or' | 'not'): boolean {
    return this.#takes(word, 'word');
  }

  takeOperator(): ComparisonOperator | null {
    const token = this.#token;
    if (token === undefined || (token.kind !== 'mark' && token.kind !== 'word') || !SIGNS.has(token.text)) return null;
    this.#next += 1;
    return token.text as ComparisonOperator;
  }

  group(): Result<Logic<Expression>, ExpressionFault> | null {
    return null;
  }

  operand(): Parsed {
    return this.#chain(0);
  }

  #chain(rank: number): Parsed {
    const operators = RANKS[rank];
    if (operators === undefined) return this.#unary();
    const first = this.#chain(rank + 1);
    if (!first.ok) return first;
    const further: { readonly operator: Operator; readonly operand: Expression }[] = [];
    for (;;) {
      const operator = operators.find((each) => this.#takes(each));
      if (operator === undefined) break;
      const operand = this.#chain(rank + 1);
      if (!operand.ok) return operand;
      further.push({ operator, operand: operand.value });
    }
    if (further.length === 0) return first;
    return ok({ kind: 'chain', first: first.value, further, at: first.value.at, end: this.#end });
  }

  #unary(): Parsed {
    const start = this.#token;
    const isNegative = this.#takes('-');
    if (!isNegative && !this.#takes('+')) return this.#step();
    const of = this.#step();
    return of.ok ? ok({ kind: 'signed', isNegative, of: of.value, at: start?.start ?? 0, end: of.value.end }) : of;
  }

  #step(): Parsed {
    let step = this.#primary();
    while (step.ok) {
      if (this.#takes('.')) step = this.#field(step.value);
      else if (this.#takes('[')) step = this.#item(step.value);
      else return step;
    }
    return step;
  }

  /** Reads the names after a point. Consecutive names form a single path or field. */
  #field(of: Expression): Parsed {
    const name = this.#name();
    if (!name.ok) return name;
    const { end } = name.value;
    if (of.kind === 'path' || of.kind === 'field') return ok({ ...of, names: [...of.names, name.value], end });
    return ok({ kind: 'field', of, names: [name.value], at: of.at, end });
  }

  #item(of: Expression): Parsed {
    const index = this.#nested();
    if (!index.ok) return index;
    if (!this.#takes(']')) return this.#unexpected();
    return ok({ kind: 'item', of, index: index.value, at: of.at, end: this.#end });
  }

  #name(): Result<PlacedName, ExpressionFault> {
    const token = this.#token;
    if (token?.kind !== 'name') return this.#unexpected();
    this.#next += 1;
    return ok({ name: token.text, at: token.start, end: token.end });
  }

  #primary(): Parsed {
    const token = this.#token;
    if (token === undefined || token.kind === 'fault') return this.#unexpected();
    const { text, start: at, end } = token;
    if (token.kind === 'mark') return text === '(' || text === '[' ? this.#bracketed(text, at) : this.#unexpected();
    if (token.kind === 'word' && text !== 'true' && text !== 'false') return this.#unexpected();
    this.#next += 1;
    switch (token.kind) {
      case 'number':
        return ok({ kind: 'value', value: new Exact(text), at, end });
      case 'text':
        return ok({ kind: 'value', value: text, at, end });
      case 'word':
        return ok({ kind: 'value', value: text === 'true', at, end });
      case 'name': {
        const name: PlacedName = { name: text, at, end };
        if (token.quoted !== true && this.#takes('(')) return this.#call(name);
        return ok({ kind: 'path', names: [name], at, end });
      }
      default:
        return assertNever(token.kind);
    }
  }

  #bracketed(opening: '(' | '[', at: number): Parsed {
    this.#next += 1;
    if (opening === '[') {
      const of = this.#series(']');
      return of.ok ? ok({ kind: 'list', of: of.value, at, end: this.#end }) : of;
    }
    const inside = this.#nested();
    if (!inside.ok) return inside;
    // A group has the place of its parentheses.
    return this.#takes(')') ? ok({ kind: 'group', of: inside.value, at, end: this.#end }) : this.#unexpected();
  }

  #call(name: PlacedName): Parsed {
    const parts = this.#series(')');
    if (!parts.ok) return parts;
    const { at, end } = name;
    const spec = functionNamed(name.name);
    const count = parts.value.length;
    if (spec === undefined) this.#wrong({ code: 'expression/function', name: name.name, at, end });
    else if (!takesCount(spec, count)) this.#wrong({ code: 'expression/arguments', name: name.name, count, at, end });
    if (spec === undefined) return ok({ kind: 'list', of: parts.value, at, end: this.#end });
    return ok({ kind: 'call', name, spec, arguments: parts.value, at, end: this.#end });
  }

  #wrong(fault: ExpressionFault): void {
    if (this.wrongCall === null || fault.at < this.wrongCall.at) this.wrongCall = fault;
  }

  #series(closing: ')' | ']'): Result<readonly Expression[], ExpressionFault> {
    const of: Expression[] = [];
    if (this.#takes(closing)) return ok(of);
    do {
      const each = this.#nested();
      if (!each.ok) return each;
      of.push(each.value);
    } while (this.#takes(','));
    return this.#takes(closing) ? ok(of) : this.#unexpected();
  }

  #takes(text: string, kind: Token['kind'] = 'mark'): boolean {
    const token = this.#token;
    if (token?.kind !== kind || token.text !== text) return false;
    this.#next += 1;
    return true;
  }

  /** The end of the last token that was read. */
  get #end(): number {
    return this.#tokens[this.#next - 1]?.end ?? 0;
  }

  #unexpected(): Result<never, ExpressionFault> {
    const token = this.#token;
    return this.#syntax(token?.reason ?? (token === undefined ? 'end' : 'token'), token);
  }

  #syntax(reason: SyntaxReason, token: Token | undefined): Result<never, ExpressionFault> {
    const { start: at, end } = token ?? { start: this.#length, end: this.#length };
    return err({ code: 'expression/syntax', reason, meant: token?.meant ?? null, at, end });
  }
}
