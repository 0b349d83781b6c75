/** Runs something later; injected so that tests can move the time. */
export interface Timers {
  readonly after: (milliseconds: number, work: () => void) => Disposable;
}

/** The system's timers; they keep no process alive. */
export const systemTimers: Timers = {
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds).unref();
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};
