import type { Prose } from './prose-rules.ts';

/** Matches comments for tools, which are not prose. */
const FOR_TOOLS = /^(?:biome-ignore|@ts-|#|!)/;
const TEST_NAME =
  /(?:\b(?:test|it|describe)(?:\.(?:concurrent|describe|each|fails|fixme|for|only|runIf|skip|skipIf)\b(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)*|\](?: as const)?\))\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g;

/** Returns the comment blocks of a source text. For a file with tests, also returns the test names. */
export function proseOf(file: string, source: string): readonly Prose[] {
  const comments = commentsOf(source).filter(({ text }) => !FOR_TOOLS.test(text) && /[a-z]{3}/.test(text));
  if (!/\.(?:test|spec)\.tsx?$/.test(file)) return comments;
  const names = [...source.matchAll(TEST_NAME)].map(
    (match): Prose => ({
      kind: 'test',
      line: lineAt(source, match.index),
      text: match[2] ?? '',
    }),
  );
  return [...comments, ...names];
}

/** Reads a source text token by token, so that strings and regular expressions that look like comments are skipped. */
function commentsOf(source: string): readonly Prose[] {
  const comments: { kind: 'comment'; line: number; end: number; text: string }[] = [];
  /** Whether code follows the last line comment. A comment after code starts a new block. */
  let sinceCode = true;
  let at = 0;
  while (at < source.length) {
    const char = source.charAt(at);
    if (source.startsWith('/*', at)) {
      const end = endOf(source, '*/', at + 2);
      const text = source.slice(at + 2, end - 2).replace(/^\s*\*? ?/gm, '');
      comments.push({ kind: 'comment', line: lineAt(source, at), end: 0, text: text.replace(/\s+/g, ' ').trim() });
      sinceCode = false;
      at = end;
    } else if (source.startsWith('//', at) && !/[:\w'"`]/.test(source.charAt(at - 1))) {
      const end = source.indexOf('\n', at) < 0 ? source.length : source.indexOf('\n', at);
      const [line, text] = [lineAt(source, at), source.slice(at + 2, end).trim()];
      const last = comments.at(-1);
      if (last !== undefined && last.end === line - 1 && !sinceCode) {
        last.text += ` ${text}`;
        last.end = line;
      } else comments.push({ kind: 'comment', line, end: line, text });
      sinceCode = false;
      at = end;
    } else {
      const end = endOfToken(source, at);
      if (!/\s/.test(char)) sinceCode = true;
      at = end;
    }
  }
  return comments.filter(({ text }) => text !== '');
}

function endOfToken(source: string, at: number): number {
  const char = source.charAt(at);
  if (char === "'" || char === '"') return endOfQuote(source, at, char);
  if (char === '`') return endOfTemplate(source, at);
  if (char === '/' && startsRegExp(source, at)) return endOfRegExp(source, at);
  return at + 1;
}

/** Returns whether a slash starts a regular expression. It does after an operator, an opening bracket, or `return`. */
function startsRegExp(source: string, at: number): boolean {
  return /(?:[(,=:[!&|?{};]|\breturn)$/.test(source.slice(Math.max(0, at - 12), at).trimEnd());
}

function endOfQuote(source: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < source.length && source.charAt(at) !== quote && source.charAt(at) !== '\n')
    at += source.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function endOfTemplate(source: string, start: number): number {
  let depth = 0;
  let at = start + 1;
  while (at < source.length && (depth > 0 || source.charAt(at) !== '`')) {
    if (source.charAt(at) === '\\') at += 1;
    else if (source.startsWith('${', at)) depth += 1;
    else if (depth > 0 && source.charAt(at) === '}') depth -= 1;
    at += 1;
  }
  return at + 1;
}

function endOfRegExp(source: string, start: number): number {
  let isClass = false;
  let at = start + 1;
  while (at < source.length && source.charAt(at) !== '\n' && (isClass || source.charAt(at) !== '/')) {
    if (source.charAt(at) === '\\') at += 1;
    else if (source.charAt(at) === '[') isClass = true;
    else if (source.charAt(at) === ']') isClass = false;
    at += 1;
  }
  return at + 1;
}

function endOf(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from);
  return end < 0 ? source.length : end + mark.length;
}

function lineAt(source: string, at: number): number {
  let line = 1;
  for (let next = source.indexOf('\n'); next >= 0 && next < at; next = source.indexOf('\n', next + 1)) line += 1;
  return line;
}
