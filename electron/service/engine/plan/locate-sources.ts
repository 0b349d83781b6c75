import type { FontChoice } from '#shared/drawings/fonts/choose-fonts.ts';
import { required } from '#shared/lib/assert.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { NamedSource } from '#shared/template/movie/movie-kinds.ts';
import { type RequestedSource, sourceKey } from '#shared/template/movie/used-sources.ts';
import { movieForSourceSearch } from '#shared/timeline/content-length.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import type { SourceFailure } from '../../errors/source-failure.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import type { LocatedSource, LocateSource } from '../../sources/located-source.ts';
import { runPool } from '../../waiting/pool.ts';

/** The result of locating each source. The map's key is {@link requestKey}. */
export type FoundSources<Source = LocatedSource> = ReadonlyMap<string, Result<Source, SourceFailure>>;

/** The facts about a located source that planning needs. */
export type FoundSource = Pick<LocatedSource, 'sha256' | 'facts'>;

const MAX_CONCURRENT = 4;

/** Returns every enabled source that a render of the movie reads, once for each kind of use. */
export function sourcesOf(movie: Movie): readonly RequestedSource[] {
  const requested = new Map<string, RequestedSource>();
  for (const { source, kind } of playedSources(movieForSourceSearch(movie)))
    requested.set(requestKey({ source, kind }), { source, kind });
  return [...requested.values()];
}

/**
 * Returns the key of a requested source. A file that is used both as a video and as a still image has two keys and is
 * examined twice.
 */
export function requestKey({ source, kind }: RequestedSource): string {
  return `${kind} ${sourceKey(source)}`;
}

/** The functions that locate the sources of a film. */
export interface SourceAccess {
  readonly locate: LocateSource;
  /**
   * Returns the fonts that the user added to the program; none by default. An added font affects only texts that
   * contain its characters or name its family. Therefore, a new font affects only the films with such texts.
   */
  readonly addedFonts?: () => Promise<readonly InstalledFont[]>;
}

/**
 * Locates sources, several at a time. Failures are part of the result. The result also includes the fonts that the user
 * added to the program.
 */
export async function locateSources(
  sources: readonly RequestedSource[],
  { locate, addedFonts }: SourceAccess,
  signal: AbortSignal,
): Promise<FoundSources> {
  const found = new Map<string, Result<LocatedSource, SourceFailure>>();
  for (const font of (await addedFonts?.()) ?? []) found.set(`${ADDED_PREFIX}${font.digest}`, ok(addedSource(font)));
  await runPool(sources, MAX_CONCURRENT, signal, async (requested, abortSignal) => {
    found.set(requestKey(requested), await locate(requested, abortSignal));
  });
  return found;
}

/** The prefix of the keys of added fonts. No kind of source has this prefix. */
const ADDED_PREFIX = 'added font ';

function addedSource({ family, digest, weights, style, path }: InstalledFont): LocatedSource {
  const font = { format: 'TrueType', family, weights, style, isVariable: false, hasOnlySvgColors: false } as const;
  return { path, sha256: digest, facts: { still: 'font', font, bytes: 0, video: null, audio: null, damage: null } };
}

export function addedFontsIn(sources: FoundSources<FoundSource>): readonly FontChoice[] {
  return [...sources].flatMap(([key, result]): readonly FontChoice[] => {
    if (!key.startsWith(ADDED_PREFIX) || !result.ok) return [];
    const { sha256, facts } = result.value;
    if (!('still' in facts) || facts.still !== 'font') return [];
    const { family, weights, style } = facts.font;
    return family === null || weights === null || style === null ? [] : [{ family, digest: sha256, weights, style }];
  });
}

/** Returns the facts without the paths. A plan is independent of the paths on this machine. */
export function factsIn(sources: FoundSources): FoundSources<FoundSource> {
  const facts = ({ sha256, facts }: FoundSource) => ({ sha256, facts });
  return new Map([...sources].map(([key, result]) => [key, result.ok ? ok(facts(result.value)) : result]));
}

/** A located source, and the place in the template that names it. */
export interface UsedSource<Source> extends NamedSource {
  readonly found: Source;
}

/**
 * Returns the located sources of a film, once for each use. If any failed, returns the findings for all places that
 * name a failed source.
 */
export function usedSources<Source>(
  movie: Movie,
  sources: FoundSources<Source>,
): Result<readonly UsedSource<Source>[], readonly Finding[]> {
  const used: UsedSource<Source>[] = [];
  const findings: Finding[] = [];
  for (const named of playedSources(movie)) {
    const result = sources.get(requestKey(named));
    if (result?.ok) used.push({ ...named, found: result.value });
    else if (result !== undefined) findings.push(sourceFinding(result.error, named));
  }
  return findings.length > 0 ? { ok: false, error: findings } : { ok: true, value: used };
}

/** The finding codes for missing and unreadable fonts. */
const FONT_CODES: Readonly<Partial<Record<SourceFailure['code'], SourceFailure['code']>>> = {
  'source/not-found': 'font/not-found',
  'source/unreadable': 'font/unreadable',
};

/** The finding codes for unreadable text files, by their use. */
const TEXT_CODES = { table: 'cube/unreadable', captions: 'captions/unreadable' } as const;

/** Returns the finding about a source that cannot be used. */
export function sourceFinding({ code, says }: SourceFailure, { kind, at }: NamedSource): Finding {
  if (code === 'source/unreadable' && (kind === 'table' || kind === 'captions'))
    return { code: TEXT_CODES[kind], says, at };
  return { code: kind === 'font' ? (FONT_CODES[code] ?? code) : code, says, at };
}

/** Returns a function that maps a digest to the path of the bytes. */
export function pathsByDigest(sources: FoundSources): (sha256: string) => string {
  const paths = new Map<string, string>();
  for (const result of sources.values()) if (result.ok) paths.set(result.value.sha256, result.value.path);
  return (sha256) => required(paths.get(sha256), 'a part of a source that was not located');
}
