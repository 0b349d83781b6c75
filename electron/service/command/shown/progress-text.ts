import type { RenderProgress } from '../../engine/make/render-types.ts';
import { displayWidth } from './display-width.ts';

const stageWords: Readonly<Record<RenderProgress['stage'], string>> = {
  checking: 'Checking',
  fetching: 'Fetching',
  rendering: 'Rendering',
  joining: 'Joining',
  verifying: 'Verifying',
};

const MAX_BAR_WIDTH = 40;
const MIN_BAR_WIDTH = 8;

/** Returns the progress as a line of at most `columns` columns. Omits the least important details first. */
export function progressBar(progress: RenderProgress, columns: number): string {
  const stage = stageWords[progress.stage].padEnd(9);
  const share = `${String(percentage(progress)).padStart(3)} %`;
  // Pad the details, so that the bar keeps its length while the numbers grow.
  const details = progressDetails(progress).map((detail, index) => detail.padStart(detailWidth(progress, index)));
  for (let count = details.length; count >= 0; count--) {
    const rest = [share, ...details.slice(0, count)].join('  ');
    // Leave the last column empty, because some terminals wrap after it is filled.
    const barColumns = columns - 1 - displayWidth(stage) - displayWidth(rest) - 3;
    if (barColumns >= MIN_BAR_WIDTH) return `${stage} ${bar(progress, Math.min(barColumns, MAX_BAR_WIDTH))}  ${rest}`;
  }
  return share.slice(0, Math.max(columns - 1, 0));
}

/** Returns the progress as a log line. */
export function progressLine(progress: RenderProgress): string {
  return [`${stageWords[progress.stage]}: ${percentage(progress)} %`, ...progressDetails(progress)].join(', ');
}

/** Returns the percentage as a whole number. It is 100 only when everything is done. */
function percentage({ done, total }: RenderProgress): number {
  return total === 0 ? 0 : Math.min(Math.floor((100 * done) / total), 100);
}

/** Formats a duration: `7 s`, `1:05`, `1:02:03`. */
export function durationText(seconds: number): string {
  const whole = Math.max(Math.ceil(seconds), 0);
  if (whole < 60) return `${whole} s`;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${twoDigits(rest)}` : `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}`;
}

/** Formats a size: `812 B`, `3.4 MB`. Like file managers, uses powers of 1000. */
export function sizeText(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 'B';
  for (const next of units) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return `${value < 10 && unit !== 'B' ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** Returns the details, the most important first. */
function progressDetails({ done, total, framesPerSecond, etaSeconds }: RenderProgress): readonly string[] {
  return [
    ...(total === 0 ? [] : [`${done}/${total} frames`]),
    ...(etaSeconds === null || done === total ? [] : [`${durationText(etaSeconds)} left`]),
    ...(framesPerSecond === null ? [] : [`${Math.round(framesPerSecond)} fps`]),
  ];
}

/** Returns the maximum width of a detail in columns. */
function detailWidth({ total }: RenderProgress, index: number): number {
  return index === 0 ? `${total}/${total} frames`.length : (['', '59:59 left', '999 fps'][index]?.length ?? 0);
}

function bar({ done, total }: RenderProgress, columns: number): string {
  const full = total === 0 ? 0 : Math.min(Math.round((columns * done) / total), columns);
  return '█'.repeat(full) + '░'.repeat(columns - full);
}

/** The output that displays the progress. */
export interface ProgressOutput {
  readonly write: (text: string) => void;
  /** Whether a bar is redrawn in place. Otherwise log lines are printed. */
  readonly interactive: boolean;
  readonly columns: () => number;
  /** Returns milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export interface ProgressDisplay extends Disposable {
  readonly show: (progress: RenderProgress) => void;
  /** Removes the bar, so that the next output starts on an empty line. */
  readonly clear: () => void;
}

const REDRAW_MS = 80;
/** The intervals of log lines: 10 percent or five seconds, but at least one second. */
const LOG_SHARE = 10;
const LOG_MS = 5000;
const LOG_MINIMUM_MS = 1000;

/** Creates a display. A bar hides the cursor. Disposal removes the bar and shows the cursor. */
export function progressDisplay(output: ProgressOutput): ProgressDisplay {
  return output.interactive ? barDisplay(output) : lineDisplay(output);
}

function barDisplay(output: ProgressOutput): ProgressDisplay {
  let lastBar: { readonly at: number; readonly stage: string; readonly text: string } | null = null;
  const clear = (): void => {
    if (lastBar !== null) output.write('\r\u001B[K\u001B[?25h');
    lastBar = null;
  };
  return {
    show: (progress) => {
      const now = output.now();
      if (lastBar !== null && lastBar.stage === progress.stage && now - lastBar.at < REDRAW_MS) return;
      const text = progressBar(progress, output.columns());
      if (text !== lastBar?.text) output.write(`${lastBar === null ? '\u001B[?25l' : ''}\r${text}\u001B[K`);
      lastBar = { at: now, stage: progress.stage, text };
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
        // Log a stage before the first frame only if it takes long.
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
