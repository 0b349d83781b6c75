import { type StereoWeights, stereoMix } from '#shared/sound/stereo-mix.ts';
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

/** The format of raw sound between the steps: 16-bit, stereo, interleaved. */
export const SOUND_BYTES_PER_SAMPLE = 4;
export const SOUND_FORMAT = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

/** A range of the film, in samples. */
export interface SamplesOfFilm {
  readonly startSample: number;
  readonly samples: number;
}

/** The format of parts that are scaled and mixed later: 32-bit float, stereo, interleaved. */
export const MIXED_BYTES_PER_SAMPLE = 8;
const MIXED_FORMAT = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

export function sampleBytesOf({ encoding }: Part): number {
  return encoding.includes('f32le') ? MIXED_BYTES_PER_SAMPLE : SOUND_BYTES_PER_SAMPLE;
}

/** A range of a source's sound that is read for mixing. */
export interface SourceSound {
  readonly source: SceneSource;
  readonly audio: AudioFacts;
  /** The in-point in frames of the movie. */
  readonly inPoint: Frames;
  /** The playback speed. The pitch stays the same. */
  readonly speed: number;
  /** The length in samples at the film's rate. */
  readonly samples: number;
}

/** Returns a part with one source's sound: exactly `samples` samples, with silence after its end. */
function mixedPart({ source, audio, inPoint, speed, samples }: SourceSound, rate: FrameRate): Part {
  const seek = soundSeek(inPoint, rate, source, audio);
  const graph = buildGraph<PartInput>(({ input, chain }) => ({
    from: [chain(input(sourceInput(source, seek, audio.streamIndex), audio.streamIndex), cutBefore(seek))],
    filters: [
      ...stereoFilters(audio, 'flt'),
      ...tempoFilters(speed),
      filter('apad'),
      filter('atrim', { end_sample: samples }),
    ],
  }));
  return { kind: 'sound', ...graph, encoding: ['-c:a', 'pcm_f32le', ...MIXED_FORMAT], length: samples };
}

/**
 * Returns the filters that change the tempo. FFmpeg's `atempo` works best with factors from 0.5 to 2, and rejects
 * smaller factors.
 */
function tempoFilters(speed: number): readonly Filter[] {
  const steps: Filter[] = [];
  let rest = speed;
  for (; rest > 2; rest /= 2) steps.push(placedFilter('atempo', [2]));
  for (; rest < 0.5; rest *= 2) steps.push(placedFilter('atempo', [0.5]));
  return rest === 1 ? steps : [...steps, placedFilter('atempo', [decimal(rest)])];
}

/**
 * Returns the sound part of a segment: exactly `samples` samples of all its audible layers, mixed at their original
 * levels. Returns null if it has no audible layer.
 */
