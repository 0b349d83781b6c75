import type { Result } from '../../../shared/lib/result.ts';
import type { NodeId } from '../../../shared/template/document.ts';
import { enabledParts, type MediaSource, type Movie, type VideoLayer } from '../../../shared/template/movie.ts';
import type { Finding } from '../../../shared/template/problem.ts';
import { runPool } from './pool.ts';
import type { LocatedSource, RenderSurroundings, SourceFailure } from './render-types.ts';

export type SourcesByLayer = ReadonlyMap<NodeId, LocatedSource>;

const SIDE_BY_SIDE = 4;

/** Finds every source that is switched on, each once; all that cannot be used are reported together. */
export async function locateSources(
  movie: Movie,
  locate: RenderSurroundings['locate'],
  signal: AbortSignal,
): Promise<Result<SourcesByLayer, readonly Finding[]>> {
  const layers = enabledParts(movie).scenes.flatMap((scene) => scene.layers);
  const sources = new Map(layers.map((layer) => [nameOf(layer.source), layer.source]));
  const found = new Map<string, Result<LocatedSource, SourceFailure>>();
  await runPool([...sources], SIDE_BY_SIDE, signal, async ([name, source], either) => {
    found.set(name, await locate(source, either));
  });
  const located = new Map<NodeId, LocatedSource>();
  const findings: Finding[] = [];
  for (const layer of layers) {
    const result = found.get(nameOf(layer.source));
    if (result?.ok) located.set(layer.id, result.value);
    else if (result) findings.push(findingOf(layer, result.error));
  }
  return findings.length > 0 ? { ok: false, error: findings } : { ok: true, value: located };
}

function findingOf(layer: VideoLayer, { code, message }: SourceFailure): Finding {
  return { code, message, at: { node: layer.id, attribute: layer.source.kind === 'url' ? 'url' : 'src' } };
}

function nameOf(source: MediaSource): string {
  return JSON.stringify(source);
}
