import { createHash } from 'node:crypto';
import { type Message, message } from '#shared/messages/message.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { isUsed, listVariables, variableAtFault } from '#shared/resolve/variables.ts';
import { type Finding, type Problem, problemCodes } from '#shared/template/document/problem.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { eachOnce, sourceKey, usedSources } from '#shared/template/movie/used-sources.ts';
import { type NamedSource } from '#shared/template/movie/movie-kinds.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { locateEach, locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { buildTimeline, type FrameSpan, movieWithin, type RequestedSpan } from '#shared/timeline/build-timeline.ts';
import { hasOpenLengths } from '#shared/timeline/content-length.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import type { Issue } from '../errors/service-error.ts';
import { shortPath } from '../text/short-path.ts';

/** The values of a template's variables, by name. They are pairs because a name can be any string. */
export type Values = readonly (readonly [name: string, value: string])[];

/** A source that a film uses, and its place in the text. The text does not show whether the source exists. */
export interface SourceUse {
  readonly source: MediaSource;
  /** The code to report if the source is missing. */
  readonly code: 'source/not-found' | 'font/not-found';
  readonly place: Pick<Issue, 'line' | 'column' | 'path'>;
}

/** A template that is to be rendered. */
export interface InspectionQuery {
  readonly xml: string;
  readonly values: Values;
  /** Whether a variable without a value is an error. */
  readonly missing: 'error' | 'ignore';
  /** A range of frames. Only the sources of scenes in it are listed. */
  readonly range?: RequestedSpan | null;
  /** The missing sources whose places are requested. */
  readonly absent?: readonly MediaSource[];
}

/** The result of checking a film's template and values, without its sources. */
export interface FilmInspection {
  /** The issues and the places of missing sources, in the order of the text. */
  readonly entries: readonly (
    | { readonly kind: 'issue'; readonly issue: Issue }
    | { readonly kind: 'source'; readonly use: SourceUse }
  )[];
  /** The sources without duplicates: a film of 100,000 layers has few. */
  readonly sources: readonly MediaSource[];
  /** The number of places with missing sources beyond the limit of the entries. */
  readonly untold: number;
  /** The length of the whole film; null if it cannot be rendered. An estimate if lengths come from sources. */
  readonly totalFrames: number | null;
  /** Whether the length is an estimate. */
  readonly isLengthOpen: boolean;
}

/** The maximum number of places with missing sources that are listed. */
const MAX_ABSENT_USES = 1000;

/** Resolves a template and returns all its issues. Never throws. */
export function inspectFilm({ xml, values, missing, range = null, absent = [] }: InspectionQuery): FilmInspection {
  const { source, problems } = readTemplate(xml);
  const read = problems.map((problem) => ({ kind: 'issue', issue: issueOfProblem(problem) }) as const);
  if (source === null) return { entries: read, sources: [], untold: 0, totalFrames: null, isLengthOpen: false };
  const { movie, partial, findings } = resolveTemplate(source.document, { values: new Map(values), missing });
  const shownMovie = movie === null || range === null ? (movie ?? partial) : movieWithin(movie, range);
  // If lengths come from sources, all sources are needed to determine the scenes in a range.
  const all = sourcesIn(shownMovie !== null && hasOpenLengths(shownMovie) ? { ...shownMovie, span: null } : shownMovie);
  const requested = new Set(absent.map(sourceKey));
  const absentUses = requested.size === 0 ? [] : all.filter((use) => requested.has(sourceKey(use.source)));
  const uses = absentUses.slice(0, MAX_ABSENT_USES);
  // The places of missing sources are sorted among the issues.
  const shown = uses.map(({ at }): Finding => ({ code: 'source/not-found', says: PLACEHOLDER, at }));
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

/** Returns the names of the assets that a template uses with the values of a brand, including disabled parts. */
export function assetNamesOf(xml: string, brand: Values): readonly string[] {
  const { source } = readTemplate(xml);
  if (source === null) return [];
  const { partial } = resolveTemplate(source.document, { values: new Map(brand), missing: 'ignore' });
  return partial === null ? [] : usedSources(partial).flatMap((each) => (each.kind === 'asset' ? [each.name] : []));
}

/** Locates findings about a resolved template in its text. Nodes get the same ids each time the text is read. */
export function locateInFilm(xml: string, findings: readonly Finding[]): readonly Issue[] {
  const { source } = readTemplate(xml);
  return source === null ? [] : locateFindings(findings, source).map(issueOfProblem);
}

/** The properties that all rows of a batch share. */
export interface BatchInspection {
  /** The errors that do not depend on values. */
  readonly issues: readonly Issue[];
  /** The default values of variables. */
  readonly defaults: Values;
  /** The variables that the movie uses. */
  readonly used: readonly string[];
}

/** One row of a batch. */
export interface RowInspection {
  readonly errors: readonly RowError[];
  /** The sources with the columns that contain them. */
  readonly sources: readonly RowSource[];
  /** An estimate if lengths come from sources. */
  readonly totalFrames: number;
}

export interface RowSource {
  readonly source: MediaSource;
  /** The code to report if the source is missing. */
  readonly code: SourceUse['code'];
  readonly column: string | null;
}

export interface RowError {
  readonly code: Finding['code'];
  readonly says: Message;
  /** The variable at the place of the error. */
  readonly column: string | null;
}

/** Resolves a template with many rows of values. The text is parsed once. */
export interface FilmReader {
  common(): BatchInspection;
  row(values: Values): RowInspection;
  /** See {@link FilmDigest}. */
  look(film: ValuedFilm): FilmDigest;
}

/** The values of a film, and its range of frames; null for all frames. */
export interface ValuedFilm {
  readonly values: Values;
  readonly range: FrameSpan | null;
}

/** A digest of the visible and audible content of a film; null if the template cannot be rendered with these values. */
export type FilmDigest = string | null;

export function createFilmReader(xml: string): FilmReader {
  const { source, problems } = readTemplate(xml);
  const variables = source === null ? [] : listVariables(source.document).variables;
  const columnOf = variableAtFault(variables);
  return {
    common: () => ({
      issues: [
        ...problems.map(issueOfProblem),
        ...(source === null ? [] : locateFindings(withoutValues(source), source).map(issueOfProblem)),
      ],
      defaults: variables.flatMap(({ name, default: value }) => (value === null ? [] : [[name, value] as const])),
      used: variables.filter(isUsed).map(({ name }) => name),
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

/**
 * Returns the digest of a movie. Movies with equal content have equal digests: names, ids, and disabled parts do not
 * count.
 */
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
      // Transitions refer to scenes by index, so a disabled scene becomes null.
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

/** A placeholder finding for looking up the place of a source. It is never reported. */
const PLACEHOLDER = message('source/told', { words: '' });

/** Returns the issue of a template's problem, without the text range that only editors need. */
export function issueOfProblem({ range: _range, path, ...issue }: Problem): Issue {
  return { ...issue, path: shortPath(path) };
}
