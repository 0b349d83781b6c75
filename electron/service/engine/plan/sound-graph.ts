import type { Movie } from '#shared/template/movie/movie.ts';
import {
  type FrameRate,
  type Frames,
  framesToSamples,
  framesToSeconds,
  SAMPLE_RATE,
} from '#shared/template/values/frame-rate.ts';
import type { SoundLevel } from '#shared/timeline/levels.ts';
import type { TimelineSound } from '#shared/timeline/sounds.ts';
import { type StereoWeights, stereoMix } from '#shared/timeline/stereo-mix.ts';
import type { PlacedSound } from '#shared/timeline/timeline.ts';
import type { AudioFacts } from '../../sources/facts/media-facts.ts';
import { buildGraph, decimal, type Filter, filter, placedFilter } from '../parts/filter-graph.ts';
import { type KeyedPart, type Part, partKey } from '../parts/part.ts';
import type { PartInput } from '../parts/part-input.ts';
import {
  type SceneSource,
  type SceneSources,
  type SeekPoint,
  seekPointAt,
  sourceInput,
} from '../parts/scene-source.ts';

/** Raw sound between the steps: 16 bit, stereo, interleaved. */
export const SOUND_BYTES_PER_SAMPLE = 4;
export const SOUND_FORMAT = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

/** A piece of the film, in samples. */
export interface SamplesOfFilm {
  readonly startSample: number;
  readonly samples: number;
}

/** Raw sound that is multiplied and added before it has 16 bits: 32-bit floating point, stereo, interleaved. */
export const MIXED_BYTES_PER_SAMPLE = 8;
const MIXED_FORMAT = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

/** How many bytes a part has for each of its samples. */
export function sampleBytesOf({ encoding }: Part): number {
  return encoding.includes('f32le') ? MIXED_BYTES_PER_SAMPLE : SOUND_BYTES_PER_SAMPLE;
}

/** A piece of a source's sound, as it is read for mixing. */
export interface SourceSound {
  readonly source: SceneSource;
  readonly audio: AudioFacts;
  /** In frames of the movie. */
  readonly inPoint: Frames;
  /** How much faster than the source it is heard; its pitch stays. */
  readonly speed: number;
  /** What is heard of it, in samples of the film. */
  readonly samples: number;
}

/** One source's sound by itself: exactly `samples` samples, with silence behind its end. */
function mixedPart({ source, audio, inPoint, speed, samples }: SourceSound, rate: FrameRate): Part {
  const seek = soundSeek(inPoint, rate, source, audio);
  const graph = buildGraph<PartInput>(({ input, chain }) => ({
    from: [chain(input(sourceInput(source, seek, audio.streamIndex), audio.streamIndex), cutBefore(seek))],
    filters: [
      ...stereoFilters(audio, 'flt'),
      ...tempo(speed),
      filter('apad'),
      filter('atrim', { end_sample: samples }),
    ],
  }));
  return { kind: 'sound', ...graph, encoding: ['-c:a', 'pcm_f32le', ...MIXED_FORMAT], length: samples };
}

/** FFmpeg's `atempo` is best between one half and two, and takes no less. */
function tempo(speed: number): readonly Filter[] {
  const steps: Filter[] = [];
  let rest = speed;
  for (; rest > 2; rest /= 2) steps.push(placedFilter('atempo', [2]));
  for (; rest < 0.5; rest *= 2) steps.push(placedFilter('atempo', [0.5]));
  return rest === 1 ? steps : [...steps, placedFilter('atempo', [decimal(rest)])];
}

/**
 * The sound of one stretch: exactly `samples` samples, all its audible layers mixed at their own loudness. Null where
 * nothing is heard.
 */
export function soundPart(
  sounds: readonly PlacedSound[],
  { startSample, samples }: SamplesOfFilm,
  movie: Movie,
  sources: SceneSources,
): Part | null {
  const heard = sounds.flatMap(({ layer, inPoint, start, end }) => {
    const source = sources.get(layer.id);
    const audio = source?.facts.audio;
    const first = framesToSamples(start, movie.frameRate) - startSample;
    const behind = framesToSamples(end, movie.frameRate) - startSample;
    return source && audio ? [{ inPoint, source, audio, first, behind }] : [];
  });
  if (heard.length === 0) return null;
  const graph = buildGraph<PartInput>(({ input, chain }) => {
    const from = heard.map(({ inPoint, source, audio, first, behind }) => {
      const seek = soundSeek(inPoint, movie.frameRate, source, audio);
      const stream = input(sourceInput(source, seek, audio.streamIndex), audio.streamIndex);
      return chain(stream, [
        ...cutBefore(seek),
        ...stereoFilters(audio, 's16'),
        ...placeFilters(first, behind, samples),
      ]);
    });
    const mix = { inputs: from.length, normalize: 0, dropout_transition: 0 };
    return {
      from,
      filters: [
        ...(from.length > 1 ? [filter('amix', mix)] : []),
        filter('apad'),
        filter('atrim', { end_sample: samples }),
      ],
    };
  });
  return { kind: 'sound', ...graph, encoding: ['-c:a', 'pcm_s16le', ...SOUND_FORMAT], length: samples };
}

/**
 * Sound is read from a little before the in-point: a seek lands on the first packet after a key frame of the picture,
 * which may begin late, and decoders need a few packets until they are right.
 */
