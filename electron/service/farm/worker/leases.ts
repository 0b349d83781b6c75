import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../files/rights.ts';

/** The times of leases, in milliseconds. */
export interface LeaseTimes {
  /** The time after its last renewal at which a lease expires. */
  readonly duration: number;
  /** The maximum time between two renewals while the worker and the queue work. */
  readonly renewal: number;
  /** The time between two checks for expired leases. Each worker checks. */
  readonly check: number;
}

/**
 * The lease times of all workers. The job of a killed worker returns to the queue within `duration + check` (11 s). A
 * lease expires together with the worker's report. A worker or a network can pause for `duration - renewal` (8 s)
 * before the worker loses a job.
 *
 * The lease is a fencing token: the queue takes an answer only from the worker whose lease is valid. A worker that was
 * suspended or disconnected therefore cannot answer a job that another worker has.
 */
export const LEASE: LeaseTimes = { duration: 10_000, renewal: 2000, check: 1000 };

/**
 * Returns whether a worker must end a job whose lease it could not renew. A job without an owner continues for the
 * duration of a lease, because this worker often gets the job again after an outage or a loss of the queue.
 */
export function isLeaseLost({
  owner,
  worker,
  expiredFor,
  duration,
}: {
  /** The token of the valid lease; null if there is none. */
  readonly owner: string | null;
  /** The id of this worker, with which its tokens start. */
  readonly worker: string;
  /** The milliseconds since the first failed renewal. */
  readonly expiredFor: number;
  readonly duration: number;
}): boolean {
  return owner === null ? expiredFor >= duration : !owner.startsWith(`${worker}:`);
}

/**
 * A journal of the leases of a worker on its disk. The next run with this exclusive folder returns the jobs of a killed
 * run immediately, instead of waiting until the leases expire.
 */
export interface LeaseJournal {
  /** Records a lease until its scope ends. If the disk fails, the next run has to wait until the lease expires. */
  record(lease: LeaseRecord): Disposable;
  /** Returns the leases of an earlier run and removes them. */
  takeEarlier(): readonly LeaseRecord[];
}

export interface LeaseRecord {
  /** The name of the queue, with the prefix that BullMQ adds. */
  readonly queue: string;
  readonly id: string;
  /** The token of this lease. It prevents returning a job that another worker has leased since then. */
  readonly token: string;
}

const leaseRecord = z.object({ queue: z.string(), id: z.string(), token: z.string() });
const LEASE_SUFFIX = '.json';

/**
 * Opens the journal.
 * @param folder The absolute path of this worker's own folder, created if necessary.
 */
export function openLeaseJournal(folder: string): LeaseJournal {
  return {
    record: (lease) => {
      // The job id comes from the queue unchecked, so it must not become a file name.
      const path = join(folder, `${randomUUID()}${LEASE_SUFFIX}`);
      ignoreErrors(() => {
        mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
        writeFileSync(path, JSON.stringify(lease), { mode: PRIVATE_FILE });
      });
      return { [Symbol.dispose]: () => ignoreErrors(() => rmSync(path, { force: true })) };
    },
    takeEarlier: () => {
      const names = ignoreErrors(() => readdirSync(folder)) ?? [];
      return names.flatMap((name) => {
        const path = join(folder, name);
        const text = name.endsWith(LEASE_SUFFIX) ? ignoreErrors(() => readFileSync(path, 'utf8')) : null;
        ignoreErrors(() => rmSync(path, { force: true }));
        // Ignore an incomplete file, which a kill during a write leaves behind.
        const read = text === null ? null : ignoreErrors(() => leaseRecord.parse(JSON.parse(text)));
        return read === null ? [] : [read];
      });
    },
  };
}

function ignoreErrors<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
