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
 * Stops a run that shows no sign of work for too long, or takes too long in all. Its `alive` is called at each sign.
 */
export function startWatchdog(run: WatchedRun, stop: (why: 'stalled' | 'overtime') => void) {
  const reports = (run.kind ?? 'ffmpeg') === 'ffmpeg';
  const bound = run.durationSeconds === undefined && reports ? null : STALL_SECONDS + 20 * (run.durationSeconds ?? 0);
  const totalSeconds = run.limits?.totalSeconds ?? bound;
  const stallTimer = reports ? setTimeout(stop, (run.limits?.stallSeconds ?? STALL_SECONDS) * 1000, 'stalled') : null;
  // A timer cannot be set further ahead than 2^31 ms.
  const delay = totalSeconds === null ? null : Math.min(totalSeconds * 1000, 2 ** 31 - 1);
  const totalTimer = delay === null ? null : setTimeout(stop, delay, 'overtime');
  return {
    alive: () => {
      stallTimer?.refresh();
    },
    stop: () => {
      if (stallTimer !== null) clearTimeout(stallTimer);
      if (totalTimer !== null) clearTimeout(totalTimer);
    },
  };
}
