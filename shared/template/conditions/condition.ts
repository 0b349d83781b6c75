import { assertNever } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { FilmStatements } from '../../statements/films/film-statements.ts';
import { shortened } from '../../statements/wording.ts';
import type { ParsedValue } from '../placeholders/placeholder.ts';
import { type Operand, type Sign, type Token, tokensOf } from './condition-tokens.ts';

/** A condition as it is written, before its placeholders have values: no value can change what it compares. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'alone'; readonly operand: Operand }
  | { readonly kind: 'compared'; readonly sign: Sign; readonly left: Operand; readonly right: Operand };

/** Why a condition cannot be read. */
type ConditionFault = FilmStatements['template/condition'];

/** Parentheses and `not`s in one another. */
const DEEPEST = 32;

/** Reads `condition = and { "or" and }`, `and = not { "and" not }`, `not = [ "not" ] test`. */
export function parseCondition(value: ParsedValue): Result<Condition, ConditionFault> {
  const tokens = tokensOf(value);
  if (!tokens.ok) return err(tokens.error);
  const reader = new Reader(tokens.value);
  const condition = reader.chain('or', 0);
  return condition.ok && reader.next !== undefined ? err(fault('end', reader.next)) : condition;
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  chain(word: 'and' | 'or', depth: number): Result<Condition, ConditionFault> {
    const of: Condition[] = [];
    do {
      const condition = word === 'or' ? this.chain('and', depth) : this.#negatable(depth);
      if (!condition.ok) return condition;
      of.push(condition.value);
    } while (this.#takes(word));
    const [only] = of;
    return ok(only !== undefined && of.length === 1 ? only : { kind: word, of });
  }

  #negatable(depth: number): Result<Condition, ConditionFault> {
    if (!this.#takes('not')) return this.#test(depth);
    const of = this.#test(depth);
    return of.ok ? ok({ kind: 'not', of: of.value }) : of;
  }

  #test(depth: number): Result<Condition, ConditionFault> {
    if (this.#takes('(')) {
      if (depth >= DEEPEST) return err({ reason: 'too-deep', at: null });
      const inside = this.chain('or', depth + 1);
      if (!inside.ok || this.#takes(')')) return inside;
      return err(this.next === undefined ? fault('parenthesis', undefined) : fault('end', this.next));
    }
    const left = this.#operand();
    if (!left.ok) return left;
    const { next } = this;
    if (next?.kind !== 'sign') return ok({ kind: 'alone', operand: left.value });
    this.#at += 1;
    const right = this.#operand();
    return right.ok ? ok({ kind: 'compared', sign: next.sign, left: left.value, right: right.value }) : right;
  }

  #operand(): Result<Operand, ConditionFault> {
    const { next } = this;
    if (next?.kind !== 'operand') return err(fault('operand', next));
    this.#at += 1;
    return ok(next.pieces);
  }

  #takes(kind: Token['kind']): boolean {
    if (this.next?.kind !== kind) return false;
    this.#at += 1;
    return true;
  }
}

function fault(reason: ConditionFault['reason'], at: Token | undefined): ConditionFault {
  return { reason, at: at === undefined ? null : shortened(written(at)) };
}

function written(token: Token): string {
  switch (token.kind) {
    case 'operand':
      return token.pieces.map((piece) => (piece.kind === 'text' ? piece.text : `\${${piece.name}}`)).join('');
    case 'sign':
      return token.sign;
    case 'and':
    case 'or':
    case 'not':
    case '(':
    case ')':
      return token.kind;
    default:
      return assertNever(token);
  }
}
