import { err, ok, type Result } from '#shared/lib/result.ts';

/**
 * Evaluates an expression in a number field, such as `1920/2 - 40`, `(3+4)×2`, or `-1,5`. Supports + − * / and
 * parentheses, typographic signs (− × ÷), and decimal commas.
 */
export function calculate(text: string): Result<number, 'syntax' | 'not-finite'> {
  const tokens = tokenise(text);
  if (tokens === null || tokens.length === 0) return err('syntax');
  const rest = [...tokens].reverse();
  const value = sum(rest);
  if (value === null || rest.length > 0) return err('syntax');
  // Adding 0 turns −0 into 0.
  return Number.isFinite(value) ? ok(value + 0) : err('not-finite');
}

type Token = number | '+' | '-' | '*' | '/' | '(' | ')';

const signs: Readonly<Record<string, Exclude<Token, number>>> = {
  '+': '+',
  '-': '-',
  '−': '-',
  '–': '-',
  '*': '*',
  '×': '*',
  '·': '*',
  '/': '/',
  '÷': '/',
  ':': '/',
  '(': '(',
  ')': ')',
};

const depthLimit = 500;

function tokenise(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  const pattern = /\s*(?:(\d+(?:[.,]\d*)?|[.,]\d+)|(\S))/gy;
  for (const [, figures, sign] of text.trimEnd().matchAll(pattern)) {
    const token = figures === undefined ? signs[sign ?? ''] : Number(figures.replace(',', '.'));
    if (token === undefined) return null;
    tokens.push(token);
  }
  return tokens.length > depthLimit ? null : tokens;
}

// A recursive descent parser. Its functions take tokens from the end of `rest`, which is in reverse order.

function sum(rest: Token[]): number | null {
  let value = product(rest);
  while (value !== null && (rest.at(-1) === '+' || rest.at(-1) === '-')) {
    const sign = rest.pop();
    const next = product(rest);
    if (next === null) return null;
    value = sign === '+' ? value + next : value - next;
  }
  return value;
}

function product(rest: Token[]): number | null {
  let value = factor(rest);
  while (value !== null && (rest.at(-1) === '*' || rest.at(-1) === '/')) {
    const sign = rest.pop();
    const next = factor(rest);
    if (next === null) return null;
    value = sign === '*' ? value * next : value / next;
  }
  return value;
}

function factor(rest: Token[]): number | null {
  const token = rest.pop();
  if (typeof token === 'number') return token;
  if (token === '-' || token === '+') {
    const value = factor(rest);
    return value === null ? null : token === '-' ? -value : value;
  }
  if (token !== '(') return null;
  const value = sum(rest);
  return rest.pop() === ')' ? value : null;
}
