import type { WhyNoCopies } from '#shared/resolve/copies.ts';
import { createResolveMemory } from '#shared/resolve/reading-context.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { Finding, Problem } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { endsByKey } from '#shared/timeline/content-length.ts';
import type { SourceEnds } from '#shared/timeline/timeline-kinds.ts';
import { withElementIds } from './copies.ts';

/** The part of the editor's state that is computed from a document. */
export interface Resolved {
  readonly movie: Movie | null;
  readonly findings: readonly Finding[];
  /** The repeated scenes, layers, and sounds without copies. `movie` has a disabled placeholder for each of them. */
  readonly withoutCopies: ReadonlyMap<NodeId, WhyNoCopies>;
}

const ALL_COPIED: Resolved['withoutCopies'] = new Map();

/** Returns a function that resolves successive documents. It reuses the scenes that an edit did not change. */
export function createResolver(): (
  document: TemplateDocument,
  values: ReadonlyMap<string, string>,
  ends: ReadonlyMap<string, SourceEnds>,
) => Resolved {
  const memory = createResolveMemory();
  return (document, values, ends) => {
    const sourceEnds = endsByKey(ends);
    const ignored = { missing: 'ignore', empty: 'ignore', showsPlaceholders: true } as const;
    const options = { values, ...ignored, memory, sourceEnds };
    const { partial, findings, withoutCopies = ALL_COPIED } = resolveTemplate(document, options);
    // Resolve again for the placeholders, so that they cannot change the findings of the film.
    const shown =
      withoutCopies.size === 0
        ? partial
        : resolveTemplate(document, { ...options, placeholders: withoutCopies }).partial;
    return { movie: shown === null ? null : withElementIds(shown), findings, withoutCopies };
  };
}

/** Returns the findings of a template as problems with their positions in its text. */
export function problemsOf(source: TemplateSource, findings: readonly Finding[]): readonly Problem[] {
  return locateFindings(findings, source);
}

/** Returns the findings of a document without values of variables. */
export function findingsOf(document: TemplateDocument): readonly Finding[] {
  return resolveTemplate(document, { values: new Map(), missing: 'ignore', empty: 'ignore' }).findings;
}

/** Returns the first error; null if there is none. */
export function firstError(problems: readonly Problem[]): Problem | null {
  return problems.find(({ severity }) => severity === 'error') ?? null;
}

/** An opened text. `source` is displayed; if it differs from the text, `problems` has the reasons. */
interface OpenedText {
  readonly source: TemplateSource;
  readonly problems: readonly Problem[];
  /** Whether the source is an empty movie, because the text and all earlier versions are invalid. */
  readonly isEmpty: boolean;
}

/** Parses a text. If the text is invalid, the result has the last valid text, or else an empty movie. */
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

/** Returns whether a text can be parsed as XML. The movie can still have errors. */
export function isReadable(text: string): boolean {
  const { source, problems } = readTemplate(text);
  return source !== null && problems.length === 0;
}

const EMPTY = '<movie width="1280" height="720" framerate="30">\n</movie>\n';
