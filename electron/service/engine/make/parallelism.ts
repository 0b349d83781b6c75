import type { Size } from '#shared/template/values/placement.ts';
import { type Parallelism, parallelismOf } from '../../ffmpeg/process-plan.ts';
import { type AnyPart, isPicture } from '../parts/part.ts';
import { createMemoryQueue, type MemoryQueue } from '../plan/memory-queue.ts';

/** The maximum length of a short scene, in frames (4 s at 30 fps). */
const SHORT_FRAMES = 120;
/** The minimum length of a long scene, in frames (8 s at 30 fps). */
const LONG_FRAMES = 240;

/** The maximum size of a canvas whose making takes little memory, in pixels: 1080p. */
const MAX_SMALL_PIXELS = 1920 * 1088;

/** Whether the memory of a film matters more than some milliseconds, because each of its frames takes 12 MB or more. */
export function isLargeCanvas({ width, height }: Size): boolean {
  return width * height > MAX_SMALL_PIXELS;
}

/** The number of threads on two cores. */
const THREADS_OF_TWO_CORES = 2;

/**
 * Returns the number of threads of a part's decoders. Sound always has one thread. On two cores, each decoder of a
 * composed picture above 1080p has one thread, because the encoder takes three times as long. This saves 14 to 30 MiB
 * per decoder at 2160p, and processor time.
 * @param coresAreFree Whether fewer scenes are made than processes could run, for example after an edit.
 */
export function decodingThreadsOf(part: AnyPart, coresAreFree: boolean, parallelism: Parallelism): number {
  if (part.kind === 'composed' && parallelism.threads <= THREADS_OF_TWO_CORES && isLargeCanvas(part.scene.canvas))
    return 1;
  return isShort(part) && !coresAreFree ? parallelism.threadsAmongOthers : threadsOf(part, parallelism);
}

/**
 * Returns the number of threads of a part's encoder. The number changes the encoded bytes, so it depends only on the
 * part and on the machine whose encoded bytes are reproduced. A short scene that shares a decoder has few threads,
 * because the encoders of its neighbors run in the same process and the shared decoder needs another core.
 */
export function encodingThreadsOf(part: AnyPart, parallelism: Parallelism): number {
  const sharesDecoder = part.inputs.some((input) => input.kind === 'source' && input.isCommon);
  return isShort(part) && sharesDecoder ? parallelism.threadsAmongOthers : threadsOf(part, parallelism);
}

function threadsOf({ kind, length }: AnyPart, { threads, threadsOfLong }: Parallelism): number {
  if (kind === 'sound') return 1;
  return length < LONG_FRAMES ? threads : threadsOfLong;
}

function isShort(part: AnyPart): boolean {
  return isPicture(part) && part.length <= SHORT_FRAMES;
}

let filmsNow = 0;

/**
 * Counts a film, or some parts of a film, among the films that this process makes. These films share the processes
 * ({@link processesNow}). Dispose of the result when the film has ended.
 */
export function countFilm(): Disposable {
  filmsNow += 1;
  return {
    [Symbol.dispose]: () => {
      filmsNow -= 1;
    },
  };
}

/**
 * Returns the maximum number of FFmpeg processes per film for this number of cores, which the current films of this
 * process share.
 */
export function processesNow(cores: number): number {
  return parallelismOf(cores, Math.max(1, filmsNow)).processes;
}

/** FFmpeg's own limit for filter threads. */
const MAX_FILTER_THREADS = 16;

/** Returns the number of filter threads that FFmpeg itself uses with this number of cores (`slicethread.c`). */
export function filterThreadsOf(cores: number): number {
  return cores === 1 ? 1 : Math.min(cores + 1, MAX_FILTER_THREADS);
}

/**
 * The memory per process for the composed parts of a film, in bytes. A part of 2160p takes more and runs alone, because
 * its decoders, the compositor thread, and the encoder keep two cores busy.
 */
const COMPOSING_BYTES = 640 * 2 ** 20;

/** Creates the memory queue that the composed parts of one film share. One part may always start. */
export function composingMemory(
  { processes }: Pick<Parallelism, 'processes'>,
  { mostOfOne }: MemoryQueue,
): MemoryQueue {
  return createMemoryQueue({ together: processes * COMPOSING_BYTES, mostOfOne });
}
