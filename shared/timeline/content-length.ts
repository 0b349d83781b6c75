import { message } from '../messages/message.ts';
import { limits } from '../template/document/limits.ts';
import type { Finding } from '../template/document/problem.ts';
import type { FileCaptions, Layer, Movie, Scene, SoundLayer, VideoLayer } from '../template/movie/movie.ts';
import { type RequestedSource, sourceKey } from '../template/movie/used-sources.ts';
import { type FrameRate, frames } from '../template/values/frame-rate.ts';
import { contentLengthOf, type EndsOf, framesUpTo, type SourceEnds } from './timeline-kinds.ts';

/** The ends of sources before any source is known. They are always null. */
export const NOTHING_KNOWN: EndsOf = () => null;

const fittedScenes = new WeakMap<Scene, Scene>();

/**
 * Returns a movie in which scenes with a content length end with their known sources. Unchanged scenes stay the same
 * objects.
 */
export function withContentLengths(movie: Movie, endsOf: EndsOf): Movie {
  if (movie.scenes.every(({ fits }) => fits === null)) return movie;
  const scenes = movie.scenes.map((scene) => fittedScene(scene, movie.frameRate, endsOf));
  return scenes.every((scene, index) => scene === movie.scenes[index]) ? movie : { ...movie, scenes };
}

function fittedScene(scene: Scene, rate: FrameRate, endsOf: EndsOf): Scene {
  const { fits } = scene;
  if (fits === null || fits.state === 'known') return scene;
  const ends = endsIn(scene, fits.of, rate, endsOf);
  const knownEnds = ends.filter((end) => end !== null);
  // Keep the scene until all of its sources are known.
  if (knownEnds.length < ends.length) return scene;
  const contentEnd = Math.max(0, ...knownEnds);
  if (contentEnd === 0 && !fits.isWhole) return scene;
  if (contentEnd === 0) return cached(scene, { ...scene, fits: { ...fits, state: 'none' } });
  const maxFrames = Math.ceil((limits.seconds * rate.numerator) / rate.denominator) + 1;
  const duration = frames(Math.max(1, Math.min(maxFrames, contentEnd + fits.extra)));
  return cached(scene, { ...scene, duration, fits: { ...fits, state: 'known' } });
}

function cached(scene: Scene, fitted: Scene): Scene {
  const before = fittedScenes.get(scene);
  if (before?.duration === fitted.duration && before.fits?.state === fitted.fits?.state) return before;
  fittedScenes.set(scene, fitted);
  return fitted;
}

/**
 * Returns the ends of the sounds of a scene, in frames of the scene. For `all`, includes the ends of its layers. Null
 * represents the end of an unknown source. Items without a length are omitted.
 */
function endsIn(
  { layers, sounds }: Scene,
  of: 'all' | 'audio',
  rate: FrameRate,
  endsOf: EndsOf,
): readonly (number | null)[] {
  const soundEnds = sounds.flatMap((sound) => (sound.enabled ? endOfSound(sound, rate, endsOf) : []));
  if (of === 'audio') return soundEnds;
  return [...soundEnds, ...layers.flatMap((layer) => (layer.enabled ? endOfLayer(layer, rate, endsOf) : []))];
}

/**
 * Returns the end of a layer in a list. The list is empty for a layer without a length, and contains null for an
 * unknown source.
 */
function endOfLayer(layer: Layer, rate: FrameRate, endsOf: EndsOf): readonly (number | null)[] {
  const { offset, duration, overlap } = layer;
  const endAfter = (lasts: number) => (lasts > 0 ? [offset + lasts] : []);
  if (duration !== null) return endAfter(duration + Math.min(0, overlap));
  return contentLengthOf(layer, rate, endsOf).flatMap((length) => (length === null ? [null] : endAfter(length)));
}

/**
 * Returns the end of a sound in a list. The list is empty if the sound loops, or if its source has no sound after the
 * in-point. The list contains null for an unknown source.
 */
function endOfSound(sound: SoundLayer, rate: FrameRate, endsOf: EndsOf): readonly (number | null)[] {
  const { offset, duration, loop, skip, speed } = sound;
  if (duration !== null) return [offset + duration];
  if (loop) return [];
  const ends = endsOf(sound);
  if (ends === null) return [null];
  const lasts = framesUpTo(ends.sound ?? 0, skip, speed, rate);
  return lasts <= 0 ? [] : [offset + lasts];
}

/** Returns a function that finds the ends in a map by {@link sourceKey}. */
export function endsByKey(endsOfSources: ReadonlyMap<string, SourceEnds>): EndsOf {
  return ({ source }) => endsOfSources.get(sourceKey(source)) ?? null;
}

/** Returns the sources that determine the lengths of scenes, without duplicates. Includes sources with known ends. */
export function lengthDeterminingSources({ scenes }: Pick<Movie, 'scenes'>): readonly RequestedSource[] {
  const sources = new Map<string, RequestedSource>();
  for (const { enabled, fits, layers, sounds } of scenes) {
    if (!enabled || fits === null) continue;
    for (const layer of [...(fits.of === 'all' ? layers.filter(hasPlayingSource) : []), ...sounds])
      if (layer.enabled && layer.duration === null)
        sources.set(sourceKey(layer.source), {
          source: layer.source,
          kind: layer.kind === 'captions' ? 'captions' : 'media',
        });
  }
  return [...sources.values()];
}

/**
 * Returns the movie whose sources a render reads: this movie, or, in two cases, this movie without its range. Open
 * lengths determine which scenes are in the range, and a loudness target needs the loudness of the whole film.
 */
export function movieForSourceSearch(movie: Movie): Movie {
  return hasOpenLengths(movie) || movie.loudness !== undefined ? { ...movie, span: null } : movie;
}

/** Returns whether the length of an enabled scene is unknown. The length of the timeline is then unknown, too. */
export function hasOpenLengths({ scenes }: Pick<Movie, 'scenes'>): boolean {
  return scenes.some(({ enabled, fits }) => enabled && fits?.state === 'open');
}

/** Reports scenes with a content length that contain nothing with a length. */
export function lengthFindings({ scenes }: Pick<Movie, 'scenes'>): readonly Finding[] {
  return scenes.flatMap(({ id, enabled, fits }): readonly Finding[] =>
    enabled && fits?.state === 'none'
      ? [{ code: 'template/no-length', at: { node: id }, says: message('template/no-length', { of: fits.of }) }]
      : [],
  );
}

/** Returns whether a layer plays a source, so that its length can depend on the source. A frozen video does not. */
function hasPlayingSource(layer: Layer): layer is VideoLayer | FileCaptions {
  return (layer.kind === 'captions' && layer.source !== null) || (layer.kind === 'video' && layer.freeze === null);
}
