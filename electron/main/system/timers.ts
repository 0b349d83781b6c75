/** The clock, as what waits for it sees it. */
export interface Timers {
  /** Calls `run` once after that many milliseconds, unless the function that it returns is called before. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export const systemTimers: Timers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
