import { createHash } from 'node:crypto';
import { DEFAULT_LANGUAGE } from '#shared/formats/languages.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { isUsed, listVariables, variableAtFault } from '#shared/resolve/variables.ts';
import { elementsOf } from '#shared/template/document/document.ts';
import { type Finding, type Problem, problemCodes } from '#shared/template/document/problem.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import type { NamedSource } from '#shared/template/movie/movie-kinds.ts';
import { eachOnce, sourceKey, usedSources } from '#shared/template/movie/used-sources.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { filmLanguage } from '#shared/template/variables/film-language.ts';
import { sourcesOf as writtenSources } from '#shared/template/variables/written-values.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { locateEach, locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { buildTimeline, type FrameSpan, movieWithin, type RequestedSpan } from '#shared/timeline/build-timeline.ts';
import { hasOpenLengths, movieForSourceSearch } from '#shared/timeline/content-length.ts';
import { packageSources } from '#shared/timeline/film-package.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import { filmSize } from '#shared/timeline/timeline.ts';
import type { Issue } from '../errors/service-error.ts';
import { shortPath } from '../text/short-path.ts';

/** The values of a template's variables as pairs of name and value, because a name can be any text. */
export type Values = readonly (readonly [name: string, value: string])[];

/** A source that a film uses, and its position in the text. The source need not exist. */
export interface SourceUse {
  readonly source: MediaSource;
  /** The code of the issue if the source is missing. */
  readonly code: 'source/not-found' | 'font/not-found' | 'package/cover';
  readonly place: Pick<Issue, 'line' | 'column' | 'path'>;
}

/** A template to be rendered, with its values. */
export interface InspectionQuery {
  readonly xml: string;
  readonly values: Values;
  /** Whether a variable without a value is an error. */
  readonly missing: 'error' | 'ignore';
  /** The range of frames. Only the sources of scenes in it are listed. */
  readonly range?: RequestedSpan | null;
  /** Whether the sources of the film's package are included. */
  readonly isPackaged?: boolean;
  /** The missing sources whose positions are requested. */
  readonly absent?: readonly MediaSource[];
}

/** The result of checking a film's template and values. The check does not open the sources. */
export interface FilmInspection {
  /** The issues and the positions of missing sources, in the order of the text. */
  readonly entries: readonly (
    | { readonly kind: 'issue'; readonly issue: Issue }
    | { readonly kind: 'source'; readonly use: SourceUse }
  )[];
  /** The sources without duplicates. Even a film of 100,000 layers has few different sources. */
  readonly sources: readonly MediaSource[];
  /** The number of uses of missing sources beyond the limit of `entries`. */
  readonly omittedUses: number;
  /**
   * The length of the whole film in frames; null if it cannot be rendered. It is an estimate if lengths come from
   * sources.
   */
  readonly totalFrames: number | null;
  /** Whether the length is an estimate. */
  readonly isLengthOpen: boolean;
}

/** The maximum number of listed positions of missing sources. */
const MAX_ABSENT_USES = 1000;

