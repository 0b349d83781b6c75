import { assertNever } from '../../lib/assert.ts';
import type { VideoLayer } from '../../template/movie/movie.ts';
import type { SoundLayer } from '../../template/movie/sound-layer.ts';
import {
  type Frames,
  frames,
  framesToSamples,
  framesToSeconds,
  SAMPLE_RATE,
} from '../../template/values/frame-rate.ts';
import type { Film, ScenePlace } from '../film.ts';
import { layersOf } from '../settle.ts';
import { dipsFor, type SampleSpan } from './ducking.ts';
import { plainLevel, type SoundLevel } from './level.ts';

/** What can be heard: a sound, or a video's. */
export type HeardLayer = SoundLayer | VideoLayer;

/** A sound with its place in the film, in samples, and how loud it is there. */
export interface FilmSound {
  readonly layer: HeardLayer;
  /** The scene that it is heard in; null for a sound of the movie. */
  readonly place: ScenePlace | null;
  readonly startSample: number;
  readonly samples: number;
  /** How many of its own samples lie before that: more than 0 where the film shows only the rest of it. */
  readonly at: number;
  /** Where in the source its own first sample is, in frames of the movie. */
  readonly inPoint: Frames;
  readonly speed: number;
  /** After how many samples it begins again at its in-point; null where it does not. */
  readonly turn: number | null;
  readonly level: SoundLevel;
}

/** When a layer's source has sound, in seconds of the source; null where it has none, or is not known. */
export type SoundSeconds = (layer: HeardLayer) => number | null;

/** Everything that is heard in a film, in the order of its scenes; the movie's own sounds come last. */
export function filmSounds(film: Film, secondsOf: SoundSeconds): readonly FilmSound[] {
  const inScenes = film.scenes.filter(isPlayed).flatMap((place) => soundsOfScene(place, film, secondsOf));
  const { sounds, shown } = film.movie;
  const whole = { film, place: null, origin: -(shown?.from ?? 0), length: shown?.whole ?? film.length };
  const across = sounds
    .filter(({ enabled }) => enabled)
    .flatMap((layer) => soundOf(layer, { ...whole, start: 0, end: film.length }, secondsOf(layer)));
  const ducking = [...inScenes, ...across].filter(({ layer }) => layer.ducks);
  return [...inScenes, ...across.map((sound) => givingWay(sound, ducking, film, secondsOf))];
}

/** What is heard in one scene, from its lowest layer. */
export function soundsOfScene(place: ScenePlace, film: Film, secondsOf: SoundSeconds): readonly FilmSound[] {
  const { scene, start, end } = place;
  const videos = layersOf(scene).filter((layer) => layer.kind === 'video');
  const heard = [...videos.filter(({ audio }) => audio), ...scene.sounds.filter(({ enabled }) => enabled)];
  const clock = { origin: start - (scene.shown?.from ?? 0), length: scene.duration };
  return heard.flatMap((layer) => soundOf(layer, { film, place, ...clock, start, end }, secondsOf(layer)));
}

function isPlayed({ scene, start, end }: ScenePlace): boolean {
  return scene.enabled && end > start;
}

/** What a sound stands in, in frames of the film. */
interface Surroundings {
  readonly film: Film;
  readonly place: ScenePlace | null;
  /** Where its clock begins: before the film where that shows only the rest of it. */
  readonly origin: number;
  /** How long its clock runs. */
  readonly length: number;
  /** The frames of the film in which it can be heard. */
  readonly start: number;
  readonly end: number;
}

function soundOf(
  layer: HeardLayer,
  { film, place, origin, length, start, end }: Surroundings,
  seconds: number | null,
): readonly FilmSound[] {
  const { frameRate } = film.movie;
  if (seconds === null) return [];
  const sampleOf = (frame: number) => Math.sign(frame) * framesToSamples(frames(Math.abs(frame)), frameRate);
  const { inPoint, speed, loop } = readingOf(layer);
  const begin = Math.min(length, layer.offset);
  const lasting = layer.duration === null ? length : Math.min(length, begin + layer.duration);
  const until = Math.max(begin, lasting + (layer.kind === 'video' ? Math.min(0, layer.overlap) : 0));
  const first = sampleOf(origin + begin);
  const most = sampleOf(origin + until) - first;
  const left = Math.round(((seconds - framesToSeconds(inPoint, frameRate)) * SAMPLE_RATE) / speed);
  const all = layer.kind === 'video' || loop ? most : Math.min(most, left);
  const startSample = Math.max(first, sampleOf(start));
  const samples = Math.min(first + all, sampleOf(end)) - startSample;
  if (samples <= 0 || (loop && left <= 0)) return [];
  const { volume, pan, fadeIn, fadeOut } = layer;
  const level = {
    ...plainLevel(all),
    ...{ volume, pan },
    fadeIn: framesToSamples(fadeIn, frameRate),
    fadeOut: framesToSamples(fadeOut, frameRate),
  };
  const turn = loop && left < all ? left : null;
  return [{ layer, place, startSample, samples, at: startSample - first, inPoint, speed, turn, level }];
}

/** How a layer reads its source. */
function readingOf(layer: HeardLayer): { readonly inPoint: Frames; readonly speed: number; readonly loop: boolean } {
  const { kind } = layer;
  switch (kind) {
    case 'audio':
      return { inPoint: layer.skip, speed: layer.speed, loop: layer.loop };
    case 'video':
      return { inPoint: frames(layer.skip + Math.max(0, layer.overlap)), speed: 1, loop: false };
    default:
      return assertNever(kind);
  }
}

/** A sound of the movie with the dips in which it gives way to others. */
function givingWay(sound: FilmSound, ducking: readonly FilmSound[], film: Film, secondsOf: SoundSeconds): FilmSound {
  const { layer, startSample, at, level } = sound;
  if (layer.kind !== 'audio' || layer.duck === null) return sound;
  const ramp = framesToSamples(layer.duckFade, film.movie.frameRate);
  const first = startSample - at;
  const spans = ducking
    .filter((other) => other.layer !== layer)
    .map((other) => soundingSpan(other, secondsOf(other.layer), film))
    .map(({ from, until }) => ({ from: from - first, until: until - first }));
  const dips = dipsFor(spans, layer.duck, ramp).filter(
    ({ from, until }) => until > -ramp && from < level.length + ramp,
  );
  return { ...sound, level: { ...level, dips } };
}

/** Where a sound really has something to be heard: a video may go on when its sound has ended. */
function soundingSpan(
  { startSample, samples, at, inPoint, speed, turn }: FilmSound,
  seconds: number | null,
  film: Film,
): SampleSpan {
  const left = (((seconds ?? 0) - framesToSeconds(inPoint, film.movie.frameRate)) * SAMPLE_RATE) / speed;
  const heard = turn === null ? Math.max(0, Math.min(samples, Math.round(left) - at)) : samples;
  return { from: startSample, until: startSample + heard };
}
