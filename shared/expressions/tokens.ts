import { isVariableName } from '../lib/variable-name.ts';
import type { SyntaxReason } from './expression.ts';

/** A token of an expression with its range in UTF-16 units. `text` excludes quotes. */
export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'word' | 'mark' | 'fault';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether a name is in backquotes. */
  readonly quoted?: boolean;
  /** The reason of a fault. */
  readonly reason?: SyntaxReason;
  /** The intended operator if the fault is a similar, unknown operator; null if there is none. */
  readonly meant?: string | null;
}

/** Words that are operators or constants. In backquotes, they are names of variables. */
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'true', 'false']);

/** The punctuation marks. A longer mark precedes its prefixes. */
const MARKS = '!=|<=|>=|[=<>~+\\-*/%?:.,()[\\]]';
const SPACE = /\s*/y;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)/y;
const VALID_NUMBER = /^(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})$/;
const NAME = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
/** Characters that must not follow a number: `2x` and `1.` are faults instead of two tokens. */
const AFTER_NUMBER = /[\p{L}\p{M}\p{N}_.]+/uy;
const MARK = new RegExp(MARKS, 'y');
const WRONG_OPERATOR = /===?|&&|\|\||!(?!=)/y;
const RIGHT_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['==', '='],
  ['===', '='],
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
]);

/** Splits an expression into tokens in linear time. Ends with a fault at a character that belongs to no token. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = skipSpace(source, 0); at < source.length; ) {
    const token = tokenAt(source, at);
    tokens.push(token);
    if (token.kind === 'fault') break;
    at = skipSpace(source, token.end);
  }
  return tokens;
}

function skipSpace(source: string, at: number): number {
  return at + (matchAt(SPACE, source, at)?.length ?? 0);
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

function tokenAt(source: string, start: number): Token {
  const first = source.charAt(start);
  if (first === "'" || first === '"' || first === '`') return quotedAt(source, start, first);
  const number = matchAt(NUMBER, source, start);
  if (number !== undefined) return numberAt(source, start, number);
  const name = matchAt(NAME, source, start);
  if (name !== undefined)
    return { kind: WORDS.has(name) ? 'word' : 'name', text: name, start, end: start + name.length };
  const wrong = matchAt(WRONG_OPERATOR, source, start);
  if (wrong !== undefined) {
    const meant = RIGHT_OPERATORS.get(wrong) ?? null;
    return { kind: 'fault', reason: 'operator', meant, text: wrong, start, end: start + wrong.length };
  }
  const mark = matchAt(MARK, source, start);
  if (mark !== undefined) return { kind: 'mark', text: mark, start, end: start + mark.length };
  const character = String.fromCodePoint(source.codePointAt(start) ?? 0);
  return { kind: 'fault', reason: 'token', text: character, start, end: start + character.length };
}

function numberAt(source: string, start: number, number: string): Token {
  const end = start + number.length;
  const tail = matchAt(AFTER_NUMBER, source, end) ?? '';
  if (tail === '' && VALID_NUMBER.test(number)) return { kind: 'number', text: number, start, end };
  return { kind: 'fault', reason: 'number', text: number + tail, start, end: end + tail.length };
}

function quotedAt(source: string, start: number, quote: string): Token {
  const pieces: string[] = [];
  let end = start;
  do {
    const closing = source.indexOf(quote, end + 1);
    if (closing === -1) return { kind: 'fault', reason: 'quote', text: source.slice(start), start, end: source.length };
    pieces.push(source.slice(end + 1, closing));
    end = closing + 1;
  } while (quote !== '`' && source.charAt(end) === quote);
  if (quote !== '`') return { kind: 'text', text: pieces.join(quote), start, end };
  const text = pieces.join('');
  if (isVariableName(text)) return { kind: 'name', quoted: true, text, start, end };
  return { kind: 'fault', reason: 'name', text: source.slice(start, end), start, end };
}

const PLAIN_PATH = /^[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{M}\p{N}_]*)*$/u;

/**
 * Returns the notation of a variable in an expression. Adds backquotes if the name is a reserved word or has special
 * characters.
 */
export function nameInExpression(name: string): string {
  const isPlain = PLAIN_PATH.test(name) && !name.split('.').some((each) => WORDS.has(each));
  return isPlain ? name : `\`${name}\``;
}
