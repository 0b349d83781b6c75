import { assertNever } from '../lib/assert.ts';
import type { Layer, SoundLayer, VideoLayer } from '../template/movie/movie.ts';
import {
  type FrameRate,
  type Frames,
  frames,
  framesToSamples,
  framesToSeconds,
  SAMPLE_RATE,
} from '../template/values/frame-rate.ts';
import { layersOf } from './build-timeline.ts';
import {
  type Crossing,
  dipsFor,
  type LevelKeys,
  levelKeys,
  plainLevel,
  type SampleSpan,
  type SoundLevel,
} from './levels.ts';
import { overlayLayers } from './overlays.ts';
import { layerTime, sourceFrames } from './time.ts';
import type { Timeline, TimelineScene } from './timeline.ts';
import { transitionEasing, transitionsBeside } from './transitions.ts';

/** What can be heard: a sound, or a video's. */
export type HeardLayer = SoundLayer | VideoLayer;

/** A sound with its place in the film, in samples, and how loud it is there. */
export interface TimelineSound {
  readonly layer: HeardLayer;
  /** The scene that it is heard in; null for a sound of the movie, of an overlay or a transition. */
  readonly filmScene: TimelineScene | null;
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

/** Where a source's sound and its picture end, in seconds of the source. */
export interface SoundingSource {
  readonly sound: number;
  /** Null where it has no picture. */
  readonly picture: number | null;
}

/** How long a layer's source sounds; null where it has no sound, or is not known. */
export type SoundSeconds = (layer: HeardLayer) => SoundingSource | null;

/** Everything that is heard in a film, in the order of its scenes; then what is heard in transitions and overlays, then the movie's own sounds. */
export function timelineSounds(film: Timeline, secondsOf: SoundSeconds): readonly TimelineSound[] {
  const inScenes = film.scenes.filter(isPlayed).flatMap((filmScene) => soundsOfScene(filmScene, film, secondsOf));
  const { sounds } = film.movie;
  const across = sounds
    .filter(({ enabled }) => enabled)
    .flatMap((layer) => soundOf(layer, everywhere(film), secondsOf(layer)));
  const over = [...soundsOfTransitions(film, secondsOf), ...soundsOfOverlays(film, secondsOf)];
  const ducking = [...inScenes, ...over, ...across].filter(({ layer }) => layer.ducks);
  return [...inScenes, ...over, ...across.map((sound) => givingWay(sound, ducking, film, secondsOf))];
}

/** The whole film, in which sounds of the movie and of overlays are heard. */
function everywhere(film: Timeline): Surroundings {
  return { film, filmScene: null, ...film.whole, start: 0, end: film.length };
}

/** What is heard in overlays, across scenes: as it would be in a scene as long as the film. */
function soundsOfOverlays(film: Timeline, secondsOf: SoundSeconds): readonly TimelineSound[] {
  const within = everywhere(film);
  const sounds = film.movie.overlays.flatMap((each) => (each.enabled ? each.sounds : []));
  return [
    ...overlayLayers(film.movie).flatMap((layer) => soundsOfLayer(layer, within, secondsOf)),
    ...sounds.filter(({ enabled }) => enabled).flatMap((each) => soundOf(each, within, secondsOf(each))),
  ];
}

/** What is heard in custom transitions besides the scenes that they join. */
function soundsOfTransitions(film: Timeline, secondsOf: SoundSeconds): readonly TimelineSound[] {
  return film.transitions.flatMap(({ transition: { look }, start, length }) => {
    if (look.type !== 'custom' || length === 0) return [];
    const shown = { start: Math.max(0, start), end: Math.min(film.length, start + length) };
    const within = { film, filmScene: null, origin: start, length, ...shown };
    return [
      ...look.layers.filter(({ enabled }) => enabled).flatMap((layer) => soundsOfLayer(layer, within, secondsOf)),
      ...look.sounds.filter(({ enabled }) => enabled).flatMap((each) => soundOf(each, within, secondsOf(each))),
    ];
  });
}

/** What is heard in one scene, from its lowest layer. */
function soundsOfScene(filmScene: TimelineScene, film: Timeline, secondsOf: SoundSeconds): readonly TimelineSound[] {
  const { scene, start, end } = filmScene;
  const within = { film, filmScene, origin: filmScene.origin, length: scene.duration, start, end };
  return [
    ...layersOf(scene).flatMap((layer) => soundsOfLayer(layer, within, secondsOf)),
    ...scene.sounds.filter(({ enabled }) => enabled).flatMap((each) => soundOf(each, within, secondsOf(each))),
  ];
}

/** Of a video, or of those in a group, whose clock begins with it. */
function soundsOfLayer(layer: Layer, within: Surroundings, secondsOf: SoundSeconds): readonly TimelineSound[] {
  if (layer.kind === 'video')
    return layer.audio && layer.freeze === null ? soundOf(layer, within, secondsOf(layer)) : [];
  if (layer.kind !== 'group') return [];
  const { start, end, first, length } = layerTime(layer, frames(within.length));
  const inner = {
    ...within,
    origin: within.origin + start - first,
    length,
    start: Math.max(within.start, within.origin + start),
    end: Math.min(within.end, within.origin + end),
  };
  return layer.layers.filter(({ enabled }) => enabled).flatMap((each) => soundsOfLayer(each, inner, secondsOf));
}

function isPlayed({ scene, start, end }: TimelineScene): boolean {
  return scene.enabled && end > start;
}

/** What a sound stands in, in frames of the film. */
interface Surroundings {
  readonly film: Timeline;
  readonly filmScene: TimelineScene | null;
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
  { film, filmScene, origin, length, start, end }: Surroundings,
  source: SoundingSource | null,
): readonly TimelineSound[] {
  const { frameRate } = film.movie;
  if (source === null) return [];
  const sampleOf = (frame: number) => Math.sign(frame) * framesToSamples(frames(Math.abs(frame)), frameRate);
  const reading = readingOf(layer, source, frameRate);
  const { inPoint, speed, loop, leftOut, lasts } = reading;
  const begin = Math.min(length, layer.offset);
  const lasting = layer.duration === null ? length : Math.min(length, begin + layer.duration);
  const until = Math.max(begin, lasting + (layer.kind === 'video' ? Math.min(0, layer.overlap) : 0));
  const shown = sampleOf(origin + begin);
  const first = shown - framesToSamples(leftOut, frameRate);
  const most = sampleOf(origin + until) - first;
  const left = lasts === null ? Number.POSITIVE_INFINITY : Math.round(lasts);
  const all = loop ? most : Math.min(most, left);
  const startSample = Math.max(shown, sampleOf(start));
  const samples = Math.min(first + all, sampleOf(end)) - startSample;
  if (samples <= 0 || (loop && left <= 0)) return [];
  const { volume, pan, fadeIn, fadeOut } = layer;
  const level = {
    ...plainLevel(all),
    ...{ volume, pan },
    fadeIn: framesToSamples(fadeIn, frameRate),
    fadeOut: framesToSamples(fadeOut, frameRate),
    keys: keysOf(layer, reading, until - begin, length, frameRate),
    crossings:
      filmScene === null
        ? []
        : crossingsOf(filmScene, film, sampleOf).map((each) => ({ ...each, from: each.from - first })),
  };
  const turn = loop && left < all ? left : null;
  return [{ layer, filmScene, startSample, samples, at: startSample - first, inPoint, speed, turn, level }];
}

/**
 * The keys of a layer's sound. A video's count its own frames, as those of its picture do; a sound is as long as it is heard.
 * @param there For how many frames the layer is there.
 * @param clock How many frames the clock has that the layer stands in.
 */
function keysOf(
  layer: HeardLayer,
  { leftOut, loop, lasts }: Reading,
  there: number,
  clock: number,
  rate: FrameRate,
): LevelKeys | null {
  if (layer.kind === 'video')
    return levelKeys(layer, layerTime(layer, frames(clock)).length, Math.max(0, layer.overlap) - leftOut, rate);
  const left = loop || lasts === null ? there : (lasts * rate.numerator) / (SAMPLE_RATE * rate.denominator);
  return levelKeys(layer, Math.min(there, left), 0, rate);
}

/** The transitions beside a scene, as its sounds are heard in them; `from` is counted from the film's first sample. */
function crossingsOf(
  { index }: TimelineScene,
  film: Timeline,
  sampleOf: (frame: number) => number,
): readonly Crossing[] {
  return transitionsBeside(film, index).map(({ transition, start, length, outgoing }) => ({
    kind: transition.sound === 'crossfade' && transition.look.type === 'fade' ? 'fade' : transition.sound,
    isOutgoing: outgoing === index,
    from: sampleOf(start),
    length: sampleOf(start + length) - sampleOf(start),
    easing: transitionEasing(transition),
  }));
}

interface Reading {
  readonly inPoint: Frames;
  readonly speed: number;
  readonly loop: boolean;
  /** Frames at its beginning that are not heard, though they count. */
  readonly leftOut: Frames;
  /** How many samples it is heard, or until it begins again; null where silence follows that counts as its own. */
  readonly lasts: number | null;
}

/** How a layer reads its source. A video begins again and ends with its picture, so that both stay together. */
function readingOf(layer: HeardLayer, { sound, picture }: SoundingSource, rate: FrameRate): Reading {
  const { kind, skip, speed } = layer;
  switch (kind) {
    case 'audio': {
      const lasts = ((sound - framesToSeconds(skip, rate)) * SAMPLE_RATE) / speed;
      return { inPoint: skip, speed, loop: layer.loop, leftOut: frames(0), lasts };
    }
    case 'video': {
      const overlap = frames(Math.max(0, layer.overlap));
      const all = layer.end === 'hold' || picture === null ? null : sourceFrames(layer, picture, rate);
      if (all === null || all === 0) {
        // Not a whole frame where the speed makes it none.
        const inPoint = (skip + overlap * speed) as Frames;
        return { inPoint, speed, loop: false, leftOut: frames(0), lasts: all === 0 && layer.end === 'hide' ? 0 : null };
      }
      const lasts = framesToSamples(frames(all), rate);
      return { inPoint: skip, speed, loop: layer.end === 'loop', leftOut: overlap, lasts };
    }
    default:
      return assertNever(kind);
  }
}

/** A sound of the movie with the dips in which it gives way to others. */
function givingWay(
  sound: TimelineSound,
  ducking: readonly TimelineSound[],
  film: Timeline,
  secondsOf: SoundSeconds,
): TimelineSound {
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
  { startSample, samples, at, inPoint, speed, turn }: TimelineSound,
  source: SoundingSource | null,
  film: Timeline,
): SampleSpan {
  const left = (((source?.sound ?? 0) - framesToSeconds(inPoint, film.movie.frameRate)) * SAMPLE_RATE) / speed;
  const heard = turn === null ? Math.max(0, Math.min(samples, Math.round(left) - at)) : samples;
  return { from: startSample, until: startSample + heard };
}

/** What of one layer is heard in a piece of the film. */
export interface HeardSound {
  readonly layer: HeardLayer;
  /** From the beginning of the piece, in samples of the film. */
  readonly after: number;
  readonly length: number;
  /** Where in the source it begins, and how many seconds of it go by in a second of the film. */
  readonly sourceSeconds: number;
  readonly speed: number;
  readonly level: SoundLevel;
  /** Its first sample, counted as its level counts. */
  readonly at: number;
}

/** A rounding error must not become a sound. */
const LEAST = 0.5;

/**
 * All that is heard from sample `from` of the film on, for `length` samples, which need not be whole. Each begins and ends at the
 * sample where the engine lets it, and is as loud as there.
 */
export function heardBetween(
  film: Timeline,
  from: number,
  length: number,
  secondsOf: SoundSeconds,
): readonly HeardSound[] {
  const end = from + length;
  return soundsBetween(film, from, end, secondsOf).flatMap((sound) => piecesOf(sound, from, end, film));
}

function soundsBetween(film: Timeline, from: number, end: number, secondsOf: SoundSeconds): readonly TimelineSound[] {
  const { numerator, denominator } = film.movie.frameRate;
  const frameOf = (sample: number) => (sample * numerator) / (SAMPLE_RATE * denominator);
  // What begins within a sample of it may be heard in it, because boundaries are rounded.
  const [first, last] = [frameOf(from - 1), frameOf(end + 1)];
  const inScenes = film.scenes
    .filter((scene) => scene.start <= last && scene.end >= first && scene.scene.enabled)
    .flatMap((scene) => soundsOfScene(scene, film, secondsOf));
  const { sounds, overlays, transitions } = film.movie;
  const isAcross = sounds.length > 0 || overlays.length > 0 || transitions.some(({ look }) => look.type === 'custom');
  if (!isAcross) return inScenes;
  return [...inScenes, ...timelineSounds(film, secondsOf).filter(({ filmScene }) => filmScene === null)];
}

/** What of a sound lies between two samples of the film; a piece for each turn of one that begins again. */
function piecesOf(
  { layer, startSample, samples, at: left, inPoint, speed, turn, level }: TimelineSound,
  from: number,
  end: number,
  film: Timeline,
): readonly HeardSound[] {
  const inPointSeconds = framesToSeconds(inPoint, film.movie.frameRate);
  const first = startSample - left;
  const until = Math.min(end, startSample + samples) - first;
  const pieces: HeardSound[] = [];
  for (let at = Math.max(from, startSample) - first; until - at >= LEAST; ) {
    const within = turn === null ? at : at % turn;
    const next = turn === null ? until : Math.min(until, at - within + turn);
    const sourceSeconds = inPointSeconds + (within * speed) / SAMPLE_RATE;
    pieces.push({ layer, after: first + at - from, length: next - at, sourceSeconds, speed, level, at });
    at = next;
  }
  return pieces;
}
