import type { WorkerReport } from '../../status/farm-status.ts';
import type { Doing } from './doing.ts';
import type { Tally } from './tally.ts';

/** What does not change of a run of a worker. */
export type WorkerIdentity = Pick<
  WorkerReport,
  'id' | 'name' | 'version' | 'maker' | 'cores' | 'memoryBytes' | 'startedAt'
>;

/** What a worker says of itself now. */
export function workerReport(
  identity: WorkerIdentity,
  { doing, tally, isDraining, seenAt }: { doing: Doing; tally: Tally; isDraining: boolean; seenAt: number },
): WorkerReport {
  return { ...identity, seenAt, isDraining, doing: doing.tasks(), made: tally.totals, ...tally.speed() };
}
