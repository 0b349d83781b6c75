import type { ToolKind } from './tool-process.ts';

/** Bounds of one run that replace the usual ones. */
export interface ToolLimits {
  /** Longest time without a sign of work (a report that moved, bytes taken or given). */
  readonly stallSeconds: number;
  /** Longest time of the whole run. */
  readonly totalSeconds: number;
  /** Most bytes of standard output that are collected. */
  readonly stdoutBytes: number;
}

const STALL_SECONDS = 60;

/** What of a run bounds its time. */
export interface WatchedRun {
  readonly kind?: ToolKind;
  readonly durationSeconds?: number;
  readonly limits?: Partial<ToolLimits>;
}

/**
 * Stops a run that shows no sign of work for too long, or takes too long in all. Its `alive` is called at each sign. While
 * somebody waits for us, as a process does that has no input, or whose output nobody takes, it is not the one that is
 * slow: from `hold` until what that gives is called, it may be as still as it likes.
 */
export function startWatchdog(run: WatchedRun, stop: (why: 'stalled' | 'overtime') => void) {
  const reports = (run.kind ?? 'ffmpeg') === 'ffmpeg';
  const bound = run.durationSeconds === undefined && reports ? null : STALL_SECONDS + 20 * (run.durationSeconds ?? 0);
  const totalSeconds = run.limits?.totalSeconds ?? bound;
  const stallMilliseconds = (run.limits?.stallSeconds ?? STALL_SECONDS) * 1000;
  let stallTimer: NodeJS.Timeout | null = null;
  let holders = 0;
  let isOver = false;
  const wait = () => {
    if (stallTimer !== null) clearTimeout(stallTimer);
    stallTimer = isOver || holders > 0 || !reports ? null : setTimeout(stop, stallMilliseconds, 'stalled');
  };
  wait();
  // A timer cannot be set further ahead than 2^31 ms.
  const delay = totalSeconds === null ? null : Math.min(totalSeconds * 1000, 2 ** 31 - 1);
  const totalTimer = delay === null ? null : setTimeout(stop, delay, 'overtime');
  return {
    alive: () => {
      stallTimer?.refresh();
    },
    hold: (): (() => void) => {
      let isHeld = true;
      holders += 1;
      if (holders === 1) wait();
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders === 0) wait();
      };
    },
    stop: () => {
      isOver = true;
      wait();
      if (totalTimer !== null) clearTimeout(totalTimer);
    },
  };
}
