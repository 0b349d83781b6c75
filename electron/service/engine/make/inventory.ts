import { join } from 'node:path';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { runPool } from '../../waiting/pool.ts';
import type { CachedFilms } from '../cache/cached-film.ts';
import type { PartStore } from '../cache/part-store.ts';
import type { GeneratedImageFolder } from '../cache/still-folder.ts';
import type { CachedFrames } from '../compose/cached-frames.ts';
import type { Draw } from '../compose/compose-threads.ts';
import { type AnyPart, isPicture, type KeyedPart } from '../parts/part.ts';
import type { FilmKeys } from '../plan/film-keys.ts';
import { memoryOf } from '../plan/memory-plan.ts';
import { createMemoryQueue, type MemoryQueue } from '../plan/memory-queue.ts';
import { partsOf, type RenderPlan } from '../plan/plan.ts';
import { type Job, planJobs } from './part-jobs.ts';

/** The context that the steps of one render share. */
export interface RenderContext {
  readonly tools: MediaTools;
  readonly store: PartStore;
  readonly films: CachedFilms;
  readonly keys: FilmKeys;
  /** The scratch folder. The file name of a finished part is its key. */
  readonly folder: string;
  readonly sourcePath: (sha256: string) => string;
  /** Throws if a source of these parts changed since it was located. */
  readonly requireUnchanged: (parts: readonly AnyPart[]) => Promise<void>;
  readonly stills: GeneratedImageFolder;
  readonly draw: Draw;
  readonly parallelism: Parallelism;
  /**
   * The parallelism of the machine whose encoded bytes this render reproduces; it can differ from this machine. It
   * determines the number of threads of each encoder.
   */
  readonly encodingParallelism: Parallelism;
  /**
   * The number of threads of FFmpeg's filter graphs; null for FFmpeg's default, the number of cores of this machine.
   */
  readonly filterThreads: number | null;
  readonly memory: MemoryQueue;
  readonly frames: CachedFrames;
  /** The memory queue of the composed parts of this film. */
  readonly composing: MemoryQueue;
  /** Returns the number of pixels in a frame of the source with this digest. */
  readonly sourcePixels: (sha256: string) => number;
  readonly signal: AbortSignal;
}

/** The keys of the parts that exist, and the jobs that make the missing parts. */
export interface PartsInventory {
  readonly ready: ReadonlySet<string>;
  readonly jobs: readonly Job[];
}

const CONCURRENT_LOOKUPS = 8;

/** Looks up every part of a film in the cache. */
export async function takeInventory(plan: RenderPlan, context: RenderContext): Promise<PartsInventory> {
  const ready = await takeParts(new Set(everyPart(plan).map(({ key }) => key)), context);
  return { ready, jobs: jobsOf(plan, ready, context) };
}

/** Links these parts from the cache into the scratch folder. Returns the keys of the parts that were cached. */
export async function takeParts(
  keys: ReadonlySet<string>,
  { store, folder, signal }: Pick<RenderContext, 'store' | 'folder' | 'signal'>,
): Promise<ReadonlySet<string>> {
  const ready = new Set<string>();
  await runPool([...keys], CONCURRENT_LOOKUPS, signal, async (key, signal) => {
    if ((await store.take(key, join(folder, key), signal)) !== null) ready.add(key);
  });
  return ready;
}

/** Returns all parts of a film. A part that several scenes share occurs once for each of them. */
export function everyPart(plan: Pick<RenderPlan, 'scenes' | 'music'>): readonly KeyedPart[] {
  return [...plan.scenes.flatMap(partsOf), ...plan.music.map(({ part }) => part)];
}

/** Returns the jobs that make the missing parts of a film on this machine. */
export function jobsOf(plan: RenderPlan, ready: ReadonlySet<string>, context: RenderContext): readonly Job[] {
  return planJobs(plan, ready, context.parallelism.processes, {
    // Assume free cores: decoders then have the most threads and take the most memory.
    bytesOf: (parts) => memoryOfParts(parts, plan, context, true),
    mostOfOne: context.memory.mostOfOne,
  });
}

/** Returns the maximum memory of a job's process, in bytes. */
export function memoryOfJob({ parts }: Job, plan: RenderPlan, context: RenderContext, isAlone: boolean): number {
  return memoryOfParts(
    parts.map(({ part }) => part),
    plan,
    context,
    isAlone,
  );
}

function memoryOfParts(
  parts: readonly AnyPart[],
  { canvas }: RenderPlan,
  { parallelism, encodingParallelism, sourcePixels }: RenderContext,
  isAlone: boolean,
): number {
  const planned = parts.map((part) => ({
    part,
    decodingThreads: decodingThreadsOf(part, isAlone, parallelism),
    encodingThreads: encodingThreadsOf(part, encodingParallelism),
  }));
  return memoryOf(planned, canvas, sourcePixels);
}

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
 * @param isAlone Whether there are fewer scenes to make than processes, as after an edit, so that cores are free.
 */
export function decodingThreadsOf(part: AnyPart, isAlone: boolean, parallelism: Parallelism): number {
  const isAmongOthers = isShort(part) && !isAlone;
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
