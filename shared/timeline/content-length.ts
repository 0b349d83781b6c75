import { assertNever } from '../lib/assert.ts';
import { onceFor } from '../lib/once-for.ts';
import { message } from '../messages/message.ts';
import { limits } from '../template/document/limits.ts';
import type { Finding } from '../template/document/problem.ts';
import {
  type CaptionsLayer,
  type Layer,
  type Movie,
  type Scene,
  type SoundLayer,
  sourceForPeople,
  type VideoLayer,
} from '../template/movie/movie.ts';
import { type RequestedSource, sourceKey, withInner } from '../template/movie/used-sources.ts';
import { type FrameRate, frames, framesToSeconds } from '../template/values/frame-rate.ts';
import { contentSeconds } from '../template/values/source-length.ts';
import { buildTimeline } from './build-timeline.ts';
import type { HeardLayer } from './sounds.ts';
import { sourceFrames } from './time.ts';

/** Where the streams of a source end, in seconds of its own time; null for one that it has not. */
export interface SourceEnds {
  /** Of captions: where the last of them ends. */
  readonly picture: number | null;
  readonly sound: number | null;
}

/** Where a layer's source ends; null while that is not known. */
export type EndsOf = (layer: Pick<HeardLayer | CaptionsLayer, 'kind' | 'id' | 'source'>) => SourceEnds | null;

/** Of no source anything is known. */
export const NOTHING_KNOWN: EndsOf = () => null;

/** Less than what rounding takes of a frame's number: so that a sound of two seconds has no frame more. */
const ALMOST = 1e-6;

const fitted = new WeakMap<Scene, Scene>();

/**
 * A movie whose scenes are as long as their content where they say so, as far as sources are known. A scene that is as
 * before is the same object.
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
  const known = ends.filter((end) => end !== null);
  // What waits for its source is judged when that is known.
  if (known.length < ends.length) return scene;
  const last = Math.max(0, ...known);
  if (last === 0 && !fits.isWhole) return scene;
  if (last === 0) return remembered(scene, { ...scene, fits: { ...fits, state: 'none' } });
  const longest = Math.ceil((limits.seconds * rate.numerator) / rate.denominator) + 1;
  const duration = frames(Math.max(1, Math.min(longest, last + fits.extra)));
  return remembered(scene, { ...scene, duration, fits: { ...fits, state: 'known' } });
}

function remembered(scene: Scene, now: Scene): Scene {
  const before = fitted.get(scene);
  if (before?.duration === now.duration && before.fits?.state === now.fits?.state) return before;
  fitted.set(scene, now);
  return now;
}

/** Where those of a scene's layers end that have a length, in frames of the scene; null where it waits for a source. */
function endsIn(
  { layers, sounds }: Scene,
  of: 'all' | 'audio',
  rate: FrameRate,
  endsOf: EndsOf,
): readonly (number | null)[] {
  const heard = sounds.flatMap((sound) => (sound.enabled ? endOfSound(sound, rate, endsOf) : []));
  if (of === 'audio') return heard;
  return [...heard, ...layers.flatMap((layer) => (layer.enabled ? endOfLayer(layer, rate, endsOf) : []))];
}

/** None for a layer that has no length. */
function endOfLayer(layer: Layer, rate: FrameRate, endsOf: EndsOf): readonly (number | null)[] {
  const { kind, offset, duration, overlap } = layer;
  const endAfter = (lasts: number) => (lasts > 0 ? [offset + lasts] : []);
  if (duration !== null) return endAfter(duration + Math.min(0, overlap));
  switch (kind) {
    case 'video': {
      if (layer.freeze !== null) return [];
      const ends = endsOf(layer);
      if (ends === null) return [null];
      const seconds = videoEnd(layer, ends);
      // Below 0 an overlap ends a layer sooner, above 0 it leaves out as much of its beginning.
      return endAfter((seconds === null ? 0 : sourceFrames(layer, seconds, rate)) - Math.abs(overlap));
    }
    case 'captions': {
      const ends = endsOf(layer);
      if (ends === null) return [null];
      return endAfter(framesUpTo(ends.picture ?? 0, layer.skip, 1, rate) - Math.abs(overlap));
    }
    case 'image':
    case 'text':
    case 'solid':
    case 'shape':
    case 'group':
    case 'layer':
      return [];
    default:
      return assertNever(kind);
  }
}

/** Returns where a video ends. Its sound counts where it is heard and goes on while the last picture is held. */
function videoEnd({ audio, end }: Pick<VideoLayer, 'audio' | 'end'>, { picture, sound }: SourceEnds): number | null {
  return audio && end === 'hold' ? contentSeconds(picture, sound) : (picture ?? sound);
}

