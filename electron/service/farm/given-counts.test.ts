import { expect, test } from 'vitest';
import { message } from '#shared/messages/message.ts';
import { createReachability, dispatchedCounts } from './open-farm.ts';
import type { Reachability, WorkerReport } from './protocol/worker-report.ts';

const workerWith = (...jobs: readonly string[]) =>
  ({ doing: jobs.map((job) => ({ order: job })) }) as unknown as WorkerReport;

test('a film is active while a worker makes it or its parts', () => {
  const workers = [workerWith('a-1', 'b-2.7'), workerWith('b-2.8', 'of-another-service-1')];
  expect(dispatchedCounts(['a-1', 'b-2', 'c-1', 'a-2'], workers)).toEqual({ waiting: 2, active: 2 });
  expect(dispatchedCounts([], workers)).toEqual({ waiting: 0, active: 0 });
});

test('an outage of the queue is reported once with its start', () => {
  const reported: Reachability[] = [];
  let now = 100;
  const note = createReachability(
    () => now,
    (state) => void reported.push(state),
  );
  note.reached();
  note.away(message('farm/broke-off'));
  now = 200;
  note.away(message('farm/wrong-password'));
  expect(note.get()).toEqual({ state: 'away', why: message('farm/wrong-password'), since: 100 });
  note.reached();
  expect(reported).toEqual([{ state: 'away', why: message('farm/broke-off'), since: 100 }, { state: 'reached' }]);
});
