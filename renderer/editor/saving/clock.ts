/** The time source of the stores. Tests have their own. */
export interface Clock {
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Runs `action` once after this time. Returns a function that cancels it. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
