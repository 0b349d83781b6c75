import { join } from 'node:path';
import { runPool } from '../../waiting/pool.ts';
import type { AnyPart } from '../parts/part.ts';
import { memoryOf } from '../plan/memory-plan.ts';
import { partsOfFilm, type RenderPlan } from '../plan/plan.ts';
import { decodingThreadsOf, encodingThreadsOf } from './parallelism.ts';
import { type Job, planJobs } from './plan-jobs.ts';
import type { RenderContext } from './render-context.ts';

/** The keys of the cached parts, and the jobs that make the missing parts. */
export interface PartsInventory {
  readonly ready: ReadonlySet<string>;
  readonly jobs: readonly Job[];
}

const CONCURRENT_LOOKUPS = 8;

/** Looks up every part of a film in the cache. */
export async function lookUpParts(plan: RenderPlan, context: RenderContext): Promise<PartsInventory> {
  const ready = await takeCachedParts(new Set(partsOfFilm(plan).map(({ key }) => key)), context);
  return { ready, jobs: missingJobs(plan, ready, context) };
}

/** Links these parts from the cache into the scratch folder. Returns the keys of the parts that were cached. */
export async function takeCachedParts(
  keys: ReadonlySet<string>,
  { store, folder, signal }: Pick<RenderContext, 'store' | 'folder' | 'signal'>,
): Promise<ReadonlySet<string>> {
  const ready = new Set<string>();
  await runPool([...keys], CONCURRENT_LOOKUPS, signal, async (key, signal) => {
    if ((await store.take(key, join(folder, key), signal)) !== null) ready.add(key);
  });
  return ready;
}

/** Returns the jobs that make the missing parts of a film on this machine. */
export function missingJobs(plan: RenderPlan, ready: ReadonlySet<string>, context: RenderContext): readonly Job[] {
  return planJobs(plan, ready, context.parallelism.processes, {
    // Assume free cores: decoders then use the most threads and memory.
    bytesOf: (parts) => memoryOfParts(parts, plan, context, true),
    ...context.memory,
  });
}

/** Returns the maximum memory of a job's process, in bytes. */
export function memoryOfJob({ parts }: Job, plan: RenderPlan, context: RenderContext, coresAreFree: boolean): number {
  return memoryOfParts(
    parts.map(({ part }) => part),
    plan,
    context,
    coresAreFree,
  );
}

function memoryOfParts(
  parts: readonly AnyPart[],
  { canvas }: RenderPlan,
  { parallelism, encodingParallelism, sourcePixels }: RenderContext,
  coresAreFree: boolean,
): number {
  const planned = parts.map((part) => ({
    part,
    decodingThreads: decodingThreadsOf(part, coresAreFree, parallelism),
    encodingThreads: encodingThreadsOf(part, encodingParallelism),
  }));
  return memoryOf(planned, canvas, sourcePixels);
}