/** None for a sound that has no length: one that begins again and again, or that has nothing to be heard. */
function endOfSound(sound: SoundLayer, rate: FrameRate, endsOf: EndsOf): readonly (number | null)[] {
  const { offset, duration, loop, skip, speed } = sound;
  if (duration !== null) return [offset + duration];
  if (loop) return [];
  const ends = endsOf(sound);
  if (ends === null) return [null];
  const lasts = framesUpTo(ends.sound ?? 0, skip, speed, rate);
  return lasts <= 0 ? [] : [offset + lasts];
}

/** How many frames it takes from the in-point of a source to its end. */
function framesUpTo(seconds: number, skip: number, speed: number, rate: FrameRate): number {
  return Math.ceil(((seconds * rate.numerator) / rate.denominator - skip) / speed - ALMOST);
}

/** What is known of sources, by their {@link sourceKey}. */
export function endsByKey(known: ReadonlyMap<string, SourceEnds>): EndsOf {
  return ({ source }) => known.get(sourceKey(source)) ?? null;
}

/** The sources that lengths of scenes come from, known or not, each once. */
export function lengthSources({ scenes }: Pick<Movie, 'scenes'>): readonly RequestedSource[] {
  const found = new Map<string, RequestedSource>();
  for (const { enabled, fits, layers, sounds } of scenes) {
    if (!enabled || fits === null) continue;
    for (const layer of [...(fits.of === 'all' ? layers.filter(runs) : []), ...sounds])
      if (layer.enabled && layer.duration === null)
        found.set(sourceKey(layer.source), {
          source: layer.source,
          kind: layer.kind === 'captions' ? 'captions' : 'media',
        });
  }
  return [...found.values()];
}

/** Whether the length of a scene that is played is not known, so that neither the film's is. */
export function hasOpenLengths({ scenes }: Pick<Movie, 'scenes'>): boolean {
  return scenes.some(({ enabled, fits }) => enabled && fits?.state === 'open');
}

/** Scenes whose length comes from their content, which has none. */
export function lengthFindings({ scenes }: Pick<Movie, 'scenes'>): readonly Finding[] {
  return scenes.flatMap(({ id, enabled, fits }): readonly Finding[] =>
    enabled && fits?.state === 'none'
      ? [{ code: 'template/no-length', at: { node: id }, says: message('template/no-length', { of: fits.of }) }]
      : [],
  );
}

/** Videos, sounds and captions that begin where their source has ended. */
export function endedFindings(movie: Movie, endsOf: EndsOf): readonly Finding[] {
  const { scenes, transitions, movie: shown } = buildTimeline(movie);
  const inScenes = scenes.flatMap(({ scene, start, end }) =>
    end > start && scene.enabled && scene.layers.length + scene.sounds.length > 0 ? runningIn(scene) : [],
  );
  const over = shown.overlays.flatMap(({ enabled, layers, sounds }) =>
    enabled ? [...withInner(layers).filter(runs), ...sounds] : [],
  );
  const between = transitions.flatMap(({ transition: { look }, length }) =>
    look.type === 'custom' && length > 0 ? [...withInner(look.layers).filter(runs), ...look.sounds] : [],
  );
  return [...inScenes, ...shown.sounds, ...over, ...between].flatMap((layer): readonly Finding[] => {
    const ends = layer.enabled ? endsOf(layer) : null;
    const seconds = ends && endOfRunning(layer, ends);
    if (seconds === null || framesToSeconds(layer.skip, movie.frameRate) < seconds) return [];
    const says = message('source/ended', { source: sourceForPeople(layer.source), seconds });
    return [{ code: 'source/ended', at: { node: layer.id, attribute: 'skip' }, says }];
  });
}

function endOfRunning(layer: VideoLayer | CaptionsLayer | SoundLayer, ends: SourceEnds): number | null {
  switch (layer.kind) {
    case 'audio':
      return ends.sound;
    case 'video':
      return videoEnd(layer, ends);
    case 'captions':
      return ends.picture;
    default:
      return assertNever(layer);
  }
}

/** What of a scene, which never changes, comes from a source that may have ended. */
const runningIn = onceFor(({ layers, sounds }: Scene) => [...withInner(layers).filter(runs), ...sounds]);

function runs(layer: Layer): layer is VideoLayer | CaptionsLayer {
  return layer.kind === 'captions' || (layer.kind === 'video' && layer.freeze === null);
}
