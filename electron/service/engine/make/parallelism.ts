import { type AnyPart, isPicture } from '../parts/part.ts';
import { createMemoryQueue, type MemoryQueue } from '../plan/memory-queue.ts';

/** How a render divides the cores among processes and threads. */
export interface Parallelism {
  /** The maximum number of FFmpeg processes that run at the same time. */
  readonly processes: number;
  /** The number of threads of each decoder and encoder. */
  readonly threads: number;
  /** The number of decoder threads of a short scene while other scenes keep the cores busy. */
  readonly threadsAmongOthers: number;
  /** The number of threads of a long scene, which may run alone at the end. */
  readonly threadsOfLong: number;
}

/** The maximum length of a short scene, in frames (4 s at 30 fps). */
const SHORT_FRAMES = 120;
/** The minimum length of a long scene, in frames (8 s at 30 fps). */
const LONG_FRAMES = 240;
/**
 * The maximum number of threads per picture. More threads do not speed up a picture, and each thread keeps its own
 * frames in memory.
 */
const MAX_THREADS = 16;

/**
 * Returns the number of processes and threads for this number of cores. The number of threads is twice the number of
 * cores, because each thread waits now and then. A long scene has as many threads as x264 itself would take, so that it
 * fills the cores alone. If each core has a process, one thread per process fills the cores with less work and less
 * memory.
 */
export function parallelismOf(cores: number): Parallelism {
  const each = Math.min(cores, Math.ceil(Math.sqrt(2 * cores)));
  const all = Math.min(MAX_THREADS, Math.ceil(1.5 * cores));
  return {
    processes: each,
    threads: each,
    threadsAmongOthers: each < cores ? each : 1,
    threadsOfLong: Math.max(each, all),
  };
}

/**
 * Returns the number of threads of a part's decoders. Sound always has one thread.
 * @param coresAreFree Whether fewer scenes are made than processes could run, as after an edit, so that cores are free.
 */
export function decodingThreadsOf(part: AnyPart, coresAreFree: boolean, parallelism: Parallelism): number {
  const isAmongOthers = isShort(part) && !coresAreFree;
  return Math.min(threadsOf(part, parallelism), isAmongOthers ? parallelism.threadsAmongOthers : MAX_THREADS);
}

/**
 * Returns the number of threads of a part's encoder. The number changes the encoded bytes, so it depends only on the
 * part and on the machine whose bytes are made. A short scene that shares a decoder has few threads: the encoders of
 * its neighbors run in the same process, and another core decodes up to its in-point.
 */
export function encodingThreadsOf(part: AnyPart, parallelism: Parallelism): number {
  const isOfTake = part.inputs.some((input) => input.kind === 'source' && input.isCommon);
  const most = isShort(part) && isOfTake ? parallelism.threadsAmongOthers : MAX_THREADS;
  return Math.min(threadsOf(part, parallelism), most);
}

function threadsOf({ kind, length }: AnyPart, { threads, threadsOfLong }: Parallelism): number {
  if (kind === 'sound') return 1;
  return length < LONG_FRAMES ? threads : threadsOfLong;
}

function isShort(part: AnyPart): boolean {
  return isPicture(part) && part.length <= SHORT_FRAMES;
}

/** FFmpeg's own limit for filter threads. */
const MAX_FILTER_THREADS = 16;

/** Returns the number of filter threads that FFmpeg itself uses with this number of cores (`slicethread.c`). */
export function filterThreadsOf(cores: number): number {
  return cores === 1 ? 1 : Math.min(cores + 1, MAX_FILTER_THREADS);
}

/**
 * The memory per process for the composed parts of a film, in bytes. A part of 2160p takes more and runs alone: its
 * decoders, the compositor thread, and the encoder keep two cores busy.
 */
const COMPOSING_BYTES = 640 * 2 ** 20;

/** Creates the memory queue that the composed parts of one film share. One part may always start. */
export function composingMemory(
  { processes }: Pick<Parallelism, 'processes'>,
  { mostOfOne }: MemoryQueue,
): MemoryQueue {
  return createMemoryQueue({ together: processes * COMPOSING_BYTES, mostOfOne });
}
