import { type FrameSpan, movieWithin, type WantedSpan } from '../../../shared/film/movie-span.ts';
import { playedSources } from '../../../shared/film/played-sources.ts';
import { settle } from '../../../shared/film/settle.ts';
import { type Statement, statement } from '../../../shared/statements/statement.ts';
import { type Finding, type Problem, problemCodes } from '../../../shared/template/document/problem.ts';
import type { MediaSource } from '../../../shared/template/movie/media-source.ts';
import type { Movie } from '../../../shared/template/movie/movie.ts';
import { eachOnce, type NamedSource, sourceKey, usedSources } from '../../../shared/template/movie/used-sources.ts';
import { resolveTemplate } from '../../../shared/template/resolve/resolve.ts';
import { listVariables, type Variable } from '../../../shared/template/variables/variables.ts';
import { findingAt, placeKey } from '../../../shared/template/variables/written-values.ts';
import type { TemplateSource } from '../../../shared/template-xml/places/places.ts';
import { locateEach, locateFindings } from '../../../shared/template-xml/read/problems.ts';
import { readTemplate } from '../../../shared/template-xml/read/read.ts';
import type { Issue } from '../errors/service-error.ts';
import { shortPath } from '../text/short-path.ts';

/** Values of a template's variables, by name; pairs, since a name may be anything. */
export type Values = readonly (readonly [name: string, value: string])[];

/** A source that a film shows, and where it stands: whether it is there is not in the text. */
export interface SourceUse {
  readonly source: MediaSource;
  readonly place: Pick<Issue, 'line' | 'column' | 'path'>;
}

/** A template that is to be rendered. */
export interface InspectionQuestion {
  readonly xml: string;
  readonly values: Values;
  /** Whether a variable without a value is an error. */
  readonly missing: 'error' | 'ignore';
  /** Of a range only the sources are told that are shown there. */
  readonly range?: WantedSpan | null;
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
  /** Of the whole film; null for one that cannot be rendered. */
  readonly totalFrames: number | null;
}

/** Places whose sources are not there that are told of one by one. */
const MOST_ABSENT = 1000;

/** Resolves a template and says everything that is wrong with it; never throws, whatever the text. */
export function inspectFilm({ xml, values, missing, range = null, absent = [] }: InspectionQuestion): FilmInspection {
  const { source, problems } = readTemplate(xml);
  const read = problems.map((problem) => ({ kind: 'issue', issue: issueOfProblem(problem) }) as const);
  if (source === null) return { entries: read, sources: [], untold: 0, totalFrames: null };
  const { movie, draft, findings } = resolveTemplate(source.document, { values: new Map(values), missing });
  const shownMovie = movie === null || range === null ? (movie ?? draft) : movieWithin(movie, range);
  const all = sourcesIn(shownMovie);
  const wanted = new Set(absent.map(sourceKey));
  const absentUses = wanted.size === 0 ? [] : all.filter((use) => wanted.has(sourceKey(use.source)));
  const uses = absentUses.slice(0, MOST_ABSENT);
  // What is not there has its places among those of what is wrong.
  const shown = uses.map(({ at }): Finding => ({ code: 'source/not-found', says: SHOWN, at }));
  const useOf = new Map(shown.map((finding, number) => [finding, uses[number]]));
  const located = locateEach([...findings, ...shown], source).map(({ finding, problem }) => {
    const use = useOf.get(finding);
    const issue = issueOfProblem(problem);
    if (use === undefined) return { kind: 'issue', issue } as const;
    const { line, column, path } = issue;
    return { kind: 'source', use: { source: use.source, place: { line, column, path } } } as const;
  });
  return {
    entries: [...read, ...located],
    sources: eachOnce(all).map((use) => use.source),
    untold: absentUses.length - uses.length,
    totalFrames: movie === null ? null : settle(movie).length,
  };
}

