import { createResolveMemory } from '#shared/resolve/reading-context.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import type { Finding, Problem } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { endsByKey } from '#shared/timeline/content-length.ts';
import { type SourceEnds } from '#shared/timeline/timeline-kinds.ts';

/** The displayed part of a document. */
export interface TemplateView {
  readonly movie: Movie | null;
  readonly findings: readonly Finding[];
}

/** Returns a function that resolves successive documents. Scenes that an edit did not touch are reused. */
export function createViewer(): (
  document: TemplateDocument,
  values: ReadonlyMap<string, string>,
  ends: ReadonlyMap<string, SourceEnds>,
) => TemplateView {
  const memory = createResolveMemory();
  return (document, values, ends) => {
    const sourceEnds = endsByKey(ends);
    const options = { values, missing: 'ignore', empty: 'ignore', memory, sourceEnds } as const;
    const { partial, findings } = resolveTemplate(document, options);
    return { movie: partial, findings };
  };
}

export function problemsOf(source: TemplateSource, findings: readonly Finding[]): readonly Problem[] {
  return locateFindings(findings, source);
}

/** Returns the first error; null if there is none. */
export function firstError(problems: readonly Problem[]): Problem | null {
  return problems.find(({ severity }) => severity === 'error') ?? null;
}

/** An opened text. `source` is the displayed source, and `problems` explain why it differs from the text. */
interface OpenedText {
  readonly source: TemplateSource;
  readonly problems: readonly Problem[];
  /** Whether the source is an empty movie, because no earlier valid text exists. */
  readonly isEmpty: boolean;
}

/** Parses a text. If that fails, uses the last valid text or an empty movie. */
export function openText(text: string, lastGood: string | null): OpenedText {
  const { source, problems } = readTemplate(text);
  if (source !== null && problems.length === 0) return { source, problems, isEmpty: false };
  const good = lastGood === null ? null : readTemplate(lastGood);
  if (good !== null && good.source !== null && good.problems.length === 0)
    return { source: good.source, problems, isEmpty: false };
  const { source: empty } = readTemplate(EMPTY);
  if (empty === null) throw new Error('the empty template can be read');
  return { source: empty, problems, isEmpty: true };
}

/** Whether the XML of a text can be parsed, regardless of errors in its movie. */
export function isReadable(text: string): boolean {
  const { source, problems } = readTemplate(text);
  return source !== null && problems.length === 0;
}

const EMPTY = '<movie width="1280" height="720" framerate="30">\n</movie>\n';
