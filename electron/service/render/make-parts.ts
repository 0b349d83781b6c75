import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { required } from '../../../shared/lib/assert.ts';
import type { Frames } from '../../../shared/template/frame-rate.ts';
import { runTool } from '../media/run-tool.ts';
import type { MediaTools } from '../media/tools.ts';
import { ServiceError } from '../service-error.ts';
import { type Part, partKey } from './part.ts';
import { type Job, planJobs } from './part-jobs.ts';
import { type PartTarget, partArguments } from './part-run.ts';
import type { PartStore } from './part-store.ts';
import type { RenderPlan } from './plan.ts';
import { runPool } from './pool.ts';
import { SOUND_BYTES_PER_SAMPLE } from './sound-graph.ts';
import type { StillFolder } from './still-folder.ts';

export interface PartsContext {
  readonly tools: MediaTools;
  readonly store: PartStore;
  /** Scratch folder; the finished parts are named by their keys in it. */
  readonly folder: string;
  readonly sourcePath: (sha256: string) => string;
  readonly stills: StillFolder;
  /** Processor cores to fill. */
  readonly cores: number;
  readonly signal: AbortSignal;
}

export interface MadeParts {
  /** Where a part lies now. */
  pathOf(part: Part): string;
  /** Keys of all parts of the film, to be dropped should the film turn out wrong. */
  readonly keys: readonly string[];
}

/** The parts that are there already, and the jobs that make the others. */
export interface PartsInventory {
  readonly ready: ReadonlySet<string>;
  readonly jobs: readonly Job[];
  readonly keys: ReadonlyMap<Part, string>;
}

/** Looks up every part of a film in the store; equal parts are made once. */
export async function takeInventory(plan: RenderPlan, context: PartsContext): Promise<PartsInventory> {
  const keys = new Map<Part, string>();
  for (const scene of plan.scenes)
    for (const part of [scene.picture, scene.sound]) if (part) keys.set(part, partKey(part, context.tools.version));
  const ready = new Set<string>();
  for (const key of new Set(keys.values()))
    if (await context.store.take(key, partPath(context.folder, key))) ready.add(key);
  return { ready, jobs: planJobs(plan, (part) => nameOf(keys, part), ready), keys };
}

/**
 * Makes what is missing, as many processes side by side as pay, and keeps it.
 * @param onFrames Told how many frames of one job are done.
 * Throws the signal's reason or a {@link ServiceError}; then no process is left running.
 */
export async function makeParts(
  { jobs, keys }: PartsInventory,
  context: PartsContext,
  onFrames: (job: Job, frames: Frames) => void,
): Promise<MadeParts> {
  await runPool(jobs, Math.max(1, Math.min(context.cores, jobs.length)), context.signal, (job, signal) =>
    makeJob(job, { ...context, signal }, (frames) => onFrames(job, frames)),
  );
  return {
    pathOf: (part) => partPath(context.folder, nameOf(keys, part)),
    keys: [...keys.values()],
  };
}

async function makeJob(job: Job, context: PartsContext, onFrames: (frames: Frames) => void): Promise<void> {
  const targets = job.parts.map(
    ({ key, part }): PartTarget => ({ part, path: `${partPath(context.folder, key)}.new` }),
  );
  const { tools, sourcePath, stills, signal, cores } = context;
  const inputs = job.parts.flatMap(({ part }) => part.inputs);
  await Promise.all(inputs.map((input) => (input.kind === 'still' ? stills.draw(input.still) : null)));
  let frames = 0;
  await runTool({
    program: tools.ffmpeg,
    arguments: partArguments(targets, {
      sourcePath,
      stillPath: stills.pathOf,
      threads: cores,
    }),
    durationSeconds: job.seconds,
    outputLimitBytes: job.limitBytes,
    signal,
    onProgress: (progress) => {
      frames = progress.frames;
      onFrames(Math.min(frames, job.frames) as Frames);
    },
  });
  const picture = targets.find(({ part }) => part.kind === 'picture');
  if (picture && frames < picture.part.length)
    throw new ServiceError('render/wrong-output', `A scene has ${frames} of ${picture.part.length} frames.`);
  await Promise.all(
    job.parts.map(({ key, part }, index) => finishPart(key, part, targets[index]?.path ?? '', context)),
  );
}

async function finishPart(key: string, part: Part, made: string, { folder, store }: PartsContext): Promise<void> {
  const { size } = await stat(made);
  if (part.kind === 'sound' && size > part.length * SOUND_BYTES_PER_SAMPLE)
    throw new ServiceError('render/wrong-output', `A scene's sound has ${size} bytes.`);
  await rename(made, partPath(folder, key));
  await store.keep(key, partPath(folder, key));
}

function partPath(folder: string, key: string): string {
  return join(folder, key);
}

function nameOf(keys: ReadonlyMap<Part, string>, part: Part): string {
  return required(keys.get(part), 'a part without a key');
}
