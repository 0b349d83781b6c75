import { playedSources } from '../../../../shared/film/played-sources.ts';
import type { Result } from '../../../../shared/lib/result.ts';
import { statement } from '../../../../shared/statements/statement.ts';
import type { NodeId } from '../../../../shared/template/document.ts';
import type { MediaSource, Movie } from '../../../../shared/template/movie.ts';
import type { Finding } from '../../../../shared/template/problem.ts';
import { eachOnce, sourceKey } from '../../../../shared/template/used-sources.ts';
import type { SourceFailure } from '../../errors/source-failure.ts';
import type { LocatedSource, LocateSource } from '../../sources/located-source.ts';
import { runPool } from '../../waiting/pool.ts';

/** What became of the search for each source, by {@link sourceKey}. */
export type FoundSources<Source = LocatedSource> = ReadonlyMap<string, Result<Source, SourceFailure>>;

const SIDE_BY_SIDE = 4;

/** Every source that is switched on, each once. */
export function sourcesOf(movie: Movie): readonly MediaSource[] {
  return eachOnce(playedSources(movie)).map(({ source }) => source);
}

/** Finds sources, some at a time; those that cannot be used are among the results. */
export async function locateSources(
  sources: readonly MediaSource[],
  locate: LocateSource,
  signal: AbortSignal,
): Promise<FoundSources> {
  const found = new Map<string, Result<LocatedSource, SourceFailure>>();
  await runPool(sources, SIDE_BY_SIDE, signal, async (source, either) => {
    found.set(sourceKey(source), await locate(source, either));
  });
  return found;
}

/**
 * What each layer shows, by the layer's id; or, wherever a source that cannot be used is named, why, all of it together.
 * Sources that are no pictures or sound that run, such as fonts, are looked up in `found`.
 */
export function sourcesByLayer<Source>(
  movie: Movie,
  found: FoundSources<Source>,
): Result<ReadonlyMap<NodeId, Source>, readonly Finding[]> {
  const located = new Map<NodeId, Source>();
  const findings: Finding[] = [];
  for (const { source, kind, at } of playedSources(movie)) {
    const result = found.get(sourceKey(source));
    if (result?.ok && kind === 'media') located.set(at.node, result.value);
    else if (result?.ok === false)
      findings.push({ code: result.error.code, says: statement('source/told', { words: result.error.message }), at });
  }
  return findings.length > 0 ? { ok: false, error: findings } : { ok: true, value: located };
}
