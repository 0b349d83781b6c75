import type { RenderProgress } from './render-types.ts';

/** Turns counts of frames into speed and time left. The clock is given, in milliseconds. */
export interface ProgressMeter {
  /** Frames done of the whole film at this moment. */
  report(stage: RenderProgress['stage'], done: number): RenderProgress;
}

const WINDOW_MS = 4000;

/**
 * @param total Frames of the film.
 * @param ready Frames that needed no work: they count as done and say nothing about speed.
 */
export function createProgressMeter(total: number, ready: number, now: () => number): ProgressMeter {
  const samples: { readonly at: number; readonly done: number }[] = [{ at: now(), done: ready }];
  return {
    report: (stage, done) => {
      const at = now();
      samples.push({ at, done });
      while (samples.length > 2 && (samples[1]?.at ?? at) < at - WINDOW_MS) samples.shift();
      const first = samples[0] ?? { at, done };
      const seconds = (at - first.at) / 1000;
      const framesPerSecond = seconds > 0 && done > first.done ? (done - first.done) / seconds : null;
      const etaSeconds = framesPerSecond === null ? null : (total - done) / framesPerSecond;
      return { stage, done, total, framesPerSecond, etaSeconds };
    },
  };
}
