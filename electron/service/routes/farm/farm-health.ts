import { message } from '#shared/messages/message.ts';
import type { ReadFarmStatus } from '../../farm/protocol/worker-report.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import { farmHealthAnswer, messageAnswer } from './farm-answer.ts';

/** The time limit in milliseconds. Monitors report a service as failed if its answer takes too long. */
const TIME_LIMIT_MILLISECONDS = 2000;

export interface FarmHealth {
  readonly answer: ReturnType<typeof farmHealthAnswer>;
  /** The number of renders that were sent to the farm but not yet started by a worker. */
  readonly notBegun: number;
}

/** Returns the health of the farm within the time limit; null without a farm. */
export async function farmHealth(watch: ReadFarmStatus | null, signal: AbortSignal): Promise<FarmHealth | null> {
  if (watch === null) return null;
  const answered = await withTimeout(
    watch().then((status) => ({ status })),
    TIME_LIMIT_MILLISECONDS,
    signal,
  );
  if (answered !== null) {
    const { status } = answered;
    return status && { answer: farmHealthAnswer(status), notBegun: status.given.waiting };
  }
  const waitsFor = messageAnswer(message('farm/not-seen'));
  const workers = { able: 0, draining: 0, other: 0 };
  return { answer: { queue: 'away', store: 'away', workers, waitsFor }, notBegun: 0 };
}

/** The numbers of waiting and running renders. */
interface Counts {
  readonly queued: number;
  readonly running: number;
}

/** Returns the numbers by another rule: a render counts as queued, not as running, until a worker starts it. */
export function countsByStart({ queued, running }: Counts, notBegun: number): Counts {
  const waiting = Math.min(running, notBegun);
  return { queued: queued + waiting, running: running - waiting };
}
