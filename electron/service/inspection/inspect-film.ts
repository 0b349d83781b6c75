import { createHash } from 'node:crypto';
import { type Message, message } from '#shared/messages/message.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { isUsed, listVariables, variableAtFault } from '#shared/resolve/variables.ts';
import { type Finding, type Problem, problemCodes } from '#shared/template/document/problem.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { eachOnce, type NamedSource, sourceKey, usedSources } from '#shared/template/movie/used-sources.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { locateEach, locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { buildTimeline, type FrameSpan, movieWithin, type RequestedSpan } from '#shared/timeline/build-timeline.ts';
import { hasOpenLengths } from '#shared/timeline/content-length.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import type { Issue } from '../errors/service-error.ts';
import { shortPath } from '../text/short-path.ts';

/** Values of a template's variables, by name; pairs, since a name may be anything. */
export type Values = readonly (readonly [name: string, value: string])[];

/** A source that a film shows, and where it stands: whether it is there is not in the text. */
export interface SourceUse {
  readonly source: MediaSource;
  /** What is told where it is not there. */
  readonly code: 'source/not-found' | 'font/not-found';
  readonly place: Pick<Issue, 'line' | 'column' | 'path'>;
}

/** A template that is to be rendered. */
export interface InspectionQuery {
  readonly xml: string;
  readonly values: Values;
  /** Whether a variable without a value is an error. */
  readonly missing: 'error' | 'ignore';
  /** Of a range only the sources are told that are shown there. */
  readonly range?: RequestedSpan | null;
  /** Sources that are not there: the places that show them are wanted. */
  readonly absent?: readonly MediaSource[];
}

/** What can be said of a film from its template and values alone. */
export interface FilmInspection {
  /** What is wrong, and where absent sources are shown, in the order of the text. */
  readonly entries: readonly (
    | { readonly kind: 'issue'; readonly issue: Issue }
    | { readonly kind: 'source'; readonly use: SourceUse }
  )[];
  /** Each source that is shown, once: a film of 100,000 layers has few. */
  readonly sources: readonly MediaSource[];
  /** Places that show absent sources and are not among the entries, because there are very many. */
  readonly untold: number;
  /** Of the whole film; null for one that cannot be rendered. Where lengths come from sources, a guess. */
  readonly totalFrames: number | null;
  /** Whether it is a guess. */
  readonly isLengthOpen: boolean;
}

/** Places whose sources are not there that are told of one by one. */
const MOST_ABSENT = 1000;

/** Resolves a template and says everything that is wrong with it; never throws, whatever the text. */
export function inspectFilm({ xml, values, missing, range = null, absent = [] }: InspectionQuery): FilmInspection {
  const { source, problems } = readTemplate(xml);
  const read = problems.map((problem) => ({ kind: 'issue', issue: issueOfProblem(problem) }) as const);
  if (source === null) return { entries: read, sources: [], untold: 0, totalFrames: null, isLengthOpen: false };
  const { movie, partial, findings } = resolveTemplate(source.document, { values: new Map(values), missing });
  const shownMovie = movie === null || range === null ? (movie ?? partial) : movieWithin(movie, range);
  // Where lengths come from sources all are needed, to know what lies in a range.
  const all = sourcesIn(shownMovie !== null && hasOpenLengths(shownMovie) ? { ...shownMovie, span: null } : shownMovie);
  const requested = new Set(absent.map(sourceKey));
  const absentUses = requested.size === 0 ? [] : all.filter((use) => requested.has(sourceKey(use.source)));
  const uses = absentUses.slice(0, MOST_ABSENT);
  // What is not there has its places among those of what is wrong.
  const shown = uses.map(({ at }): Finding => ({ code: 'source/not-found', says: SHOWN, at }));
  const useOf = new Map(shown.map((finding, number) => [finding, uses[number]]));
  const located = locateEach([...findings, ...shown], source).map(({ finding, problem }) => {
    const use = useOf.get(finding);
    const issue = issueOfProblem(problem);
    if (use === undefined) return { kind: 'issue', issue } as const;
    const { line, column, path } = issue;
    return {
      kind: 'source',
      use: { source: use.source, code: absentCode(use), place: { line, column, path } },
    } as const;
  });
  return {
    entries: [...read, ...located],
    sources: eachOnce(all).map((use) => use.source),
    untold: absentUses.length - uses.length,
    totalFrames: movie === null ? null : buildTimeline(movie).length,
    isLengthOpen: movie !== null && hasOpenLengths(movie),
  };
}

/**
 * The names of the assets that a template shows with the values of a brand and no others, what is switched off included.
 */
export function assetNamesOf(xml: string, brand: Values): readonly string[] {
  const { source } = readTemplate(xml);
  if (source === null) return [];
  const { partial } = resolveTemplate(source.document, { values: new Map(brand), missing: 'ignore' });
  return partial === null ? [] : usedSources(partial).flatMap((each) => (each.kind === 'asset' ? [each.name] : []));
}

