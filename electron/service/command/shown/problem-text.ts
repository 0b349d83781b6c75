import type { Problem } from '#shared/template/document/problem.ts';
import type { TextRange } from '#shared/template-xml/ranges/ranges.ts';
import { displayWidth, fitWidth, fitWidthFromEnd, printable } from './display-width.ts';

/** The text that problems refer to, and its name as the user typed it. */
export interface ProblemSource {
  readonly name: string;
  readonly text: string;
}

/** The replacement of a tab. */
const TAB = '    ';
const ELLIPSIS = '…';
/** The UTF-16 units per column that are examined on either side of a problem. A template can be a single long line. */
const UNITS_PER_COLUMN = 4;

/**
 * Returns `file:line:column: severity code: message`, and then the line with the range of the problem underlined. Cuts
 * the line to `columns` around the range, and replaces control characters.
 */
export function problemText(problem: Problem, source: ProblemSource, columns: number): string {
  const { line, column, severity, code, message } = problem;
  const place = line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`;
  const head = printable(`${source.name}${place}: ${severity} ${code}: ${message}`);
  if (line === null || problem.range === null || problem.range.start > source.text.length) return head;
  const gutter = `${String(line).padStart(4)} | `;
  const excerptColumns = Math.max(columns - gutter.length, 20);
  const [excerpt, underline] = underlined(
    offendingLine(source.text, problem.range, excerptColumns * UNITS_PER_COLUMN),
    excerptColumns,
  );
  return `${head}\n${gutter}${excerpt}\n${' '.repeat(gutter.length - 2)}| ${underline}`;
}

interface Excerpt {
  readonly before: string;
  readonly fault: string;
  readonly after: string;
}

/**
 * Returns the line in which a range starts, in three parts: before, within, and after the range. Includes at most
 * `reach` UTF-16 units on each side of the start.
 */
function offendingLine(text: string, { start, end }: TextRange, reach: number): Excerpt {
  const before = text.slice(Math.max(start - reach, 0), start);
  const after = text.slice(start, start + 2 * reach);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  const length = after.search(/[\r\n]/);
  const lineEnd = length === -1 ? after.length : length;
  const faultEnd = Math.min(Math.max(end - start, 0), lineEnd);
  return {
    before: asDisplayed(before.slice(lineStart)),
    fault: asDisplayed(after.slice(0, faultEnd)),
    after: asDisplayed(after.slice(faultEnd, lineEnd)),
  };
}

/** Returns the text as the terminal displays it, without a byte order mark. */
function asDisplayed(text: string): string {
  return printable(text.replace(/^\uFEFF/, '').replaceAll('\t', TAB));
}

/** Returns an excerpt of at most `columns` columns, and the line of carets below it. */
function underlined({ before, fault, after }: Excerpt, columns: number): readonly [string, string] {
  const faultShown = shorten(fault, Math.floor(columns / 2));
  const faultWidth = displayWidth(faultShown);
  const remainingColumns = columns - faultWidth;
  // Give the text after the range a third of the columns, or more if the text before it is short.
  const beforeRoom = Math.max(remainingColumns - Math.min(displayWidth(after), Math.floor(remainingColumns / 3)), 0);
  const beforeShown = shortenFromStart(leadingTrimmed(before), beforeRoom);
  const afterShown = shorten(after, remainingColumns - displayWidth(beforeShown));
  const underline = ' '.repeat(displayWidth(beforeShown)) + '^'.repeat(Math.max(faultWidth, 1));
  return [`${beforeShown}${faultShown}${afterShown}`.trimEnd(), underline];
}

/** Limits the indentation of the line to four columns. */
function leadingTrimmed(text: string): string {
  const content = text.trimStart();
  return ' '.repeat(Math.min(text.length - content.length, 4)) + content;
}

function shorten(text: string, columns: number): string {
  return displayWidth(text) <= columns ? text : `${fitWidth(text, Math.max(columns - 1, 0))}${ELLIPSIS}`;
}

function shortenFromStart(text: string, columns: number): string {
  return displayWidth(text) <= columns ? text : `${ELLIPSIS}${fitWidthFromEnd(text, Math.max(columns - 1, 0))}`;
}
