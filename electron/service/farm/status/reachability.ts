import type { Statement } from '#shared/statements/statement.ts';
import type { Reachability } from './farm-status.ts';

/** Whether something elsewhere answers, as it was last found. */
export interface ReachabilityNote {
  reached(): void;
  away(why: Statement): void;
  get(): Reachability;
}

/** @param onChange Told when it is away that was reached, and the other way round; not for another reason alone. */
export function createReachability(clock: () => number, onChange: (now: Reachability) => void): ReachabilityNote {
  let now: Reachability = { state: 'reached' };
  return {
    reached: () => {
      if (now.state === 'reached') return;
      now = { state: 'reached' };
      onChange(now);
    },
    away: (why) => {
      const since = now.state === 'away' ? now.since : clock();
      const isNew = now.state === 'reached';
      now = { state: 'away', why, since };
      if (isNew) onChange(now);
    },
    get: () => now,
  };
}
