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

/** An identifier of the code. */
export interface Token {
  readonly name: string;
  /** The line, counted from 1. */
  readonly line: number;
  /** Whether the identifier names a field: after a period, or before the colon of a member. */
  readonly isField: boolean;
}

/** Returns the identifiers of a source text. Skips comments, strings, templates, and regular expressions. */
export function identifiersOf(source: string): readonly Token[] {
  const code = withoutText(source);
  const open: string[] = [];
  let line = 1;
  return [...code.matchAll(/[A-Za-z_$#][\w$]*|[(){}[\]\n]/g)].flatMap(({ 0: name, index }): readonly Token[] => {
    if (name === '\n') line += 1;
    else if (/[({[]/.test(name)) open.push(name);
    else if (/[)}\]]/.test(name)) open.pop();
    else {
      const before = code.slice(Math.max(0, index - 40), index).trimEnd();
      const isMember =
        open.at(-1) === '{' && /^\??\s*:/.test(code.slice(index + name.length, index + name.length + 40));
      const isField = /(?:^|[^.])\.$/.test(before) || (isMember && !before.endsWith('?'));
      return [{ name, line, isField }];
    }
    return [];
  });
}

/** Matches code up to the next character that can start a comment or a literal. */
const PLAIN = /[^/'"`]*/y;

/** Returns the code in which spaces replace the comments, strings, templates, and regular expressions. */
function withoutText(source: string): string {
  let code = '';
  let at = 0;
  while (at < source.length) {
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(source)?.[0] ?? '';
    at += plain.length;
    const end = endOfComment(source, at) ?? endOfToken(source, at);
    const text = source.slice(at, end);
    code += plain + (text.length > 1 ? text.replace(/[^\n]/g, ' ') : text);
    at = end;
  }
  return code;
}

/** Returns the end of the comment that starts here; null if none does. */
function endOfComment(source: string, at: number): number | null {
  if (source.startsWith('/*', at)) return endOf(source, '*/', at + 2);
  if (!source.startsWith('//', at) || /[:\w'"`]/.test(source.charAt(at - 1))) return null;
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
}

/** Reads a source text token by token, so that strings and regular expressions that look like comments are skipped. */
function commentsOf(source: string): readonly Prose[] {
  const comments: { kind: 'comment'; line: number; end: number; text: string }[] = [];
  /** Whether code follows the last line comment. A comment after code starts a new block. */
  let sinceCode = true;
  let at = 0;
  while (at < source.length) {
    const char = source.charAt(at);
    const commentEnd = endOfComment(source, at);
    if (commentEnd !== null && source.startsWith('/*', at)) {
      const end = commentEnd;
      const text = source.slice(at + 2, end - 2).replace(/^\s*\*? ?/gm, '');
      comments.push({ kind: 'comment', line: lineAt(source, at), end: 0, text: text.replace(/\s+/g, ' ').trim() });
      sinceCode = false;
      at = end;
    } else if (commentEnd !== null) {
      const end = commentEnd;
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
  return /(?:[(,=:[!&|?{};]|=>|\breturn)$/.test(source.slice(Math.max(0, at - 12), at).trimEnd());
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
