import type { Cue } from '#shared/captions/cue.ts';
import { cuesFromLayer } from '#shared/captions/shown-cues.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { type CaptionsLayer, type Movie, sourceLabel } from '#shared/template/movie/movie.ts';
import type { RequestedSource } from '#shared/template/movie/used-sources.ts';
import { lengthDeterminingSources, withContentLengths } from '#shared/timeline/content-length.ts';
import { type FilmPackage, filmPackage, packageSources } from '#shared/timeline/film-package.ts';
import { type FoundSource, type FoundSources, requestKey, sourceFinding } from './locate-sources.ts';
import { sourceEndsOf } from './planned-sources.ts';

/** Returns the sources that the package of a film needs, including the sources that determine its lengths. */
export function sourcesOfPackage(movie: Movie): readonly RequestedSource[] {
  const all = [...lengthDeterminingSources(movie), ...packageSources(movie)];
  return [...new Map(all.map(({ source, kind }) => [requestKey({ source, kind }), { source, kind }])).values()];
}

/**
 * Returns the content of the package of a film whose sources are located. The error lists the problems of its captions
 * and its cover.
 */
export function packageOfFilm(movie: Movie, found: FoundSources<FoundSource>): Result<FilmPackage, readonly Finding[]> {
  const findings = packageSources(movie).flatMap((named): readonly Finding[] => {
    const result = found.get(requestKey(named));
    if (result === undefined || result.ok) return [];
    if (named.kind !== 'image') return [sourceFinding(result.error, named)];
    const says = message('package/cover', { name: sourceLabel(named.source) });
    return [{ code: 'package/cover', at: named.at, says }];
  });
  if (findings.length > 0) return err(findings);
  const measured = withContentLengths(movie, sourceEndsOf(found));
  return ok(filmPackage(measured, (layer) => cuesOf(layer, movie, found)));
}

function cuesOf(
  { cues, source }: CaptionsLayer,
  { frameRate }: Movie,
  found: FoundSources<FoundSource>,
): readonly Cue[] {
  if (cues !== undefined) return cuesFromLayer(cues, frameRate);
  const result = source === null ? undefined : found.get(requestKey({ source, kind: 'captions' }));
  if (result?.ok !== true) return [];
  const { facts } = result.value;
  return 'still' in facts && facts.still === 'captions' ? facts.captions.cues : [];
}
