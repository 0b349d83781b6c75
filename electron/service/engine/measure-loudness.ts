import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { type FramesMade, makeSound } from './make/make-film.ts';
import { createProgressMeter } from './make/progress-meter.ts';
import type { RenderSurroundings } from './make/render-types.ts';
import type { FilmPlanner, PlannedFilm } from './plan/film-planner.ts';
import { type FoundSources, factsIn, locateSources } from './plan/locate-sources.ts';
import { PROCESS_BYTES } from './plan/memory-plan.ts';
import { machineMemory } from './plan/memory-queue.ts';
import { SOUND_BYTES_PER_SAMPLE, SOUND_FORMAT } from './plan/sound-graph.ts';

/** How loud a whole film is, as EBU R 128 and ITU-R BS.1770 measure it. */
export interface Loudness {
  /** Integrated, in LUFS; null where all of it is too quiet to count (below −70 LUFS). */
  readonly integrated: number | null;
  /** The highest true peak, in dBTP; null of silence. */
  readonly truePeak: number | null;
  /** Loudness range, in LU. */
  readonly range: number;
  readonly durationSeconds: number;
}

/** A film's sound whose sources were found: it can be measured. */
export interface MeasurableSound {
  /** Equal for films that sound the same. */
  readonly key: string;
  /** Throws a {@link ServiceError}, or the signal's reason. */
  readonly measure: (signal: AbortSignal, onProgress?: (progress: LoudnessProgress) => void) => Promise<Loudness>;
}

/** How far a measurement is. */
export interface LoudnessProgress {
  /** From 0 to 1, of what has to be made and of the whole film that is measured then. */
  readonly share: number;
  /** Null until it can be told. */
  readonly etaSeconds: number | null;
}

/** Sound alone: no picture is made of a film that is measured. */
const SOUND_ONLY = { format: 'mp3', quality: 'standard' } as const;
/** What is below is not counted (BS.1770's absolute gate). */
const QUIETEST = -70;
const STALL_SECONDS = 60;

/** Finds the sources of a film to measure its sound. The error is all that is wrong with them. */
export async function openSound(
  film: FilmPlanner,
  surroundings: RenderSurroundings,
  signal: AbortSignal,
): Promise<Result<MeasurableSound, readonly Finding[]>> {
  const { filters, version: toolsVersion } = surroundings.tools;
  const found = await locateSources(film.sources, surroundings, signal);
  const planned = await film.plan({ ...SOUND_ONLY, filters, toolsVersion, found: factsIn(found) }, signal);
  if (!planned.ok) return err(planned.error);
  return ok({
    key: planned.value.keys.film,
    measure: (aborted, onProgress = () => undefined) =>
      measure(planned.value, found, surroundings, aborted, onProgress),
  });
}

async function measure(
  planned: PlannedFilm,
  found: FoundSources,
  surroundings: RenderSurroundings,
  signal: AbortSignal,
  onProgress: (progress: LoudnessProgress) => void,
): Promise<Loudness> {
  const { tools, memory = machineMemory() } = surroundings;
  const { length, samples } = planned.plan;
  const durationSeconds = samples / SAMPLE_RATE;
  const progress = followMeasurement(length, onProgress);
  const take = async (sound: AsyncIterable<Uint8Array>) => {
    using _share = memory.count(PROCESS_BYTES);
    const bytes = samples * SOUND_BYTES_PER_SAMPLE;
    const counted = countedBytes(sound, (done) => progress.onMeasured(bytes === 0 ? length : (length * done) / bytes));
    return await measureSamples(counted, durationSeconds, tools, signal);
  };
  const measured = await makeSound(planned, found, surroundings, signal, take, progress.onMade);
  return { ...measured, durationSeconds };
}

/**
 * Turns what was made and what was measured into a share and the time left. Both count in frames of the film: those of
 * sounds that are missing, and then each of the film once more.
 */
export function followMeasurement(
  length: number,
  tell: (progress: LoudnessProgress) => void,
  now: () => number = () => performance.now(),
) {
  let making: FramesMade = { done: 0, total: 0 };
  let meter = createProgressMeter(length, 0, now);
  const report = (measured: number) => {
    const done = making.done + measured;
    const { etaSeconds } = meter.report('rendering', done);
    const total = making.total + length;
    tell({ share: total === 0 ? 0 : Math.min(1, done / total), etaSeconds });
  };
  return {
    onMade: (made: FramesMade) => {
      if (made.total !== making.total) meter = createProgressMeter(made.total + length, made.done, now);
      making = made;
      report(0);
    },
    onMeasured: (frames: number) => {
      // What is kept of a sound may be all that was missing of it.
      making = { ...making, done: making.total };
      report(frames);
    },
  };
}

/** Passes bytes on, and tells how many were taken. */
async function* countedBytes(bytes: AsyncIterable<Uint8Array>, tell: (count: number) => void) {
  let count = 0;
  for await (const piece of bytes) {
    yield piece;
    count += piece.length;
    tell(count);
  }
}

async function measureSamples(
  stdin: AsyncIterable<Uint8Array>,
  durationSeconds: number,
  { ffmpeg }: Pick<MediaTools, 'ffmpeg'>,
  signal: AbortSignal,
): Promise<Omit<Loudness, 'durationSeconds'>> {
  const { log } = await runTool({
    program: ffmpeg,
    // It tells what it has measured as information, once, at the end; of each tenth of a second only to who asks.
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
 * Reads the summary that FFmpeg's filter `ebur128` prints: `I: -23.0 LUFS`, `LRA: 5.1 LU` and `Peak: -1.2 dBFS`, the
 * first and the last of which may be `-inf`. Null where it is not there.
 */
export function readLoudness(log: readonly string[]): Omit<Loudness, 'durationSeconds'> | null {
  const numberIn = (pattern: RegExp): number | null => {
    const [, written] = log.map((line) => pattern.exec(line)).findLast((found) => found !== null) ?? [];
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
