import { playedLayers } from '../../../../shared/film/settle.ts';
import type { Result } from '../../../../shared/lib/result.ts';
import type { NodeId } from '../../../../shared/template/document.ts';
import type { Layer, MediaSource, Movie } from '../../../../shared/template/movie.ts';
import type { Finding } from '../../../../shared/template/problem.ts';
import type { SourceFailure } from '../../errors/source-failure.ts';
import type { LocatedSource, LocateSource } from '../../sources/located-source.ts';
import { runPool } from '../../waiting/pool.ts';

/** What became of the search for each source, by {@link sourceKey}. */
export type FoundSources<Source = LocatedSource> = ReadonlyMap<string, Result<Source, SourceFailure>>;

const SIDE_BY_SIDE = 4;

/** Every source that is switched on, each once. */
export function sourcesOf(movie: Movie): readonly MediaSource[] {
  const layers = playedLayers(movie);
  return [...new Map(layers.map(({ source }) => [sourceKey(source), source])).values()];
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

/** What each layer shows; or, wherever a source that cannot be used is shown, why, all of it together. */
export function sourcesByLayer<Source>(
  movie: Movie,
  found: FoundSources<Source>,
): Result<ReadonlyMap<NodeId, Source>, readonly Finding[]> {
  const located = new Map<NodeId, Source>();
  const findings: Finding[] = [];
  for (const layer of playedLayers(movie)) {
    const result = found.get(sourceKey(layer.source));
    if (result?.ok) located.set(layer.id, result.value);
    else if (result) findings.push(findingOf(layer, result.error));
  }
  return findings.length > 0 ? { ok: false, error: findings } : { ok: true, value: located };
}

function findingOf(layer: Layer, { code, message }: SourceFailure): Finding {
  return { code, message, at: { node: layer.id, attribute: layer.source.kind === 'url' ? 'url' : 'src' } };
}

function sourceKey(source: MediaSource): string {
  return JSON.stringify(source);
}
