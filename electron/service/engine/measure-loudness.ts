import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { type FilmGain, findFilmGain } from '#shared/sound/film-gain.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { LoudnessTarget } from '#shared/template/values/loudness-target.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { type FramesMade, makeSound, type ReadableSound } from './make/make-film.ts';
import { SOUND_ONLY } from './make/measure-gain.ts';
import { createProgressMeter } from './make/progress-meter.ts';
import type { RenderDependencies } from './make/render-types.ts';
import type { FilmPlanner, PlannedFilm } from './plan/film-planner.ts';
import { type FoundSources, factsIn, locateSources } from './plan/locate-sources.ts';
import { PROCESS_BYTES } from './plan/memory-plan.ts';
import { machineMemory } from './plan/memory-queue.ts';
import { SOUND_BYTES_PER_SAMPLE, SOUND_FORMAT } from './plan/sound-graph.ts';

/** The loudness of a whole film according to EBU R 128 and ITU-R BS.1770. */
export interface Loudness {
  /** Integrated loudness in LUFS; null if it is at most −70 LUFS, which is too quiet to count. */
  readonly integrated: number | null;
  /** The highest true peak in dBTP; null for silence. */
  readonly truePeak: number | null;
  /** The loudness range in LU. */
  readonly range: number;
  readonly durationSeconds: number;
  /** The gain that brings the film to its requested loudness; null if no loudness is requested. */
  readonly gain: FilmGain | null;
}

/** The sound of a film with located sources. */
export interface MeasurableSound {
  /** The key of the sound. Films with equal sound have equal keys. */
  readonly key: string;
  /** Measures the loudness. Throws a {@link ServiceError} or the signal's reason. */
  readonly measure: (signal: AbortSignal, onProgress?: (progress: LoudnessProgress) => void) => Promise<Loudness>;
  /** Passes the raw 16-bit samples of the film, with its gain, to a receiver. Throws as {@link measure} does. */
  readonly read: <Read>(
    signal: AbortSignal,
    take: (samples: AsyncIterable<Uint8Array>) => Promise<Read>,
  ) => Promise<Read>;
}

/** The progress of a measurement. */
export interface LoudnessProgress {
  /** The finished share, from 0 to 1, of making the missing parts and measuring the film. */
  readonly share: number;
  /** The remaining time in seconds; null if it cannot be estimated. */
  readonly etaSeconds: number | null;
}

/** The absolute gate of BS.1770 in LUFS. Quieter blocks do not count. */
const QUIETEST = -70;
const STALL_SECONDS = 60;

/** Locates the sources of a film to measure its sound. The error lists all problems of the sources. */
export async function openSound(
  film: FilmPlanner,
  dependencies: RenderDependencies,
  signal: AbortSignal,
): Promise<Result<MeasurableSound, readonly Finding[]>> {
  const { filters, version: toolsVersion } = dependencies.tools;
  const sources = await locateSources(film.sources, dependencies, signal);
  const planned = await film.plan({ ...SOUND_ONLY, filters, toolsVersion, found: factsIn(sources) }, signal);
  if (!planned.ok) return err(planned.error);
  return ok({
    key: JSON.stringify([planned.value.keys.film, film.loudness]),
    measure: (abortSignal, onProgress = () => undefined) =>
      measure(planned.value, film.loudness, sources, dependencies, abortSignal, onProgress),
    read: (abortSignal, take) =>
      makeSound(
        planned.value,
        sources,
        dependencies,
        abortSignal,
        async (sound) => {
          const { loudness } = film;
          return await take(sound.open(loudness === null ? null : await findFilmGain(loudness, sound.openUnclipped)));
        },
        () => undefined,
      ),
  });
}

