import { err, ok, type Result } from '../../lib/result.ts';
import type { FilmStatements } from '../../statements/films/film-statements.ts';
import type { ParsedValue, ValuePiece } from '../placeholders/placeholder.ts';

export type Sign = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in';

/** Texts and placeholders with nothing between: they are joined. */
export type Operand = readonly ValuePiece[];

export type Token =
  | { readonly kind: 'operand'; readonly pieces: Operand }
  | { readonly kind: 'sign'; readonly sign: Sign }
  | { readonly kind: 'and' | 'or' | 'not' | '(' | ')' };

/** The longer ones first. */
const MARKS = ['!=', '<=', '>=', '=', '<', '>', '(', ')'] as const;
/** White space, a mark, a quote, or a word up to one of them; `!` alone is a word of its own. */
const PIECE = /\s+|[!<>]=|[=<>()'"!]|[^\s'"()=!<>]+/g;

/** Splits a written condition into words, values, signs and parentheses. */
export function tokensOf({ pieces }: ParsedValue): Result<readonly Token[], FilmStatements['template/condition']> {
  const splitter = new Splitter();
  for (const piece of pieces) {
    if (piece.kind === 'placeholder') splitter.join(piece, false);
    else splitter.text(piece.text);
  }
  return splitter.end();
}

class Splitter {
  readonly #tokens: Token[] = [];
  /** What is joined to the value that is being read; null outside of one. */
  #operand: ValuePiece[] | null = null;
  /** Whether the value is one word without quotes, which may be one of the language's. */
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

  end(): Result<readonly Token[], FilmStatements['template/condition']> {
    this.#endOperand();
    if (this.#quote !== null) return err({ reason: 'quote', at: null });
    return this.#stray === null ? ok(this.#tokens) : err({ reason: 'operand', at: this.#stray });
  }

  /** Reads up to the closing quote, which may come behind a placeholder; the place behind it. */
  #quoted(text: string, begin: number): number {
    const close = text.indexOf(this.#quote ?? '', begin);
    this.join({ kind: 'text', text: text.slice(begin, close === -1 ? text.length : close) }, false);
    if (close === -1) return text.length;
    this.#quote = null;
    return close + 1;
  }

  #piece(piece: string): void {
    const mark = MARKS.find((each) => each === piece);
    if (mark === undefined && piece.trim() !== '' && piece !== '!') {
      this.join({ kind: 'text', text: piece }, true);
      return;
    }
    this.#endOperand();
    if (piece === '!') this.#stray ??= piece;
    if (mark !== undefined)
      this.#tokens.push(mark === '(' || mark === ')' ? { kind: mark } : { kind: 'sign', sign: mark });
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
      return { kind: 'sign', sign: word };
    default:
      return { kind: 'operand', pieces: operand };
  }
}
