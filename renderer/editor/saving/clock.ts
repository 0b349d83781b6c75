/** The clock of the stores. Tests use a fake one. */
export interface Clock {
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Runs `action` once after this number of milliseconds. Returns a function that cancels it. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
