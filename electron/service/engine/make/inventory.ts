import { join } from 'node:path';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { runPool } from '../../waiting/pool.ts';
import type { CachedFilms } from '../cache/cached-film.ts';
import type { PartStore } from '../cache/part-store.ts';
import type { StillFolder } from '../cache/still-folder.ts';
import type { CachedFrames } from '../compose/cached-frames.ts';
import type { Draw } from '../compose/compose-threads.ts';
import { type AnyPart, isPicture, type KeyedPart } from '../parts/part.ts';
import type { FilmKeys } from '../plan/film-keys.ts';
import { memoryOf } from '../plan/memory-plan.ts';
import { createMemoryTurns, type MemoryQueue } from '../plan/memory-queue.ts';
import { partsOf, type RenderPlan } from '../plan/plan.ts';
import { type Job, planJobs } from './part-jobs.ts';

/** What the steps of one render share. */
export interface RenderContext {
  readonly tools: MediaTools;
  readonly store: PartStore;
  readonly films: CachedFilms;
  readonly keys: FilmKeys;
  /** Scratch folder; the finished parts are named by their keys in it. */
  readonly folder: string;
  readonly sourcePath: (sha256: string) => string;
  /** Throws where a source of these parts was changed since it was found. */
  readonly requireUnchanged: (parts: readonly AnyPart[]) => Promise<void>;
  readonly stills: StillFolder;
  readonly draw: Draw;
  readonly parallelism: Parallelism;
  /** Of the machine whose bytes are made, which may be another one: it decides the threads of encoders. */
  readonly encodingParallelism: Parallelism;
  /** Threads of FFmpeg's filter graphs; null for its own number, which is that of this machine's cores. */
  readonly filterThreads: number | null;
  readonly memory: MemoryQueue;
  readonly frames: CachedFrames;
  /** Which parts of this film are composed side by side. */
  readonly composing: MemoryQueue;
  /** Pixels of a frame of the source with that digest. */
  readonly sourcePixels: (sha256: string) => number;
  readonly signal: AbortSignal;
}

export interface Parallelism {
  /** FFmpeg processes at a time. */
  readonly processes: number;
  /** Threads of each of their decoders and encoders. */
  readonly threads: number;
  /** The same where other scenes surely keep the cores busy. */
  readonly threadsAmongOthers: number;
  /** The same where a scene is so long that it may be the only one left. */
  readonly threadsOfLong: number;
}

/**
 * What composed parts of a film may take side by side, in bytes for each process. One of 2160p takes more and keeps two
 * cores busy by itself: its decoders, the thread that composes and the encoder are at work at the same time.
 */
const COMPOSING_BYTES = 640 * 2 ** 20;

/** The memory that the composed parts of one film share; one alone always begins. */
export function composingMemory(
  { processes }: Pick<Parallelism, 'processes'>,
  { mostOfOne }: MemoryQueue,
): MemoryQueue {
  return createMemoryTurns({ together: processes * COMPOSING_BYTES, mostOfOne });
}

/** Up to so many frames a scene is short: 4 s of most films. */
const SHORT_FRAMES = 120;
/** From so many frames on a scene is long: 8 s of most films. */
const LONG_FRAMES = 240;
/** More threads do not make one picture faster, and each keeps frames of its own in memory. */
const MOST_THREADS = 16;

/**
 * How so many cores are filled: with processes and with threads in them, twice as many in all as there are cores,
 * because each waits now and then. A long scene fills them alone, with as many threads as x264 itself would take. Where
 * there is a process for each core, a thread in each fills them too, with less work and less memory.
 */
export function parallelismOf(cores: number): Parallelism {
  const each = Math.min(cores, Math.ceil(Math.sqrt(2 * cores)));
  const all = Math.min(MOST_THREADS, Math.ceil(1.5 * cores));
  return {
    processes: each,
    threads: each,
    threadsAmongOthers: each < cores ? each : 1,
    threadsOfLong: Math.max(each, all),
  };
}

/**
 * Threads of a part's decoders. Sound is neither decoded nor encoded by more than one.
 * @param isAlone Whether fewer scenes are made than could be, as after an edit, so that cores are left.
 */
export function decodingThreadsOf(part: AnyPart, isAlone: boolean, parallelism: Parallelism): number {
  const isAmongOthers = isShort(part) && !isAlone;
  return Math.min(threadsOf(part, parallelism), isAmongOthers ? parallelism.threadsAmongOthers : MOST_THREADS);
}

/**
 * Threads of a part's encoder. They show in what it makes, so they depend on nothing but the part and the machine whose
 * bytes are made: not on what else is made. A short scene that shares a decoder has few threads: its neighbours' encoders run in the same
 * process, and decoding up to its in-point keeps another core busy.
 */
export function encodingThreadsOf(part: AnyPart, parallelism: Parallelism): number {
  const isOfTake = part.inputs.some((input) => input.kind === 'source' && input.isCommon);
  const most = isShort(part) && isOfTake ? parallelism.threadsAmongOthers : MOST_THREADS;
  return Math.min(threadsOf(part, parallelism), most);
}

function threadsOf({ kind, length }: AnyPart, { threads, threadsOfLong }: Parallelism): number {
  if (kind === 'sound') return 1;
  return length < LONG_FRAMES ? threads : threadsOfLong;
}

function isShort(part: AnyPart): boolean {
  return isPicture(part) && part.length <= SHORT_FRAMES;
}

/** FFmpeg runs filters in no more threads unless it is told. */
const MOST_FILTER_THREADS = 16;

/** The threads that FFmpeg itself gives the filters of a graph where there are so many cores (`slicethread.c`). */
export function filterThreadsOf(cores: number): number {
  return cores === 1 ? 1 : Math.min(cores + 1, MOST_FILTER_THREADS);
}

/** The parts that are there already, and the jobs that make the others. */
export interface PartsInventory {
  readonly ready: ReadonlySet<string>;
  readonly jobs: readonly Job[];
}

const LOOK_UPS_AT_ONCE = 8;

/** Looks up every part of a film in the store. */
export async function takeInventory(plan: RenderPlan, context: RenderContext): Promise<PartsInventory> {
  const ready = await takeParts(new Set(everyPart(plan).map(({ key }) => key)), context);
  return { ready, jobs: jobsOf(plan, ready, context) };
}

/** The jobs that make the parts of a film which are not there, for this machine. */
export function jobsOf(plan: RenderPlan, ready: ReadonlySet<string>, context: RenderContext): readonly Job[] {
  return planJobs(plan, ready, context.parallelism.processes, {
    // Decoders take most where they are alone.
    bytesOf: (parts) => memoryOfParts(parts, plan, context, true),
    mostOfOne: context.memory.mostOfOne,
  });
}

/** Bytes of memory that the process of a job takes at most. */
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

/** Looks up these parts of a film in the store; gives back the keys of those that are there. */
export async function takeParts(
  keys: ReadonlySet<string>,
  { store, folder, signal }: Pick<RenderContext, 'store' | 'folder' | 'signal'>,
): Promise<ReadonlySet<string>> {
  const ready = new Set<string>();
  await runPool([...keys], LOOK_UPS_AT_ONCE, signal, async (key, signal) => {
    if ((await store.take(key, join(folder, key), signal)) !== null) ready.add(key);
  });
  return ready;
}

/** Every part of a film; those that are made once for several scenes are among them for each. */
export function everyPart(plan: Pick<RenderPlan, 'scenes' | 'music'>): readonly KeyedPart[] {
  return [...plan.scenes.flatMap(partsOf), ...plan.music.map(({ part }) => part)];
}
