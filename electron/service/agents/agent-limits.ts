import { ServiceError } from '../errors/service-error.ts';

/** The limits for calls with one key. */
export interface AgentLimits {
  /** Counts a call until the result is disposed of. Throws `agents/too-many`. */
  enter(key: string, isEdit: boolean): Disposable;
}

/** The limits of a key: calls per minute, calls in a burst, concurrent calls, and edits per minute. */
const CALLS_PER_MINUTE = 120;
const BURST = 30;
const AT_ONCE = 8;
const EDITS_PER_MINUTE = 60;
const MINUTE = 60_000;

interface Used {
  /** The number of calls that the key can make now. It grows with time up to the burst. */
  calls: number;
  edits: number;
  at: number;
  running: number;
}

/** @param now Returns milliseconds of a monotonic clock. */
export function createAgentLimits(now: () => number = () => performance.now()): AgentLimits {
  const used = new Map<string, Used>();
  const refilled = (key: string): Used => {
    const time = now();
    const entry = used.get(key) ?? { calls: BURST, edits: BURST, at: time, running: 0 };
    const passed = (time - entry.at) / MINUTE;
    entry.calls = Math.min(BURST, entry.calls + passed * CALLS_PER_MINUTE);
    entry.edits = Math.min(BURST, entry.edits + passed * EDITS_PER_MINUTE);
    entry.at = time;
    used.set(key, entry);
    return entry;
  };
  return {
    enter: (key, isEdit) => {
      const entry = refilled(key);
      if (entry.running >= AT_ONCE)
        throw new ServiceError('agents/too-many', `A key can make ${AT_ONCE} calls at a time.`);
      if (entry.calls < 1)
        throw new ServiceError('agents/too-many', `A key can make ${CALLS_PER_MINUTE} calls a minute.`);
      if (isEdit && entry.edits < 1)
        throw new ServiceError('agents/too-many', `A key can make ${EDITS_PER_MINUTE} edits a minute.`);
      entry.calls -= 1;
      if (isEdit) entry.edits -= 1;
      entry.running += 1;
      let isOpen = true;
      return {
        [Symbol.dispose]: () => {
          if (isOpen) entry.running -= 1;
          isOpen = false;
        },
      };
    },
  };
}