/** The names of the assets that a template shows while no variable has a value, what is switched off included. */
export function assetNamesOf(xml: string): readonly string[] {
  const { source } = readTemplate(xml);
  if (source === null) return [];
  const { draft } = resolveTemplate(source.document, { values: new Map(), missing: 'ignore' });
  return draft === null ? [] : usedSources(draft).flatMap((each) => (each.kind === 'asset' ? [each.name] : []));
}

/** The movie that is rendered, and what its template's warnings say; null where it has errors. */
export interface ResolvedFilm {
  readonly movie: Movie | null;
  readonly issues: readonly Issue[];
}

/** Resolves a template that was found to be good when its render was accepted; of a range the film that it is. */
export function resolveFilm(xml: string, values: Values, range: FrameSpan | null = null): ResolvedFilm {
  const { source } = readTemplate(xml);
  if (source === null) return { movie: null, issues: [] };
  const { movie, findings } = resolveTemplate(source.document, { values: new Map(values), missing: 'error' });
  const wanted = movie === null || range === null ? movie : movieWithin(movie, range);
  return { movie: wanted, issues: locateFindings(findings, source).map(issueOfProblem) };
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
}

/** One row of a batch. */
export interface RowInspection {
  readonly errors: readonly RowError[];
  /** By the column that each stands in. */
  readonly sources: readonly { readonly source: MediaSource; readonly column: string | null }[];
  readonly totalFrames: number;
}

export interface RowError {
  readonly code: Finding['code'];
  readonly says: Statement;
  /** The variable that stands where the fault is. */
  readonly column: string | null;
}

/** A template that is resolved with many rows of values: read once. */
export interface FilmReader {
  common(): BatchInspection;
  row(values: Values): RowInspection;
}

export function createFilmReader(xml: string): FilmReader {
  const { source, problems } = readTemplate(xml);
  const known = source === null ? [] : listVariables(source.document).variables;
  // Of two variables in one attribute the first tells.
  const columns = new Map(known.toReversed().flatMap(placesOf));
  const columnAt = (at: Finding['at']) => columns.get(placeKey(at)) ?? null;
  return {
    common: () => ({
      issues: [
        ...problems.map(issueOfProblem),
        ...(source === null ? [] : locateFindings(withoutValues(source), source).map(issueOfProblem)),
      ],
      defaults: known.flatMap(({ name, default: value }) => (value === null ? [] : [[name, value] as const])),
    }),
    row: (values) => {
      if (source === null) return { errors: [], sources: [], totalFrames: 0 };
      const resolved = resolveTemplate(source.document, { values: new Map(values), missing: 'error' });
      const errors = resolved.findings.filter(({ code }) => problemCodes[code] === 'error');
      return {
        errors: errors.map(({ code, says, at }) => ({ code, says, column: columnAt(at) })),
        sources: eachOnce(sourcesIn(resolved.movie ?? resolved.draft)).map(({ source: media, at }) => ({
          source: media,
          column: columnAt(at),
        })),
        totalFrames: resolved.movie === null ? 0 : settle(resolved.movie).length,
      };
    },
  };
}

function sourcesIn(movie: Movie | null): readonly NamedSource[] {
  return movie === null ? [] : playedSources(movie);
}

function withoutValues({ document }: TemplateSource): readonly Finding[] {
  const { findings } = resolveTemplate(document, { values: new Map(), missing: 'ignore' });
  return findings.filter(({ code }) => problemCodes[code] === 'error');
}

function placesOf({ name, uses }: Variable): readonly (readonly [string, string])[] {
  return uses.map((use) => [placeKey(findingAt(use)), name] as const);
}

/** What stands for a use of a source while its place is looked up; nobody is told it. */
const SHOWN = statement('source/told', { words: '' });

/** A template's problem, without the stretch of text that only editors need. */
export function issueOfProblem({ range: _range, path, ...issue }: Problem): Issue {
  return { ...issue, path: shortPath(path) };
}
