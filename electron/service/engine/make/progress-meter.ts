import type { RenderProgress } from './render-types.ts';

/** A meter that computes the speed and the remaining time from frame counts. */
export interface ProgressMeter {
  /** Records the number of finished frames of the whole film now, and returns the progress. */
  report(stage: RenderProgress['stage'], done: number): RenderProgress;
}

/** The averaging window of the speed: long enough to even out process starts, and short enough to follow changes. */
const WINDOW_MS = 6000;
/** The minimum time and number of frames of a measurement. With less of either, the speed is unknown. */
const MIN_MS = 500;
const MIN_FRAMES = 8;

interface Sample {
  readonly at: number;
  readonly done: number;
}

/**
 * Creates a meter.
 * @param total The number of frames of the film.
 * @param ready The number of cached frames. They count as done but not toward the speed.
 */
export function createProgressMeter(total: number, ready: number, now: () => number): ProgressMeter {
  const samples: Sample[] = [{ at: now(), done: ready }];
  return {
    report: (stage, done) => {
      const sample = { at: now(), done };
      samples.push(sample);
      // Keep samples that span the window and enough frames, so that one slow frame does not distort the speed.
      while (samples[1] !== undefined && spans(samples[1], sample)) samples.shift();
      const framesPerSecond = stage === 'rendering' ? speed(samples[0] ?? sample, sample) : null;
      const etaSeconds = framesPerSecond === null ? null : (total - done) / framesPerSecond;
      return { stage, done, total, framesPerSecond, etaSeconds };
    },
  };
}

function spans(first: Sample, last: Sample): boolean {
  return last.at - first.at >= WINDOW_MS && last.done - first.done >= MIN_FRAMES;
}

function speed(first: Sample, last: Sample): number | null {
  const milliseconds = last.at - first.at;
  const frames = last.done - first.done;
  return milliseconds >= MIN_MS && frames >= MIN_FRAMES ? (1000 * frames) / milliseconds : null;
}
