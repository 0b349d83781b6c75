import { statement } from '../../../../shared/statements/statement.ts';
import type { FarmWatch } from '../../farm/status/farm-status.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import { farmHealthAnswer, toldAnswer } from './farm-answer.ts';

/** A monitor that is not answered soon takes the whole service for dead. */
const PATIENCE_MILLISECONDS = 2000;

export type FarmHealth = ReturnType<typeof farmHealthAnswer>;

/** How a farm is, in time; null where there is none. */
export async function farmHealth(watch: FarmWatch | null, signal: AbortSignal): Promise<FarmHealth | null> {
  if (watch === null) return null;
  const seen = await withTimeout(
    watch().then((status) => ({ status })),
    PATIENCE_MILLISECONDS,
    signal,
  );
  if (seen !== null) return seen.status && farmHealthAnswer(seen.status);
  const waitsFor = toldAnswer(statement('farm/not-seen'));
  return { queue: 'away', store: 'away', workers: { able: 0, draining: 0, other: 0 }, waitsFor };
}