async function measure(
  planned: PlannedFilm,
  loudness: LoudnessTarget | null,
  sources: FoundSources,
  dependencies: RenderDependencies,
  signal: AbortSignal,
  onProgress: (progress: LoudnessProgress) => void,
): Promise<Loudness> {
  const { tools, memory = machineMemory() } = dependencies;
  const { length, samples } = planned.plan;
  const durationSeconds = samples / SAMPLE_RATE;
  const progress = followMeasurement(length, onProgress);
  const take = async (sound: ReadableSound) => {
    using _share = memory.count(PROCESS_BYTES);
    const gain = loudness === null ? null : await findFilmGain(loudness, sound.openUnclipped);
    const bytes = samples * SOUND_BYTES_PER_SAMPLE;
    const counted = countedBytes(sound.open(gain), (done) =>
      progress.onMeasured(bytes === 0 ? length : (length * done) / bytes),
    );
    return { ...(await measureSamples(counted, durationSeconds, tools, signal)), gain };
  };
  const measured = await makeSound(planned, sources, dependencies, signal, take, progress.onMade);
  return { ...measured, durationSeconds };
}

/**
 * Computes the progress and the remaining time of a measurement. The unit of work is a frame: first the frames of
 * missing sounds, then all frames of the film for the measurement.
 */
export function followMeasurement(
  length: number,
  notify: (progress: LoudnessProgress) => void,
  now: () => number = () => performance.now(),
) {
  let partsProgress: FramesMade = { done: 0, total: 0 };
  let meter = createProgressMeter(length, 0, now);
  const report = (measured: number) => {
    const done = partsProgress.done + measured;
    const { etaSeconds } = meter.report('rendering', done);
    const total = partsProgress.total + length;
    notify({ share: total === 0 ? 0 : Math.min(1, done / total), etaSeconds });
  };
  return {
    onMade: (made: FramesMade) => {
      if (made.total !== partsProgress.total) meter = createProgressMeter(made.total + length, made.done, now);
      partsProgress = made;
      report(0);
    },
    onMeasured: (frames: number) => {
      // All missing sounds are complete when the measurement begins.
      partsProgress = { ...partsProgress, done: partsProgress.total };
      report(frames);
    },
  };
}

/** Passes bytes through and reports how many were read. */
async function* countedBytes(bytes: AsyncIterable<Uint8Array>, notify: (count: number) => void) {
  let count = 0;
  for await (const piece of bytes) {
    yield piece;
    count += piece.length;
    notify(count);
  }
}

async function measureSamples(
  stdin: AsyncIterable<Uint8Array>,
  durationSeconds: number,
  { ffmpeg }: Pick<MediaTools, 'ffmpeg'>,
  signal: AbortSignal,
): Promise<Omit<Loudness, 'durationSeconds' | 'gain'>> {
  const { log } = await runTool({
    program: ffmpeg,
    // At the log level `info`, FFmpeg prints only the final summary. The level `verbose` adds values for each tenth of
    // a second.
    arguments: [
      ...['-loglevel', 'info', ...SOUND_FORMAT, '-i', 'pipe:0'],
      ...['-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'],
    ],
    signal,
    stdin,
    durationSeconds,
    limits: { stallSeconds: STALL_SECONDS },
  });
  const read = readLoudness(log);
  if (read === null) throw new ServiceError('ffmpeg/failed', message('film/loudness-not-told'));
  return read;
}

/**
 * Reads the summary that FFmpeg's filter `ebur128` prints: `I: -23.0 LUFS`, `LRA: 5.1 LU`, and `Peak: -1.2 dBFS`. `I`
 * and `Peak` may be `-inf`. Returns null if the summary is missing.
 */
export function readLoudness(log: readonly string[]): Omit<Loudness, 'durationSeconds' | 'gain'> | null {
  const numberIn = (pattern: RegExp): number | null => {
    const [, written] = log.map((line) => pattern.exec(line)).findLast((match) => match !== null) ?? [];
    if (written === undefined) return null;
    return /^-?\d+(?:\.\d+)?$/.test(written) ? Number(written) : Number.NEGATIVE_INFINITY;
  };
  const integrated = numberIn(/^\s*I:\s+(\S+) LUFS$/);
  const range = numberIn(/^\s*LRA:\s+(\S+) LU$/);
  const truePeak = numberIn(/^\s*Peak:\s+(\S+) dBFS$/);
  if (integrated === null || range === null || truePeak === null) return null;
  return {
    integrated: integrated <= QUIETEST ? null : integrated,
    truePeak: Number.isFinite(truePeak) ? truePeak : null,
    range: Number.isFinite(range) ? range : 0,
  };
}