function earlier({ seekSeconds, aheadSeconds, isCommon }: SeekPoint): SeekPoint {
  const lead = Math.min(LEAD_SECONDS, seekSeconds);
  return { seekSeconds: seekSeconds - lead, aheadSeconds: aheadSeconds + lead, isCommon };
}

const LEAD_SECONDS = 0.25;

/** Where reading begins, by FFmpeg's clock, which may begin before the file's own. */
function soundSeek(inPoint: Frames, rate: FrameRate, { facts }: SceneSource, audio: AudioFacts): SeekPoint {
  const { endSeconds, leadSeconds } = audio;
  const readable = { endSeconds: endSeconds + leadSeconds, demuxer: facts.demuxer };
  return earlier(seekPointAt(framesToSeconds(inPoint, rate) + leadSeconds, readable));
}

/** Leaves out priming that FFmpeg counts as time: sound begins with the first sample, as players have it. */
export function leadFilters({ leadSeconds }: AudioFacts): readonly Filter[] {
  return leadSeconds > 0 ? cutBefore({ seekSeconds: 0, aheadSeconds: leadSeconds, isCommon: false }) : [];
}

/** Where a sound begins and ends that does not last as long as the whole: exact to the sample. */
function placeFilters(first: number, behind: number, samples: number): readonly Filter[] {
  return [
    ...(behind < samples ? [filter('atrim', { end_sample: behind - first })] : []),
    ...(first > 0 ? [filter('adelay', { delays: `${first}S`, all: 1 })] : []),
  ];
}

/** What was read before the in-point is cut off. */
function cutBefore({ aheadSeconds }: SeekPoint): readonly Filter[] {
  return [
    ...(aheadSeconds > 0 ? [placedFilter('asetpts', [`PTS-${decimal(aheadSeconds)}/TB`])] : []),
    filter('atrim', { start: 0 }),
  ];
}

/**
 * Brings a source's sound to the form in which it is worked with, in samples of a format; null for one that an encoder
 * chooses. Gaps and a late start are filled with silence, so that time stays time.
 */
export function stereoFilters(audio: AudioFacts, format: 's16' | 'flt' | null): readonly Filter[] {
  const { weights, isKnownToFfmpeg } = stereoMix(audio);
  // FFmpeg scales a mix down for whole numbers alone; stereo and mono need no scale.
  const scale = isKnownToFfmpeg && format !== 's16' && audio.channels > 2 ? { rematrix_maxval: 1 } : {};
  const gaps = audio.gaps.length > 0 ? { min_hard_comp: SHORTEST_GAP_SECONDS } : {};
  return [
    ...(isKnownToFfmpeg ? [] : [panned(weights)]),
    placedFilter('aresample', [SAMPLE_RATE], { async: 1, first_pts: 0, ...gaps, ...scale }),
    filter('aformat', { ...(format === null ? {} : { sample_fmts: format }), channel_layouts: 'stereo' }),
  ];
}

/**
 * FFmpeg fills gaps from 0.1 s on, and the sound behind shorter ones comes early. A lost packet of Opus takes 0.02 s, and
 * containers round times to 0.001 s. The graph of a sound without gaps does not have it: its samples are the same.
 */
const SHORTEST_GAP_SECONDS = 0.01;

/** FFmpeg's `pan` counts channels without asking for their order. */
function panned(weights: StereoWeights): Filter {
  const side = (index: 0 | 1) => {
    const parts = weights.flatMap((weight, channel) => {
      const factor = weight[index];
      return factor === 0 ? [] : [`${factor < 0 ? '-' : '+'}${decimal(Math.abs(factor))}*c${channel}`];
    });
    return `c${index}=${parts.length === 0 ? '0*c0' : parts.join('').replace(/^\+/, '')}`;
  };
  return placedFilter('pan', [`stereo|${side(0)}|${side(1)}`]);
}

/** A raw sound of its own, with its place in the film and how loud it is there. */
export interface PlannedSound {
  readonly part: KeyedPart<Part>;
  /** Where it begins in the film. */
  readonly startSample: number;
  readonly samples: number;
  /** How many samples of it lie before that, unheard. */
  readonly at: number;
  /** The part's length, after which it begins again; null where it does not. */
  readonly turn: number | null;
  readonly level: SoundLevel;
}

/** The sounds of a film as parts. What is not known to have sound is left out. */
export function planSounds(
  sounds: readonly TimelineSound[],
  { frameRate }: Movie,
  sources: SceneSources,
  { toolsVersion }: { readonly toolsVersion: string },
): readonly PlannedSound[] {
  return sounds.flatMap(({ layer, startSample, samples, at, inPoint, speed, turn, level }) => {
    const source = sources.get(layer.id);
    const audio = source?.facts.audio;
    if (!source || !audio) return [];
    const part = mixedPart({ source, audio, inPoint, speed, samples: turn ?? at + samples }, frameRate);
    return [{ part: { key: partKey(part, toolsVersion), part }, startSample, samples, at, turn, level }];
  });
}

/** What a piece of a sound is named by: equal for equal samples. */
export function nameOfSound({ part, turn, level }: PlannedSound, from: number): readonly unknown[] {
  const { keys, ...steady } = level;
  // A sound without keys keeps the name that it had before there were any.
  return [part.key, from, turn, keys === null ? steady : level];
}
