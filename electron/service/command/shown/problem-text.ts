import type { Problem } from '#shared/template/document/problem.ts';
import type { TextRange } from '#shared/template-xml/ranges/ranges.ts';
import { displayWidth, fitWidth, fitWidthFromEnd, printable } from './display-width.ts';

/** The text that problems are about, as the person named it. */
export interface ProblemSource {
  readonly name: string;
  readonly text: string;
}

/** Spaces that a tab is shown as. */
const TAB = '    ';
const ELLIPSIS = '…';
/**
 * Units of a line that are looked at for each column they may be shown in, on either side of a fault: a template may be
 * one line.
 */
const UNITS_PER_COLUMN = 4;

/**
 * `file:line:column: severity code: message`, with the offending line underneath and the stretch at fault underlined.
 * Lines are cut to `columns`, around the stretch; nothing in them can steer the terminal.
 */
export function problemText(problem: Problem, source: ProblemSource, columns: number): string {
  const { line, column, severity, code, message } = problem;
  const place = line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`;
  const head = printable(`${source.name}${place}: ${severity} ${code}: ${message}`);
  if (line === null || problem.range === null || problem.range.start > source.text.length) return head;
  const gutter = `${String(line).padStart(4)} | `;
  const room = Math.max(columns - gutter.length, 20);
  const [shown, underline] = underlined(offendingLine(source.text, problem.range, room * UNITS_PER_COLUMN), room);
  return `${head}\n${gutter}${shown}\n${' '.repeat(gutter.length - 2)}| ${underline}`;
}

interface Excerpt {
  readonly before: string;
  readonly fault: string;
  readonly after: string;
}

/**
 * The line in which a stretch of text begins, in three parts; of a long one no more than `reach` units around the
 * fault.
 */
function offendingLine(text: string, { start, end }: TextRange, reach: number): Excerpt {
  const before = text.slice(Math.max(start - reach, 0), start);
  const after = text.slice(start, start + 2 * reach);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  const length = after.search(/[\r\n]/);
  const lineEnd = length === -1 ? after.length : length;
  const faultEnd = Math.min(Math.max(end - start, 0), lineEnd);
  return {
    before: flat(before.slice(lineStart)),
    fault: flat(after.slice(0, faultEnd)),
    after: flat(after.slice(faultEnd, lineEnd)),
  };
}

/** As a terminal shows it. A byte order mark is not part of what a person sees as the first line. */
function flat(text: string): string {
  return printable(text.replace(/^\uFEFF/, '').replaceAll('\t', TAB));
}

/** The excerpt in at most so many columns, and the marks that go under it. */
function underlined({ before, fault, after }: Excerpt, columns: number): readonly [string, string] {
  const faultShown = shorten(fault, Math.floor(columns / 2));
  const faultWidth = displayWidth(faultShown);
  const room = columns - faultWidth;
  // What follows needs little room, unless what goes before leaves more.
  const beforeRoom = Math.max(room - Math.min(displayWidth(after), Math.floor(room / 3)), 0);
  const beforeShown = shortenFromStart(leadingTrimmed(before), beforeRoom);
  const afterShown = shorten(after, room - displayWidth(beforeShown));
  const underline = ' '.repeat(displayWidth(beforeShown)) + '^'.repeat(Math.max(faultWidth, 1));
  return [`${beforeShown}${faultShown}${afterShown}`.trimEnd(), underline];
}

/** Deep indentation tells nothing here: at most four columns of it are shown. */
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
