import { type ComparisonOperator, type Logic, type LogicReader, parseLogic } from '../../expressions/logic.ts';
import { assertNever } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import type { MessageValues } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import { formatExpression, type ParsedValue, type ValuePiece } from '../placeholders/placeholder.ts';

/** A parsed condition. Placeholders are replaced later, so values cannot change its structure. */
export type Condition = Logic<Operand>;

/** Adjacent texts and placeholders that form a single value. */
export type Operand = readonly ValuePiece[];

/** The reason why a condition is malformed. */
type ConditionFault = MessageValues['template/condition'];

/** The maximum nesting depth of parentheses. */
const MAX_DEPTH = 32;

/**
 * Parses a condition with the grammar of `parseLogic`. An operand of a condition is a value. Parentheses contain
 * another condition.
 */
export function parseCondition(value: ParsedValue): Result<Condition, ConditionFault> {
  const tokens = tokensOf(value);
  if (!tokens.ok) return err(tokens.error);
  const reader = new Reader(tokens.value);
  const condition = parseLogic(reader);
  return condition.ok && reader.next !== undefined ? err(fault('end', reader.next)) : condition;
}

class Reader implements LogicReader<Operand, ConditionFault> {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  takesWord(word: 'and' | 'or' | 'not'): boolean {
    return this.#takes(word);
  }

  takeOperator(): ComparisonOperator | null {
    const { next } = this;
    if (next?.kind !== 'operator') return null;
    this.#at += 1;
    return next.operator;
  }

  group(): Result<Condition, ConditionFault> | null {
    if (!this.#takes('(')) return null;
    if (this.#depth >= MAX_DEPTH) return err({ reason: 'too-deep', at: null });
    this.#depth += 1;
    const inside = parseLogic(this);
    this.#depth -= 1;
    if (!inside.ok || this.#takes(')')) return inside;
    return err(this.next === undefined ? fault('parenthesis', undefined) : fault('end', this.next));
  }

  operand(): Result<Operand, ConditionFault> {
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
  return { reason, at: at === undefined ? null : shortened(tokenText(at)) };
}

function tokenText(token: Token): string {
  switch (token.kind) {
    case 'operand':
      return token.pieces.map(pieceText).join('');
    case 'operator':
      return token.operator;
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

function pieceText(piece: ValuePiece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'placeholder':
      return `\${${piece.name}}`;
    case 'expression':
      return formatExpression(piece);
    default:
      return assertNever(piece);
  }
}

type Token =
  | { readonly kind: 'operand'; readonly pieces: Operand }
  | { readonly kind: 'operator'; readonly operator: ComparisonOperator }
  | { readonly kind: 'and' | 'or' | 'not' | '(' | ')' };

/** The operators and parentheses. Longer operators precede their prefixes because the first match applies. */
const MARKS = ['!=', '<=', '>=', '=', '<', '>', '(', ')'] as const;

/** Matches white space, a mark, a quote, or a word, which ends before any of these. Also matches a single `!`. */
const PIECE = /\s+|[!<>]=|[=<>()'"!]|[^\s'"()=!<>]+/g;

/** Splits a condition into words, quoted values, comparison operators, and parentheses. */
function tokensOf({ pieces }: ParsedValue): Result<readonly Token[], MessageValues['template/condition']> {
  const splitter = new Splitter();
  for (const piece of pieces) {
    if (piece.kind === 'text') splitter.text(piece.text);
    else splitter.join(piece, false);
  }
  return splitter.end();
}

class Splitter {
  readonly #tokens: Token[] = [];
  /** The pieces of the current value; null between values. */
  #operand: ValuePiece[] | null = null;
  /** Whether the current value is a single unquoted word, which can be a keyword. */
  #isWord = false;
  #quote: string | null = null;
  #stray: string | null = null;

  join(piece: ValuePiece, isWord: boolean): void {
    this.#isWord = isWord && this.#operand === null;
    this.#operand = [...(this.#operand ?? []), piece];
  }

  text(text: string): void {
    let at = this.#quote === null ? 0 : this.#quoted(text, 0);
    while (at < text.length) {
      PIECE.lastIndex = at;
      const piece = PIECE.exec(text)?.[0] ?? '';
      if (piece === "'" || piece === '"') {
        this.#quote = piece;
        at = this.#quoted(text, at + 1);
      } else {
        this.#piece(piece);
        at += Math.max(1, piece.length);
      }
    }
  }

  end(): Result<readonly Token[], MessageValues['template/condition']> {
    this.#endOperand();
    if (this.#quote !== null) return err({ reason: 'quote', at: null });
    return this.#stray === null ? ok(this.#tokens) : err({ reason: 'operand', at: this.#stray });
  }

  /** Reads up to the closing quote, which may come after a placeholder. Returns the offset after the quote. */
  #quoted(text: string, begin: number): number {
    const close = text.indexOf(this.#quote ?? '', begin);
    this.join({ kind: 'text', text: text.slice(begin, close === -1 ? text.length : close) }, false);
    if (close === -1) return text.length;
    this.#quote = null;
    return close + 1;
  }

  #piece(piece: string): void {
    const mark = MARKS.find((candidate) => candidate === piece);
    if (mark === undefined && piece.trim() !== '' && piece !== '!') {
      this.join({ kind: 'text', text: piece }, true);
      return;
    }
    this.#endOperand();
    if (piece === '!') this.#stray ??= piece;
    if (mark !== undefined)
      this.#tokens.push(mark === '(' || mark === ')' ? { kind: mark } : { kind: 'operator', operator: mark });
  }

  #endOperand(): void {
    if (this.#operand !== null)
      this.#tokens.push(this.#isWord ? wordToken(this.#operand) : { kind: 'operand', pieces: this.#operand });
    this.#operand = null;
  }
}

function wordToken(operand: Operand): Token {
  const [piece] = operand;
  const word = piece?.kind === 'text' ? piece.text : '';
  switch (word) {
    case 'and':
    case 'or':
    case 'not':
      return { kind: word };
    case 'in':
      return { kind: 'operator', operator: word };
    default:
      return { kind: 'operand', pieces: operand };
  }
}
