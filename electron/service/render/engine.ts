import { availableParallelism } from 'node:os';
import { required } from '../../../shared/lib/assert.ts';
import { err, ok } from '../../../shared/lib/result.ts';
import { frames } from '../../../shared/template/frame-rate.ts';
import { ServiceError } from '../service-error.ts';
import { encodersOf, formatOf } from './formats.ts';
import { joinParts } from './join.ts';
import { locateSources, type SourcesByLayer } from './locate-sources.ts';
import { makeParts, type PartsContext, takeInventory } from './make-parts.ts';
import type { Part } from './part.ts';
import type { Job } from './part-jobs.ts';
import { openPartStore } from './part-store.ts';
import { planRender, type RenderPlan } from './plan.ts';
import { createProgressMeter } from './progress-meter.ts';
import { type Draft, digestFile, openDraft } from './publish.ts';
import type { Render, RenderProgress, RenderRequest } from './render-types.ts';
import { openScratch } from './scratch.ts';
import { createStillFolder } from './still-folder.ts';
import { verifyFile } from './verify.ts';

/**
 * Makes one film: finds its sources, plans it, makes the parts that no earlier film left behind, joins them, checks
 * the result and publishes it under its name. Problems of the sources are a result; a {@link ServiceError} is thrown
 * for what went wrong on the way, the signal's reason when it was aborted. Then nothing is left behind.
 */
export const renderMovie: Render = async (request, surroundings, { signal, onProgress }) => {
  const startedAt = performance.now();
  const { tools, workshop, locate } = surroundings;
  requireFormat(request, tools.encoders);
  await using draft = await openDraft(request.output);

  onProgress?.(idle('fetching'));
  const sources = await locateSources(request.movie, locate, signal);
  if (!sources.ok) return err(sources.error);
  const plan = planRender({ ...request, sources: sources.value, filters: tools.filters });

  await using scratch = await openScratch(workshop.folder);
  const store = openPartStore(workshop);
  const context: PartsContext = {
    tools,
    store,
    folder: scratch.folder,
    sourcePath: pathsByDigest(sources.value),
    stills: createStillFolder(scratch.folder),
    cores: availableParallelism(),
    signal,
  };
  const inventory = await takeInventory(plan, context);
  const progress = followProgress(plan, inventory.jobs, (progress) => onProgress?.(progress));
  const parts = await makeParts(inventory, context, progress.onJob);
  try {
    await joinParts(plan, parts, draft.path, context, progress.onJoin);
    progress.onVerify();
    const outcome = await checkAndPublish(plan, draft, context);
    await store.prune();
    return ok({
      ...outcome,
      path: request.output,
      format: request.format,
      quality: request.quality,
      width: plan.canvas.width,
      height: plan.canvas.height,
      frameRate: plan.canvas.frameRate,
      frames: plan.length,
      scenes: plan.scenes.length,
      cachedScenes: cachedScenes(plan, inventory.jobs, inventory.keys),
      elapsedSeconds: (performance.now() - startedAt) / 1000,
      warnings: plan.warnings,
    });
  } catch (error) {
    // A film that came out wrong may have been made of a wrong part.
    if (error instanceof ServiceError && error.code === 'render/wrong-output') await store.drop(parts.keys);
    throw error;
  }
};

async function checkAndPublish(plan: RenderPlan, draft: Draft, { tools, signal }: PartsContext) {
  const [facts, digest] = await Promise.all([
    verifyFile(draft.path, plan, tools, signal),
    digestFile(draft.path, signal),
  ]);
  signal.throwIfAborted();
  await draft.publish();
  return { ...digest, durationSeconds: facts.seconds };
}

function requireFormat({ format }: RenderRequest, encoders: ReadonlySet<string>): void {
  const missing = encodersOf(format).filter((encoder) => !encoders.has(encoder));
  if (missing.length > 0)
    throw new ServiceError('render/format-unavailable', `${formatOf(format).label} needs ${missing.join(' and ')}.`);
}

function pathsByDigest(sources: SourcesByLayer): (sha256: string) => string {
  const paths = new Map([...sources.values()].map(({ sha256, path }) => [sha256, path]));
  return (sha256) => required(paths.get(sha256), 'a part of a source that was not located');
}

/** Adds up the frames of all jobs; parts that were there count as done from the start. */
function followProgress(plan: RenderPlan, jobs: readonly Job[], report: (progress: RenderProgress) => void) {
  const missing = jobs.reduce((sum, job) => sum + job.frames, 0);
  const ready = plan.length - missing;
  const meter = createProgressMeter(plan.length, ready, () => performance.now());
  const byJob = new Map<Job, number>();
  let done = ready;
  return {
    onJob: (job: Job, count: number) => {
      done += count - (byJob.get(job) ?? 0);
      byJob.set(job, count);
      report(meter.report('rendering', frames(done)));
    },
    onJoin: () => report(meter.report('joining', plan.length)),
    onVerify: () => report(meter.report('verifying', plan.length)),
  };
}

function idle(stage: RenderProgress['stage']): RenderProgress {
  return { stage, done: 0, total: 0, framesPerSecond: null, etaSeconds: null };
}

/** Scenes of which nothing had to be made; one that never needs anything made does not count. */
function cachedScenes(plan: RenderPlan, jobs: readonly Job[], keys: ReadonlyMap<Part, string>): number {
  const made = new Set(jobs.flatMap((job) => job.parts.map(({ key }) => key)));
  return plan.scenes.filter(({ picture, sound }) => {
    const parts = [picture, sound].filter((part) => part !== null);
    return parts.length > 0 && parts.every((part) => !made.has(keys.get(part) ?? ''));
  }).length;
}
