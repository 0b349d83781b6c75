import type { RenderProgress } from '../../render/make/render-types.ts';
import { percentage, progressBar, progressLine } from './progress-text.ts';

/** Where progress is shown. */
export interface ProgressOutput {
  readonly write: (text: string) => void;
  /** A bar is redrawn in place; else lines follow one another. */
  readonly interactive: boolean;
  readonly columns: () => number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

export interface ProgressDisplay extends Disposable {
  readonly show: (progress: RenderProgress) => void;
  /** Takes the bar away, so that what is printed next stands on a line of its own. */
  readonly clear: () => void;
}

const REDRAW_MS = 80;
/** In a log: a line when so much was done since the last, or so much time went by. */
const LOG_SHARE = 10;
const LOG_MS = 5000;
const LOG_MINIMUM_MS = 1000;

/** Hides the cursor while a bar is there, and gives both back. */
export function progressDisplay(output: ProgressOutput): ProgressDisplay {
  return output.interactive ? barDisplay(output) : lineDisplay(output);
}

function barDisplay(output: ProgressOutput): ProgressDisplay {
  let drawn: { readonly at: number; readonly stage: string; readonly text: string } | null = null;
  const clear = (): void => {
    if (drawn !== null) output.write('\r\u001B[K\u001B[?25h');
    drawn = null;
  };
  return {
    show: (progress) => {
      const now = output.now();
      if (drawn !== null && drawn.stage === progress.stage && now - drawn.at < REDRAW_MS) return;
      const text = progressBar(progress, output.columns());
      if (text !== drawn?.text) output.write(`${drawn === null ? '\u001B[?25l' : ''}\r${text}\u001B[K`);
      drawn = { at: now, stage: progress.stage, text };
    },
    clear,
    [Symbol.dispose]: clear,
  };
}

function lineDisplay(output: ProgressOutput): ProgressDisplay {
  let last: { readonly at: number; readonly share: number } | null = null;
  const startedAt = output.now();
  const nothing = (): void => undefined;
  return {
    show: (progress) => {
      const [now, share] = [output.now(), percentage(progress)];
      const due =
        // What comes before the first frame is worth a line only if it takes long.
        (last === null && (progress.stage === 'rendering' || now - startedAt >= LOG_MINIMUM_MS)) ||
        (last !== null && share >= last.share + LOG_SHARE && now - last.at >= LOG_MINIMUM_MS) ||
        (last !== null && share !== last.share && now - last.at >= LOG_MS);
      if (!due) return;
      output.write(`${progressLine(progress)}\n`);
      last = { at: now, share };
    },
    clear: nothing,
    [Symbol.dispose]: nothing,
  };
}
