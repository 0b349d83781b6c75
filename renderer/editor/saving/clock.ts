/** Time as the stores need it; tests have one of their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs `action` once in so many milliseconds; what it returns takes that back. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
