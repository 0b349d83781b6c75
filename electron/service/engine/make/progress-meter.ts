import type { RenderProgress } from './render-types.ts';

/** Turns counts of frames into speed and time left. The clock is given, in milliseconds. */
export interface ProgressMeter {
  /** Frames done of the whole film at this moment. */
  report(stage: RenderProgress['stage'], done: number): RenderProgress;
}

/** Speed is that of the last seconds: so long that starts of processes even out, so short that it follows the film. */
const WINDOW_MS = 6000;
/** Earlier or from fewer frames nothing can be told. */
const LEAST_MS = 500;
const LEAST_FRAMES = 8;

interface Sample {
  readonly at: number;
  readonly done: number;
}

/**
 * @param total Frames of the film.
 * @param ready Frames that needed no work: they count as done and say nothing about speed.
 */
export function createProgressMeter(total: number, ready: number, now: () => number): ProgressMeter {
  const samples: Sample[] = [{ at: now(), done: ready }];
  return {
    report: (stage, done) => {
      const sample = { at: now(), done };
      samples.push(sample);
      // What is left still spans the window and enough frames, so that one slow frame does not upset the figures.
      while (samples[1] !== undefined && spans(samples[1], sample)) samples.shift();
      const framesPerSecond = stage === 'rendering' ? speed(samples[0] ?? sample, sample) : null;
      const etaSeconds = framesPerSecond === null ? null : (total - done) / framesPerSecond;
      return { stage, done, total, framesPerSecond, etaSeconds };
    },
  };
}

function spans(first: Sample, last: Sample): boolean {
  return last.at - first.at >= WINDOW_MS && last.done - first.done >= LEAST_FRAMES;
}

function speed(first: Sample, last: Sample): number | null {
  const milliseconds = last.at - first.at;
  const frames = last.done - first.done;
  return milliseconds >= LEAST_MS && frames >= LEAST_FRAMES ? (1000 * frames) / milliseconds : null;
}