/** Resolves a template and returns all its issues. Never throws. */
export function inspectFilm({
  xml,
  values,
  missing,
  range = null,
  isPackaged = false,
  absent = [],
}: InspectionQuery): FilmInspection {
  const { source, problems } = readTemplate(xml);
  const readIssues = problems.map((problem) => ({ kind: 'issue', issue: issueOfProblem(problem) }) as const);
  if (source === null)
    return { entries: readIssues, sources: [], omittedUses: 0, totalFrames: null, isLengthOpen: false };
  const { movie, partial, findings } = resolveTemplate(source.document, { values: new Map(values), missing });
  const requestedMovie = movie === null || range === null ? (movie ?? partial) : movieWithin(movie, range);
  const all = sourcesIn(requestedMovie && movieForSourceSearch(requestedMovie), isPackaged);
  const requested = new Set(absent.map(sourceKey));
  const absentUses = requested.size === 0 ? [] : all.filter((use) => requested.has(sourceKey(use.source)));
  const uses = absentUses.slice(0, MAX_ABSENT_USES);
  // Merge the positions of missing sources into the issues, in the order of the text.
  const placeholders = uses.map(({ at }): Finding => ({ code: 'source/not-found', says: PLACEHOLDER, at }));
  const useOf = new Map(placeholders.map((finding, number) => [finding, uses[number]]));
  const located = locateEach([...findings, ...placeholders], source).map(({ finding, problem }) => {
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
    entries: [...readIssues, ...located],
    sources: eachOnce(all).map((use) => use.source),
    omittedUses: absentUses.length - uses.length,
    totalFrames: movie === null ? null : buildTimeline(movie).length,
    isLengthOpen: movie !== null && hasOpenLengths(movie),
  };
}

/**
 * Returns the names of the assets that a template uses with the values of a brand, including assets of disabled parts.
 */
export function assetNamesOf(xml: string, brand: Values): readonly string[] {
  const { source } = readTemplate(xml);
  if (source === null) return [];
  const { partial } = resolveTemplate(source.document, { values: new Map(brand), missing: 'ignore' });
  return partial === null
    ? []
    : usedSources(partial).flatMap((usedSource) => (usedSource.kind === 'asset' ? [usedSource.name] : []));
}

/**
 * Returns issues with positions in the text for findings about a resolved template. This works because the nodes get
 * the same ids each time the text is read.
 */
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
  /** The sources with the columns that refer to them. */
  readonly sources: readonly RowSource[];
  /** The length of the film in frames; an estimate if lengths come from sources. */
  readonly totalFrames: number;
  /** The size of the film in pixels; null if the template has no valid size or frame rate. */
  readonly size: Size | null;
  /** The language of the film. */
  readonly language: string;
}

export interface RowSource {
  readonly source: MediaSource;
  /** The code of the issue if the source is missing. */
  readonly code: SourceUse['code'];
  readonly column: string | null;
}

export interface RowError {
  readonly code: Finding['code'];
  readonly says: Message;
  /** The variable at the position of the error. */
  readonly column: string | null;
}

/** A template that is parsed once and resolved with many rows of values. */
export interface FilmReader {
  common(): BatchInspection;
  /** @param isPackaged Whether the sources of the film's package are included. */
  row(values: Values, isPackaged: boolean): RowInspection;
  /**
   * Returns the hosts of the network sources of a film with their ports, including disabled parts. Hosts without TLS begin
   * with `http://`. An invalid address counts as a host.
   */
  hosts(values: Values): readonly string[];
  /** The digest of a film; see {@link FilmDigest}. */
  digest(film: ValuedFilm): FilmDigest;
}

/** The values of a film, and its range of frames, which is null for all frames. */
export interface ValuedFilm {
  readonly values: Values;
  readonly range: FrameSpan | null;
}

/**
 * The digest of the visible and audible content of a film; null if the template cannot be rendered with these values.
 */
export type FilmDigest = string | null;

