import type { ToolPipe } from './tool-pipes.ts';
import type { ToolKind } from './tool-process.ts';

/** The limits of one run. */
export interface ToolLimits {
  /**
   * The maximum time in seconds without a sign of work, which is a changed report, or bytes that are read or written.
   */
  readonly stallSeconds: number;
  /** The maximum duration of the whole run. */
  readonly totalSeconds: number;
  /** The maximum number of collected bytes of standard output. */
  readonly stdoutBytes: number;
}

const STALL_SECONDS = 60;
/**
 * The stall limit of background programs, in seconds. On a busy machine, a program with a low priority can get no
 * processor time for minutes.
 */
const BACKGROUND_STALL_SECONDS = 600;

/** The properties of a run that determine its time limits. */
export interface WatchedRun {
  readonly kind?: ToolKind;
  readonly background?: boolean;
  readonly durationSeconds?: number;
  readonly limits?: Partial<ToolLimits>;
  readonly stdinPipe?: ToolPipe;
  readonly stdoutPipe?: ToolPipe;
}

/**
 * Stops a run that shows no sign of work for too long, or that takes too long in total. A call of `alive` is a sign of
 * work. Waits of the program for input or for a reader of its output do not count as stalling. `hold` marks the start
 * of such a wait and returns a function for its end. A pipe of the run shows its signs of work and its waits by itself.
 */
export function startWatchdog(run: WatchedRun, stop: (why: 'stalled' | 'overtime') => void) {
  const reports = (run.kind ?? 'ffmpeg') === 'ffmpeg';
  const stallSeconds = run.background === true ? BACKGROUND_STALL_SECONDS : STALL_SECONDS;
  const defaultTotalSeconds =
    run.durationSeconds === undefined && reports ? null : stallSeconds + 20 * (run.durationSeconds ?? 0);
  const totalSeconds = run.limits?.totalSeconds ?? defaultTotalSeconds;
  const stallMilliseconds = (run.limits?.stallSeconds ?? stallSeconds) * 1000;
  let stallTimer: NodeJS.Timeout | null = null;
  let holders = 0;
  let isOver = false;
  const pipe = run.stdinPipe ?? run.stdoutPipe;
  let movesBefore = pipe?.moves() ?? null;
  const restartStallTimer = () => {
    if (stallTimer !== null) clearTimeout(stallTimer);
    stallTimer = isOver || holders > 0 || !reports ? null : setTimeout(onStall, stallMilliseconds);
  };
  const onStall = () => {
    const moves = pipe?.moves() ?? null;
    const hasWorked = pipe !== undefined && (moves === null || moves !== movesBefore);
    movesBefore = moves;
    if (hasWorked) restartStallTimer();
    else stop('stalled');
  };
  restartStallTimer();
  // The maximum delay of a timer is 2^31 ms.
  const delay = totalSeconds === null ? null : Math.min(totalSeconds * 1000, 2 ** 31 - 1);
  const totalTimer = delay === null ? null : setTimeout(stop, delay, 'overtime');
  return {
    alive: () => {
      stallTimer?.refresh();
    },
    hold: (): (() => void) => {
      let isHeld = true;
      holders += 1;
      if (holders === 1) restartStallTimer();
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders === 0) restartStallTimer();
      };
    },
    stop: () => {
      isOver = true;
      restartStallTimer();
      if (totalTimer !== null) clearTimeout(totalTimer);
    },
  };
}
