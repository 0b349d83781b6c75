/** Timers that tests can control. */
export interface Timers {
  /** Calls `run` once after the given milliseconds, unless the returned function is called before that. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export const systemTimers: Timers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