/**
 * Puts findings about a resolved template's elements into its text. Nodes have the same ids whenever a text is read.
 */
export function locateInFilm(xml: string, findings: readonly Finding[]): readonly Issue[] {
  const { source } = readTemplate(xml);
  return source === null ? [] : locateFindings(findings, source).map(issueOfProblem);
}

/** What all rows of a batch have in common. */
export interface BatchInspection {
  /** Errors whatever the values. */
  readonly issues: readonly Issue[];
  /** Of variables that have one. */
  readonly defaults: Values;
  /** Variables that the movie uses. */
  readonly used: readonly string[];
}

/** One row of a batch. */
export interface RowInspection {
  readonly errors: readonly RowError[];
  /** By the column that each stands in. */
  readonly sources: readonly RowSource[];
  /** Where lengths come from sources, a guess. */
  readonly totalFrames: number;
}

export interface RowSource {
  readonly source: MediaSource;
  /** What is told where it is not there. */
  readonly code: SourceUse['code'];
  readonly column: string | null;
}

export interface RowError {
  readonly code: Finding['code'];
  readonly says: Message;
  /** The variable that stands where the fault is. */
  readonly column: string | null;
}

/** A template that is resolved with many rows of values: read once. */
export interface FilmReader {
  common(): BatchInspection;
  row(values: Values): RowInspection;
  /** See {@link FilmLook}. */
  look(film: ValuedFilm): FilmLook;
}

/** The values of a film of a template, and the frames that are made; null for all. */
export interface ValuedFilm {
  readonly values: Values;
  readonly range: FrameSpan | null;
}

/** Digest of what a film shows and plays; null where the template cannot be rendered with these values. */
export type FilmLook = string | null;

export function createFilmReader(xml: string): FilmReader {
  const { source, problems } = readTemplate(xml);
  const known = source === null ? [] : listVariables(source.document).variables;
  const columnOf = variableAtFault(known);
  return {
    common: () => ({
      issues: [
        ...problems.map(issueOfProblem),
        ...(source === null ? [] : locateFindings(withoutValues(source), source).map(issueOfProblem)),
      ],
      defaults: known.flatMap(({ name, default: value }) => (value === null ? [] : [[name, value] as const])),
      used: known.filter(isUsed).map(({ name }) => name),
    }),
    row: (values) => {
      if (source === null) return { errors: [], sources: [], totalFrames: 0 };
      const resolved = resolveTemplate(source.document, { values: new Map(values), missing: 'error' });
      const errors = resolved.findings.filter(({ code }) => problemCodes[code] === 'error');
      return {
        errors: errors.map(({ code, says, at }) => ({ code, says, column: columnOf({ at, says }) })),
        sources: eachOnce(sourcesIn(resolved.movie ?? resolved.partial)).map((use) => ({
          source: use.source,
          code: absentCode(use),
          column: columnOf({ at: use.at, says: null }),
        })),
        totalFrames: resolved.movie === null ? 0 : buildTimeline(resolved.movie).length,
      };
    },
    look: ({ values, range }) => {
      if (source === null) return null;
      const { movie } = resolveTemplate(source.document, { values: new Map(values), missing: 'error' });
      return movie && lookOf(range === null ? movie : movieWithin(movie, range));
    },
  };
}

/** Two templates have the same look if their films are equal: names, ids, and parts that are switched off do not count. */
function lookOf(movie: Movie): string {
  return createHash('sha256')
    .update(JSON.stringify(seenPart(movie)))
    .digest('hex');
}

function seenPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isOff(each)).map(seenPart);
  if (typeof value !== 'object' || value === null) return value;
  const isPart = 'enabled' in value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      if (key === 'id' || key === 'namedBy' || key === 'choices' || (isPart && key === 'name')) return [];
      // Transitions count the scenes before them, so the scenes keep their places.
      if (key === 'scenes' && Array.isArray(each))
        return [[key, each.map((scene) => (isOff(scene) ? null : seenPart(scene)))]];
      return [[key, seenPart(each)]];
    }),
  );
}

function isOff(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === false;
}

function sourcesIn(movie: Movie | null): readonly NamedSource[] {
  return movie === null ? [] : playedSources(movie);
}

function absentCode({ kind }: NamedSource): SourceUse['code'] {
  return kind === 'font' ? 'font/not-found' : 'source/not-found';
}

function withoutValues({ document }: TemplateSource): readonly Finding[] {
  const { findings } = resolveTemplate(document, { values: new Map(), missing: 'ignore' });
  return findings.filter(({ code }) => problemCodes[code] === 'error');
}

/** What stands for a use of a source while its place is looked up; nobody is told it. */
const SHOWN = message('source/told', { words: '' });

/** A template's problem, without the stretch of text that only editors need. */
export function issueOfProblem({ range: _range, path, ...issue }: Problem): Issue {
  return { ...issue, path: shortPath(path) };
}
