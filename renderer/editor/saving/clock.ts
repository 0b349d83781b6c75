/** A clock with timers. Tests use a fake clock. */
export interface Clock {
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Calls `action` once after a delay in milliseconds. Returns a function that cancels the timer. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
