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
  duckingDips,
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

/** A layer with sound: a sound layer or a video layer. */
export type AudibleLayer = SoundLayer | VideoLayer;

/** A sound with its level and its position on the timeline, in samples. */
export interface TimelineSound {
  readonly layer: AudibleLayer;
  /** The scene that contains the sound; null for sounds of the movie, overlays, and transitions. */
  readonly scene: TimelineScene | null;
  readonly startSample: number;
  readonly samples: number;
  /** The number of omitted samples at the start of the sound, for a range that begins within the sound; otherwise 0. */
  readonly at: number;
  /** The position in the source at the first sample of the sound, in frames of the movie. */
  readonly inPoint: Frames;
  readonly speed: number;
  /** The number of samples per repetition, which starts at the in-point; null if the sound does not loop. */
  readonly turn: number | null;
  readonly level: SoundLevel;
}

/** The ends of the sound and the picture of a source, in seconds of the source. */
export interface SoundingSource {
  readonly sound: number;
  /** The end of the picture; null for a source without a picture. */
  readonly picture: number | null;
}

/** A function that returns the ends of a layer’s source; null if the source is unknown or has no sound. */
export type SoundSeconds = (layer: AudibleLayer) => SoundingSource | null;

/**
 * Returns all sounds of a timeline: first the sounds of the scenes in order, then of transitions, of overlays, and of
 * the movie.
 */
export function timelineSounds(timeline: Timeline, secondsOf: SoundSeconds): readonly TimelineSound[] {
  const inScenes = timeline.scenes
    .filter(isPlayed)
    .flatMap((timelineScene) => soundsOfScene(timelineScene, timeline, secondsOf));
  const { sounds } = timeline.movie;
  const across = sounds
    .filter(({ enabled }) => enabled)
    .flatMap((layer) => soundOf(layer, wholeTimeline(timeline), secondsOf(layer)));
  const over = [...soundsOfTransitions(timeline, secondsOf), ...soundsOfOverlays(timeline, secondsOf)];
  const ducking = [...inScenes, ...over, ...across].filter(({ layer }) => layer.ducks);
  return [...inScenes, ...over, ...across.map((sound) => duckedSound(sound, ducking, timeline, secondsOf))];
}

/** Returns a container with the length of the timeline, for the sounds of the movie and of overlays. */
function wholeTimeline(timeline: Timeline): Container {
  return { timeline, timelineScene: null, ...timeline.whole, start: 0, end: timeline.length };
}

/** Returns the sounds of overlays. Their container is as long as the movie. */
function soundsOfOverlays(timeline: Timeline, secondsOf: SoundSeconds): readonly TimelineSound[] {
  const container = wholeTimeline(timeline);
  const sounds = timeline.movie.overlays.flatMap((overlay) => (overlay.enabled ? overlay.sounds : []));
  return [
    ...overlayLayers(timeline.movie).flatMap((layer) => soundsOfLayer(layer, container, secondsOf)),
    ...sounds.filter(({ enabled }) => enabled).flatMap((sound) => soundOf(sound, container, secondsOf(sound))),
  ];
}

/** Returns the sounds of custom transitions, without the sounds of the joined scenes. */
function soundsOfTransitions(timeline: Timeline, secondsOf: SoundSeconds): readonly TimelineSound[] {
  return timeline.transitions.flatMap(({ transition: { look }, start, length }) => {
    if (look.type !== 'custom' || length === 0) return [];
    const audibleRange = { start: Math.max(0, start), end: Math.min(timeline.length, start + length) };
    const container = { timeline, timelineScene: null, origin: start, length, ...audibleRange };
    return [
      ...look.layers.filter(({ enabled }) => enabled).flatMap((layer) => soundsOfLayer(layer, container, secondsOf)),
      ...look.sounds.filter(({ enabled }) => enabled).flatMap((sound) => soundOf(sound, container, secondsOf(sound))),
    ];
  });
}

/** Returns the sounds of a scene, from the lowest layer. */
function soundsOfScene(
  timelineScene: TimelineScene,
  timeline: Timeline,
  secondsOf: SoundSeconds,
): readonly TimelineSound[] {
  const { scene, start, end } = timelineScene;
  const container = { timeline, timelineScene, origin: timelineScene.origin, length: scene.duration, start, end };
  return [
    ...layersOf(scene).flatMap((layer) => soundsOfLayer(layer, container, secondsOf)),
    ...scene.sounds.filter(({ enabled }) => enabled).flatMap((sound) => soundOf(sound, container, secondsOf(sound))),
  ];
}

/** Returns the sound of a video, or the sounds in a group. The clock of a group begins with the group. */
function soundsOfLayer(layer: Layer, container: Container, secondsOf: SoundSeconds): readonly TimelineSound[] {
  if (layer.kind === 'video')
    return layer.audio && layer.freeze === null ? soundOf(layer, container, secondsOf(layer)) : [];
  if (layer.kind !== 'group') return [];
  const { start, end, first, length } = layerTime(layer, frames(container.length));
  const inner = {
    ...container,
    origin: container.origin + start - first,
    length,
    start: Math.max(container.start, container.origin + start),
    end: Math.min(container.end, container.origin + end),
  };
  return layer.layers.filter(({ enabled }) => enabled).flatMap((child) => soundsOfLayer(child, inner, secondsOf));
}