export function createFilmReader(xml: string): FilmReader {
  const { source, problems } = readTemplate(xml);
  const variables = source === null ? [] : listVariables(source.document).variables;
  const columnOf = source === null ? () => null : variableAtFault(variables, source.document.root);
  const defaults = new Map(
    variables.flatMap(({ name, default: value }) => (value === null ? [] : [[name, value] as const])),
  );
  let addresses: readonly string[] | null = null;
  return {
    common: () => ({
      issues: [
        ...problems.map(issueOfProblem),
        ...(source === null ? [] : locateFindings(withoutValues(source), source).map(issueOfProblem)),
      ],
      defaults: [...defaults],
      used: variables.filter(isUsed).map(({ name }) => name),
    }),
    row: (values, isPackaged) => {
      if (source === null) return { errors: [], sources: [], totalFrames: 0, size: null, language: DEFAULT_LANGUAGE };
      const given = new Map(values);
      const resolved = resolveTemplate(source.document, { values: given, missing: 'error' });
      const shown = resolved.movie ?? resolved.partial;
      const errors = resolved.findings.filter(({ code }) => problemCodes[code] === 'error');
      return {
        errors: errors.map(({ code, says, at }) => ({ code, says, column: columnOf({ at, says }) })),
        sources: eachOnce(sourcesIn(shown, isPackaged)).map((use) => ({
          source: use.source,
          code: absentCode(use),
          column: columnOf({ at: use.at, says: null }),
        })),
        totalFrames: resolved.movie === null ? 0 : buildTimeline(resolved.movie).length,
        size: shown && filmSize(shown),
        language: filmLanguage(source.document.root, { values: given, defaults }),
      };
    },
    hosts: (values) => {
      if (source === null) return [];
      addresses ??= [...elementsOf(source.document.root)].flatMap((element) =>
        writtenSources(element).flatMap(({ form, value }) => (form === 'url' ? [value.trim()] : [])),
      );
      if (!addresses.some((address) => address.includes('${'))) return [...new Set(addresses.map(hostOf))];
      const { movie, partial } = resolveTemplate(source.document, { values: new Map(values), missing: 'ignore' });
      const shown = movie ?? partial;
      const sources = shown === null ? [] : [...usedSources(shown), ...shown.fonts.map((font) => font.source)];
      return [...new Set(sources.flatMap((each) => (each.kind === 'url' ? [hostOf(each.url)] : [])))];
    },
    digest: ({ values, range }) => {
      if (source === null) return null;
      const { movie } = resolveTemplate(source.document, { values: new Map(values), missing: 'error' });
      return movie && digestOf(range === null ? movie : movieWithin(movie, range));
    },
  };
}

function hostOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { protocol, host } = new URL(address);
  return protocol === 'http:' ? `http://${host}` : host;
}

/**
 * Returns the digest of a movie. Movies with equal content have equal digests. Names, ids, and disabled parts are not
 * part of the content.
 */
function digestOf(movie: Movie): string {
  return createHash('sha256')
    .update(JSON.stringify(contentOf(movie)))
    .digest('hex');
}

function contentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isDisabled(item)).map(contentOf);
  if (typeof value !== 'object' || value === null) return value;
  const isPart = 'enabled' in value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      // The language of burned captions changes neither the picture nor the soft captions.
      if (isPart && key === 'burned') return [];
      if (key === 'id' || key === 'namedBy' || key === 'choices' || (isPart && key === 'name')) return [];
      // Replace a disabled scene by null, because transitions refer to scenes by index.
      if (key === 'scenes' && Array.isArray(field))
        return [[key, field.map((scene) => (isDisabled(scene) ? null : contentOf(scene)))]];
      return [[key, contentOf(field)]];
    }),
  );
}

function isDisabled(value: unknown): boolean {
  // Soft captions are part of the film's package although the picture does not show them.
  return typeof value === 'object' && value !== null && 'enabled' in value && !value.enabled && !('soft' in value);
}

function sourcesIn(movie: Movie | null, isPackaged: boolean): readonly NamedSource[] {
  if (movie === null) return [];
  return isPackaged ? [...playedSources(movie), ...packageSources(movie)] : playedSources(movie);
}

function absentCode({ kind, at }: NamedSource): SourceUse['code'] {
  if (at.attribute === 'cover') return 'package/cover';
  return kind === 'font' ? 'font/not-found' : 'source/not-found';
}

function withoutValues({ document }: TemplateSource): readonly Finding[] {
  const { findings } = resolveTemplate(document, { values: new Map(), missing: 'ignore' });
  return findings.filter(({ code }) => problemCodes[code] === 'error');
}

/** A placeholder message for findings that only serve to look up the position of a source. It is never reported. */
const PLACEHOLDER = message('source/told', { words: '' });

/** Returns the issue for a problem of a template. Omits the text range, which only editors need. */
export function issueOfProblem({ range: _range, path, items, ...issue }: Problem): Issue {
  return { ...issue, path: shortPath(path), ...(items !== undefined && { items: [...items] }) };
}
