import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { isLeaseLost, LEASE } from './leases.ts';

const TAKEN_BACK_MILLISECONDS = 12_000;
const TICK = 50;

test('a lease and a check last at most 12 s together', () => {
  expect(LEASE.duration + LEASE.check).toBeLessThanOrEqual(TAKEN_BACK_MILLISECONDS);
});

test('a worker can miss several renewals before its lease expires', () => {
  expect(LEASE.duration / LEASE.renewal).toBeGreaterThanOrEqual(4);
});

const isLost = (owner: string | null, expiredFor: number) =>
  isLeaseLost({ owner, worker: 'me', expiredFor, duration: 10_000 });

test('a lease that another worker has is lost', () => {
  expect(isLost('other:1', 0)).toBe(true);
  expect(isLost('me:2', 60_000)).toBe(false);
});

test('a lease without an owner is lost after its duration', () => {
  expect([isLost(null, 9999), isLost(null, 10_000)]).toEqual([false, true]);
});

interface ModelWorker {
  readonly id: string;
  token: string | null;
  /** The remaining work of the running job in milliseconds; null if no job is running. */
  left: number | null;
  renewedAt: number;
  failedAt: number | null;
  isAlive: boolean;
  pausedUntil: number;
  /** The time until which the worker works but cannot reach the queue. */
  cutUntil: number;
}

interface Fault {
  readonly what: 'kill' | 'pause' | 'cut';
  readonly at: number;
  readonly worker: number;
  readonly milliseconds: number;
}

interface Model {
  now: number;
  readonly workers: readonly ModelWorker[];
  lease: { readonly token: string; readonly until: number } | null;
  state: 'waiting' | 'active' | 'answered';
  /** Whether a check found the job active. */
  isMarked: boolean;
  checkedAt: number;
  readonly takenAt: number[];
  readonly commits: string[];
}

/**
 * Simulates one job in a queue with the rules of BullMQ and a fake clock. A lease expires after its duration. A check
 * returns an active job without a lease to the queue if an earlier check has marked it. Only the token of the valid
 * lease commits an answer.
 */
function simulate(work: number, faults: readonly Fault[]): Pick<Model, 'commits' | 'takenAt'> {
  const model: Model = {
    ...{ now: 0, lease: null, state: 'waiting', isMarked: false, checkedAt: Number.NEGATIVE_INFINITY },
    ...{ takenAt: [], commits: [] },
    workers: ['a', 'b', 'c'].map((id) => ({
      ...{ id, token: null, left: null, renewedAt: 0, failedAt: null, isAlive: true, pausedUntil: 0, cutUntil: 0 },
    })),
  };
  for (; model.state !== 'answered' && model.now < 600_000; model.now += TICK) {
    for (const fault of faults) if (fault.at === model.now) applyFault(model, fault);
    if (model.lease !== null && model.lease.until <= model.now) model.lease = null;
    for (const worker of model.workers) if (worker.isAlive && worker.pausedUntil <= model.now) run(model, worker, work);
  }
  return model;
}

function applyFault({ workers, now }: Model, { what, worker, milliseconds }: Fault): void {
  const target = workers[worker];
  if (target === undefined) return;
  if (what === 'kill') target.isAlive = false;
  if (what === 'pause') target.pausedUntil = now + milliseconds;
  if (what === 'cut') target.cutUntil = now + milliseconds;
}

function run(model: Model, worker: ModelWorker, work: number): void {
  if (worker.left !== null) worker.left = Math.max(0, worker.left - TICK);
  if (worker.cutUntil > model.now) return;
  if (worker.left === 0) commit(model, worker);
  else if (worker.left !== null && model.now - worker.renewedAt >= LEASE.renewal) renew(model, worker);
  if (model.now - model.checkedAt >= LEASE.check) check(model);
  if (model.state === 'waiting') take(model, worker, work);
}

function commit(model: Model, worker: ModelWorker): void {
  worker.left = null;
  if (model.state !== 'active' || model.lease?.token !== worker.token) return;
  model.commits.push(worker.id);
  model.state = 'answered';
}

function renew(model: Model, worker: ModelWorker): void {
  const { now, lease } = model;
  worker.renewedAt = now;
  if (lease !== null && lease.token === worker.token) {
    worker.failedAt = null;
    model.lease = { token: lease.token, until: now + LEASE.duration };
    model.isMarked = false;
    return;
  }
  worker.failedAt ??= now;
  const owner = lease?.token ?? null;
  const expiredFor = now - worker.failedAt;
  if (isLeaseLost({ owner, worker: worker.id, expiredFor, duration: LEASE.duration })) worker.left = null;
}

function check(model: Model): void {
  model.checkedAt = model.now;
  if (model.state === 'active' && model.isMarked && model.lease === null) model.state = 'waiting';
  model.isMarked = model.state === 'active';
}

function take(model: Model, worker: ModelWorker, work: number): void {
  const token = `${worker.id}:${model.now}`;
  // A worker that already runs the job continues that run.
  Object.assign(worker, { token, left: worker.left ?? work, renewedAt: model.now, failedAt: null });
  model.lease = { token, until: model.now + LEASE.duration };
  model.state = 'active';
  model.takenAt.push(model.now);
}

test("a killed worker's job continues on another worker within 12 s", () => {
  const second = fc.integer({ min: 1, max: 400 }).map((ticks) => ticks * TICK);
  fc.assert(
    fc.property(second, (at) => {
      const { commits, takenAt } = simulate(60_000, [{ what: 'kill', at, worker: 0, milliseconds: 0 }]);
      expect(commits).toHaveLength(1);
      expect((takenAt[1] ?? Number.POSITIVE_INFINITY) - at).toBeLessThanOrEqual(TAKEN_BACK_MILLISECONDS);
    }),
  );
});

test('a worker that pauses for less than 8 s keeps its job', () => {
  const { commits, takenAt } = simulate(30_000, [{ what: 'pause', at: 5000, worker: 0, milliseconds: 7900 }]);
  expect([commits, takenAt]).toEqual([['a'], [0]]);
});

test('a job is answered once despite any pauses, cuts, and kills', () => {
  const fault = fc.record({
    what: fc.constantFrom('pause' as const, 'cut' as const, 'kill' as const),
    at: fc.integer({ min: 1, max: 1200 }).map((ticks) => ticks * TICK),
    // Only two workers have faults; the third has none.
    worker: fc.integer({ min: 0, max: 1 }),
    milliseconds: fc.integer({ min: 0, max: 60_000 }),
  });
  const work = fc.integer({ min: 1, max: 60_000 });
  fc.assert(
    fc.property(work, fc.array(fault, { maxLength: 6 }), (needed, faults) => {
      expect(simulate(needed, faults).commits).toHaveLength(1);
    }),
  );
});