function isPlayed({ scene, start, end }: TimelineScene): boolean {
  return scene.enabled && end > start;
}

/** A container of sounds, in frames of the timeline. */
interface Container {
  readonly timeline: Timeline;
  readonly timelineScene: TimelineScene | null;
  /** The frame of the timeline at frame 0 of the container. It is negative if a range begins within the container. */
  readonly origin: number;
  /** The length of the container in frames, including frames outside of the range. */
  readonly length: number;
  /** The frames of the timeline in which sounds of the container can be audible. */
  readonly start: number;
  readonly end: number;
}

function soundOf(
  layer: AudibleLayer,
  { timeline, timelineScene, origin, length, start, end }: Container,
  source: SoundingSource | null,
): readonly TimelineSound[] {
  const { frameRate } = timeline.movie;
  if (source === null) return [];
  const sampleOf = (frame: number) => Math.sign(frame) * framesToSamples(frames(Math.abs(frame)), frameRate);
  const reading = readingOf(layer, source, frameRate);
  const { inPoint, speed, loop, skippedFrames, lasts } = reading;
  const begin = Math.min(length, layer.offset);
  const naturalEnd = layer.duration === null ? length : Math.min(length, begin + layer.duration);
  const until = Math.max(begin, naturalEnd + (layer.kind === 'video' ? Math.min(0, layer.overlap) : 0));
  const layerStart = sampleOf(origin + begin);
  const first = layerStart - framesToSamples(skippedFrames, frameRate);
  const available = sampleOf(origin + until) - first;
  const sourceSamples = lasts === null ? Number.POSITIVE_INFINITY : Math.round(lasts);
  const all = loop ? available : Math.min(available, sourceSamples);
  const startSample = Math.max(layerStart, sampleOf(start));
  const samples = Math.min(first + all, sampleOf(end)) - startSample;
  if (samples <= 0 || (loop && sourceSamples <= 0)) return [];
  const { volume, pan, fadeIn, fadeOut } = layer;
  const level = {
    ...plainLevel(all),
    ...{ volume, pan },
    fadeIn: framesToSamples(fadeIn, frameRate),
    fadeOut: framesToSamples(fadeOut, frameRate),
    keys: keysOf(layer, reading, until - begin, length, frameRate),
    crossings:
      timelineScene === null
        ? []
        : crossingsOf(timelineScene, timeline, sampleOf).map((crossing) => ({
            ...crossing,
            from: crossing.from - first,
          })),
  };
  const turn = loop && sourceSamples < all ? sourceSamples : null;
  return [{ layer, scene: timelineScene, startSample, samples, at: startSample - first, inPoint, speed, turn, level }];
}

/**
 * Returns the keyframes of a layer’s sound; null if there are none. In a video, their times are local frames, as for
 * the picture. In a sound layer, percentages refer to the audible length.
 */
function keysOf(
  layer: AudibleLayer,
  { skippedFrames, loop, lasts }: Reading,
  visibleFrames: number,
  clock: number,
  rate: FrameRate,
): LevelKeys | null {
  if (layer.kind === 'video')
    return levelKeys(layer, layerTime(layer, frames(clock)).length, Math.max(0, layer.overlap) - skippedFrames, rate);
  const remaining =
    loop || lasts === null ? visibleFrames : (lasts * rate.numerator) / (SAMPLE_RATE * rate.denominator);
  return levelKeys(layer, Math.min(visibleFrames, remaining), 0, rate);
}

/**
 * Returns the transitions before and after a scene, as crossings of its sounds. `from` counts samples of the timeline.
 */
