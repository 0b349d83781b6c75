import type { Clock } from '../saving/clock.ts';

export interface FakeClock extends Clock {
  /** Lets time pass: runs what is due, in order, and what follows from each before the next. */
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** A clock that stands still until it is told to go. */
export function fakeClock(): FakeClock {
  let now = 1_000_000;
  let waiting: readonly { readonly at: number; readonly action: () => void }[] = [];
  const pass = async (milliseconds: number): Promise<void> => {
    const end = now + milliseconds;
    for (;;) {
      await settled();
      const [next] = [...waiting].sort((left, right) => left.at - right.at);
      if (next === undefined || next.at > end) break;
      waiting = waiting.filter((each) => each !== next);
      now = Math.max(now, next.at);
      next.action();
    }
    now = end;
    await settled();
  };
  return {
    now: () => now,
    after: (milliseconds, action) => {
      const timer = { at: now + milliseconds, action };
      waiting = [...waiting, timer];
      return () => {
        waiting = waiting.filter((each) => each !== timer);
      };
    },
    pass,
  };
}

/** Everything that was promised and waits for nothing else is done. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}