export function soundPart(
  sounds: readonly PlacedSound[],
  { startSample, samples }: SamplesOfFilm,
  movie: Movie,
  sources: SceneSources,
): Part | null {
  const audibleSounds = sounds.flatMap(({ layer, inPoint, start, end }) => {
    const source = sources.get(layer.id);
    const audio = source?.facts.audio;
    const first = framesToSamples(start, movie.frameRate) - startSample;
    const endSample = framesToSamples(end, movie.frameRate) - startSample;
    return source && audio ? [{ inPoint, source, audio, first, behind: endSample }] : [];
  });
  if (audibleSounds.length === 0) return null;
  const graph = buildGraph<PartInput>(({ input, chain }) => {
    const from = audibleSounds.map(({ inPoint, source, audio, first, behind: endSample }) => {
      const seek = soundSeek(inPoint, movie.frameRate, source, audio);
      const stream = input(sourceInput(source, seek, audio.streamIndex), audio.streamIndex);
      return chain(stream, [
        ...cutBefore(seek),
        ...stereoFilters(audio, 's16'),
        ...placeFilters(first, endSample, samples),
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
 * Moves a seek 0.25 s earlier. A seek finds the first sound packet after a sync frame of the picture, which may be too
 * late. Decoders also need a few packets until their output is correct.
 */
function earlier({ seekSeconds, aheadSeconds, isCommon }: SeekPoint): SeekPoint {
  const lead = Math.min(LEAD_SECONDS, seekSeconds);
  return { seekSeconds: seekSeconds - lead, aheadSeconds: aheadSeconds + lead, isCommon };
}

const LEAD_SECONDS = 0.25;

/**
 * Returns the position at which reading starts, by FFmpeg's clock, which may start before the clock of the file. AVI
 * stores no times: after a seek, FFmpeg computes the times of compressed sound from byte positions, with errors up to
 * 10 ms. Compressed sound in AVI is therefore read from its start.
 */
function soundSeek(inPoint: Frames, rate: FrameRate, { facts }: SceneSource, audio: AudioFacts): SeekPoint {
  const { endSeconds, leadSeconds } = audio;
  const inPointSeconds = framesToSeconds(inPoint, rate) + leadSeconds;
  if (facts.demuxer === 'avi' && !audio.codec.startsWith('pcm_'))
    return { seekSeconds: 0, aheadSeconds: inPointSeconds, isCommon: false };
  const readable = { endSeconds: endSeconds + leadSeconds, demuxer: facts.demuxer };
  return earlier(seekPointAt(inPointSeconds, readable));
}

/**
 * Returns the filters that cut off priming to which FFmpeg assigns time. The sound then starts with its first real
 * sample, as in players.
 */
export function leadFilters({ leadSeconds }: AudioFacts): readonly Filter[] {
  return leadSeconds > 0 ? cutBefore({ seekSeconds: 0, aheadSeconds: leadSeconds, isCommon: false }) : [];
}

/** Returns the filters that move a sound to its range in the segment, with the precision of a sample. */
function placeFilters(first: number, endSample: number, samples: number): readonly Filter[] {
  return [
    ...(endSample < samples ? [filter('atrim', { end_sample: endSample - first })] : []),
    ...(first > 0 ? [filter('adelay', { delays: `${first}S`, all: 1 })] : []),
  ];
}

/** Returns the filters that cut off the sound that was read before the in-point. */
function cutBefore({ aheadSeconds }: SeekPoint): readonly Filter[] {
  return [
    ...(aheadSeconds > 0 ? [placedFilter('asetpts', [`PTS-${decimal(aheadSeconds)}/TB`])] : []),
    filter('atrim', { start: 0 }),
  ];
}

/**
 * Returns the filters that convert a source's sound to stereo at the film's sample rate, in a sample format. If
 * `format` is null, the encoder chooses the format. The filters fill gaps and a late start with silence, so that the
 * times stay correct.
 */
export function stereoFilters(audio: AudioFacts, format: 's16' | 'flt' | null): readonly Filter[] {
  const { weights, isKnownToFfmpeg } = stereoMix(audio);
  // Request a normalized downmix, because FFmpeg normalizes only integer samples by default. Mono and stereo need no
  // normalization.
  const scale = isKnownToFfmpeg && format !== 's16' && audio.channels > 2 ? { rematrix_maxval: 1 } : {};
  const gaps = audio.gaps.length > 0 ? { min_hard_comp: MIN_GAP_SECONDS } : {};
  return [
    ...(isKnownToFfmpeg ? [] : [panFilter(weights)]),
    placedFilter('aresample', [SAMPLE_RATE], { async: 1, first_pts: 0, ...gaps, ...scale }),
    filter('aformat', { ...(format === null ? {} : { sample_fmts: format }), channel_layouts: 'stereo' }),
  ];
}

/**
 * The minimum length of a gap that FFmpeg fills with silence, in seconds. FFmpeg's default is 0.1 s, with which the
 * sound after a shorter gap plays too early. A lost Opus packet takes 0.02 s, and containers round times to 0.001 s.
 * The option is set only for sounds with gaps, so that other sounds keep their graphs and samples.
 */
const MIN_GAP_SECONDS = 0.01;

/** Returns FFmpeg's filter `pan` with these weights. It numbers the channels independently of the layout. */
function panFilter(weights: StereoWeights): Filter {
  const side = (index: 0 | 1) => {
    const parts = weights.flatMap((weight, channel) => {
      const factor = weight[index];
      return factor === 0 ? [] : [`${factor < 0 ? '-' : '+'}${decimal(Math.abs(factor))}*c${channel}`];
    });
    return `c${index}=${parts.length === 0 ? '0*c0' : parts.join('').replace(/^\+/, '')}`;
  };
  return placedFilter('pan', [`stereo|${side(0)}|${side(1)}`]);
}

/** A separate raw sound with its position and level in the film. */
export interface PlannedSound {
  readonly part: KeyedPart<Part>;
  /** The position in the film, in samples. */
  readonly startSample: number;
  readonly samples: number;
  /** The number of skipped samples at the start of the part. */
  readonly at: number;
  /** The length of one loop in samples; null if the sound does not loop. */
  readonly turn: number | null;
  readonly level: SoundLevel;
}

/** Plans the sounds of a film as parts. Omits sources without sound. */
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

/** Returns the identity of a range of a sound. Ranges with equal identities have equal samples. */
export function soundIdentity({ part, turn, level }: PlannedSound, from: number): readonly unknown[] {
  const { keys, ...steady } = level;
  // Omit the level keyframes if there are none, so that the identity is the same as in earlier versions.
  return [part.key, from, turn, keys === null ? steady : level];
}