function crossingsOf(
  { index }: TimelineScene,
  timeline: Timeline,
  sampleOf: (frame: number) => number,
): readonly Crossing[] {
  return transitionsBeside(timeline, index).map(({ transition, start, length, outgoing }) => ({
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
  /** The silent frames at the start of the layer. They are part of its length. */
  readonly skippedFrames: Frames;
  /** The number of samples until the sound ends or restarts. Null means that the sound has no end within the layer. */
  readonly lasts: number | null;
}

/**
 * Returns how a layer reads its source. In a video, the sound loops and ends together with the picture, because both
 * must stay in sync.
 */
function readingOf(layer: AudibleLayer, { sound, picture }: SoundingSource, rate: FrameRate): Reading {
  const { kind, skip, speed } = layer;
  switch (kind) {
    case 'audio': {
      const lasts = ((sound - framesToSeconds(skip, rate)) * SAMPLE_RATE) / speed;
      return { inPoint: skip, speed, loop: layer.loop, skippedFrames: frames(0), lasts };
    }
    case 'video': {
      const overlap = frames(Math.max(0, layer.overlap));
      const all = layer.end === 'hold' || picture === null ? null : sourceFrames(layer, picture, rate);
      if (all === null || all === 0) {
        // Some speeds give a fractional in-point.
        const inPoint = (skip + overlap * speed) as Frames;
        return {
          inPoint,
          speed,
          loop: false,
          skippedFrames: frames(0),
          lasts: all === 0 && layer.end === 'hide' ? 0 : null,
        };
      }
      const lasts = framesToSamples(frames(all), rate);
      return { inPoint: skip, speed, loop: layer.end === 'loop', skippedFrames: overlap, lasts };
    }
    default:
      return assertNever(kind);
  }
}

/**
 * Returns a sound with one dip for each audible span of the sounds `ducking`. A sound without `duck` stays unchanged.
 */
function duckedSound(
  sound: TimelineSound,
  ducking: readonly TimelineSound[],
  timeline: Timeline,
  secondsOf: SoundSeconds,
): TimelineSound {
  const { layer, startSample, at, level } = sound;
  if (layer.kind !== 'audio' || layer.duck === null) return sound;
  const ramp = framesToSamples(layer.duckFade, timeline.movie.frameRate);
  const first = startSample - at;
  const spans = ducking
    .filter((other) => other.layer !== layer)
    .map((other) => soundingSpan(other, secondsOf(other.layer), timeline))
    .map(({ from, until }) => ({ from: from - first, until: until - first }));
  const dips = duckingDips(spans, layer.duck, ramp).filter(
    ({ from, until }) => until > -ramp && from < level.length + ramp,
  );
  return { ...sound, level: { ...level, dips } };
}

/** Returns the span in which the source of a sound is audible. A video can be longer than its sound. */
function soundingSpan(
  { startSample, samples, at, inPoint, speed, turn }: TimelineSound,
  source: SoundingSource | null,
  timeline: Timeline,
): SampleSpan {
  const remaining = (((source?.sound ?? 0) - framesToSeconds(inPoint, timeline.movie.frameRate)) * SAMPLE_RATE) / speed;
  const audible = turn === null ? Math.max(0, Math.min(samples, Math.round(remaining) - at)) : samples;
  return { from: startSample, until: startSample + audible };
}

/** The part of a sound in a range of the timeline. */
export interface SoundPiece {
  readonly layer: AudibleLayer;
  /** The offset from the start of the range in samples. */
  readonly after: number;
  readonly length: number;
  /** The position in the source at the start of the part. */
  readonly sourceSeconds: number;
  /** The playback speed. */
  readonly speed: number;
  readonly level: SoundLevel;
  /** The position of the part in the sound, in samples. `level` uses the same positions. */
  readonly at: number;
}

/** The minimum length in samples. Shorter sounds are only rounding errors. */
const MIN_PIECE_SAMPLES = 0.5;

/**
 * Returns all sounds of the timeline in a range of `length` samples from sample `from` on. Both can be fractional. The
 * start, the end, and the level of each sound are the same as in the engine.
 */
export function soundPiecesBetween(
  timeline: Timeline,
  from: number,
  length: number,
  secondsOf: SoundSeconds,
): readonly SoundPiece[] {
  const end = from + length;
  return soundsBetween(timeline, from, end, secondsOf).flatMap((sound) => piecesOf(sound, from, end, timeline));
}

function soundsBetween(
  timeline: Timeline,
  from: number,
  end: number,
  secondsOf: SoundSeconds,
): readonly TimelineSound[] {
  const { numerator, denominator } = timeline.movie.frameRate;
  const frameOf = (sample: number) => (sample * numerator) / (SAMPLE_RATE * denominator);
  // Search one more sample on both sides, because a rounded boundary can move a sound into the range.
  const [first, last] = [frameOf(from - 1), frameOf(end + 1)];
  const inScenes = timeline.scenes
    .filter((scene) => scene.start <= last && scene.end >= first && scene.scene.enabled)
    .flatMap((scene) => soundsOfScene(scene, timeline, secondsOf));
  const { sounds, overlays, transitions } = timeline.movie;
  const isAcross = sounds.length > 0 || overlays.length > 0 || transitions.some(({ look }) => look.type === 'custom');
  if (!isAcross) return inScenes;
  return [
    ...inScenes,
    ...timelineSounds(timeline, secondsOf).filter(({ scene: timelineScene }) => timelineScene === null),
  ];
}

/** Returns the parts of a sound between two samples of the timeline. Each repetition of a loop is a separate part. */
function piecesOf(
  { layer, startSample, samples, at: skipped, inPoint, speed, turn, level }: TimelineSound,
  from: number,
  end: number,
  timeline: Timeline,
): readonly SoundPiece[] {
  const inPointSeconds = framesToSeconds(inPoint, timeline.movie.frameRate);
  const first = startSample - skipped;
  const until = Math.min(end, startSample + samples) - first;
  const pieces: SoundPiece[] = [];
  for (let at = Math.max(from, startSample) - first; until - at >= MIN_PIECE_SAMPLES; ) {
    const within = turn === null ? at : at % turn;
    const next = turn === null ? until : Math.min(until, at - within + turn);
    const sourceSeconds = inPointSeconds + (within * speed) / SAMPLE_RATE;
    pieces.push({ layer, after: first + at - from, length: next - at, sourceSeconds, speed, level, at });
    at = next;
  }
  return pieces;
}
