import type { Clock } from '../saving/clock.ts';

export interface FakeClock extends Clock {
  /**
   * Advances the time and runs the due actions in order. Before each further action, the promises of the last action
   * are resolved.
   */
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** Creates a clock whose time advances only when the test calls `pass`. */
export function fakeClock(): FakeClock {
  let now = 1_000_000;
  let waiting: readonly { readonly at: number; readonly action: () => void }[] = [];
  const pass = async (milliseconds: number): Promise<void> => {
    const end = now + milliseconds;
    for (;;) {
      await resolvePromises();
      const [next] = [...waiting].sort((left, right) => left.at - right.at);
      if (next === undefined || next.at > end) break;
      waiting = waiting.filter((other) => other !== next);
      now = Math.max(now, next.at);
      next.action();
    }
    now = end;
    await resolvePromises();
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

/** Waits until pending promises are resolved. */
async function resolvePromises(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}
