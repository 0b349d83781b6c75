import { type Frames, frames } from '#shared/template/values/frame-rate.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { Job } from './part-jobs.ts';
import { createProgressMeter } from './progress-meter.ts';
import type { RenderProgress, SceneCounts } from './render-types.ts';

/** Tells one film's progress from what its jobs tell of theirs. */
export interface Progress {
  /** How many frames of one job are done. */
  readonly onFrames: (job: Job, count: Frames) => void;
  /** All frames are done and something else begins. */
  readonly onStage: (stage: 'joining' | 'verifying') => void;
}

/** Adds up the frames of all jobs; what was there counts as done from the start. */
export function followProgress(
  plan: RenderPlan,
  jobs: readonly Job[],
  scenes: SceneCounts,
  tell: (progress: RenderProgress) => void,
): Progress {
  const report = (progress: RenderProgress) => tell({ ...progress, scenes });
  const missing = jobs.reduce((sum, job) => sum + job.frames, 0);
  const ready = plan.length - missing;
  const meter = createProgressMeter(plan.length, ready, () => performance.now());
  const byJob = new Map<Job, number>();
  let done = ready;
  return {
    onFrames: (job, count) => {
      done += count - (byJob.get(job) ?? 0);
      byJob.set(job, count);
      report(meter.report('rendering', frames(done)));
    },
    onStage: (stage) => report(meter.report(stage, plan.length)),
  };
}
