import type { Timers } from '#main/system/timers.ts';

/** A clock that a test advances. */
export interface ManualTimers extends Timers {
  readonly elapse: (milliseconds: number) => void;
}

export function createManualTimers(): ManualTimers {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    after: (milliseconds, run) => {
      const entry = { at: now + milliseconds, run };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    elapse: (milliseconds) => {
      now += milliseconds;
      for (const entry of [...waiting].filter(({ at }) => at <= now)) {
        waiting.delete(entry);
        entry.run();
      }
    },
  };
}
