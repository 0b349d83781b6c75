import { err, ok, type Result } from '../lib/result.ts';
import type { ElementNode } from '../template/document/document.ts';
import type { Problem } from '../template/document/problem.ts';
import { lineIndex } from '../template-xml/ranges/line-index.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { locateFindings } from '../template-xml/read/problems.ts';
import { readTemplate } from '../template-xml/read/read.ts';
import { outlineOf, type TemplateOutline } from './outline.ts';
import { elementAt } from './places.ts';
import type { AgentRefusal } from './refusal.ts';

/** A query about a template. */
export interface TemplateQuery {
  /** The place of the element to describe; null for the whole template. */
  readonly within: string | null;
  /** The first line of the text, counted from 1, and the number of lines; null for all lines. */
  readonly fromLine: number | null;
  readonly lines: number | null;
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** A described template. */
export interface DescribedTemplate extends Omit<TemplateOutline, 'text' | 'findings'> {
  readonly outline: string;
  /** The XML with the number of its line and a tab before each line. */
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** The maximum number of lines and of characters of a text. */
const MAX_LINES = 2000;
const MAX_CHARACTERS = 100_000;

/**
 * Describes the text of a template, even if it is not well-formed. Returns an error for a place that does not exist.
 */
export function describeTemplate(
  text: string,
  { within, fromLine, lines, values }: TemplateQuery,
): Result<DescribedTemplate, AgentRefusal> {
  const { source, problems } = readTemplate(text);
  if (source === null)
    return ok({
      ...{ frames: null, seconds: null, size: '', rate: '', outline: '', scenes: [], problems },
      text: numberedLines(text, fromLine ?? 1, lines ?? MAX_LINES),
    });
  const element = within === null ? ok(null) : elementAt(source.document, within);
  if (!element.ok) return err(element.error);
  const {
    text: outline,
    findings,
    ...facts
  } = outlineOf(source.document, {
    values: new Map(values),
    within: element.value,
  });
  const [first, count] = linesOf(source, element.value);
  return ok({
    ...facts,
    outline: shortened(outline, 'Read one element with `within`.'),
    text: numberedLines(text, fromLine ?? first, Math.min(lines ?? count, MAX_LINES)),
    problems: [...problems, ...locateFindings(findings, source)],
  });
}

/** Returns the first line of an element and the number of its lines; all lines without an element. */
function linesOf({ text, ranges }: TemplateSource, element: ElementNode | null): readonly [number, number] {
  const range = element === null ? undefined : ranges.get(element.id);
  if (range === undefined) return [1, MAX_LINES];
  const positionOf = lineIndex(text);
  const { line } = positionOf(range.start);
  return [line, positionOf(Math.max(range.start, range.end - 1)).line - line + 1];
}

/** Adds the number to each line, with the same line breaks as the lines of problems. */
function numberedLines(text: string, from: number, count: number): string {
  const lines = text.split(/\r\n|\r|\n/);
  const shown = lines.slice(from - 1, from - 1 + count).map((line, index) => `${from + index}\t${line}`);
  const rest = lines.length - (from - 1 + shown.length);
  const hint = rest > 0 ? [`… ${rest} more lines; continue with \`from_line\` ${from + shown.length}.`] : [];
  return shortened([...shown, ...hint].join('\n'), 'Continue with `from_line`.');
}

function shortened(text: string, hint: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).toWellFormed()}\n… cut. ${hint}`;
}
