import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Job, type Queue } from 'bullmq';
import type { Logger } from 'pino';
import { z } from 'zod';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../files/rights.ts';

/**
 * What a worker holds of the queue, on its disk: the next run that has this folder, and so knows that this one has ended,
 * gives back what this one held, and nobody waits until its leases have run out.
 */
export interface HeldOrders {
  /** Notes a hold until its scope ends. A disk that takes no note costs the wait for a lease, and nothing else. */
  note(hold: Hold): Disposable;
  /** What an earlier run of this folder held. It is forgotten here. */
  takeEarlier(): readonly Hold[];
}

export interface Hold {
  /** As BullMQ names the queue. */
  readonly queue: string;
  readonly id: string;
  /** Tells this hold from every other one: an order that others have by now is not taken from them. */
  readonly token: string;
}

const hold = z.object({ queue: z.string(), id: z.string(), token: z.string() });
const ENDING = '.json';

/** @param folder Absolute, of this worker alone; made when it is needed. */
export function openHeldOrders(folder: string): HeldOrders {
  return {
    note: (held) => {
      // What the queue calls an order is no name of a file.
      const path = join(folder, `${randomUUID()}${ENDING}`);
      quietly(() => {
        mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
        writeFileSync(path, JSON.stringify(held), { mode: PRIVATE_FILE });
      });
      return { [Symbol.dispose]: () => quietly(() => rmSync(path, { force: true })) };
    },
    takeEarlier: () => {
      const names = quietly(() => readdirSync(folder)) ?? [];
      return names.flatMap((name) => {
        const path = join(folder, name);
        const text = name.endsWith(ENDING) ? quietly(() => readFileSync(path, 'utf8')) : null;
        quietly(() => rmSync(path, { force: true }));
        // One that was killed as it wrote has left half of it.
        const read = text === null ? null : quietly(() => hold.parse(JSON.parse(text)));
        return read === null ? [] : [read];
      });
    },
  };
}

/**
 * Gives orders back that an earlier run of this worker held, as far as it still does by the queue. An order that was begun
 * often goes the slow way, by its lease: there the queue counts, and gives up what no worker survives.
 */
export async function giveBackEarlier(
  holds: readonly Hold[],
  queue: Queue,
  mostBegun: number,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  for (const { id, token } of holds.filter((each) => each.queue === queue.qualifiedName))
    try {
      const job = await Job.fromId(queue, id);
      if (job === undefined || job.attemptsStarted >= mostBegun) continue;
      await job.moveToWait(token);
      logger.info({ order: id }, 'returned a job of an earlier run of this worker');
    } catch {
      // Others have it, or it has ended, or the queue is away: its lease says so in time.
      logger.info({ order: id }, 'a job of an earlier run was not returned; its lease will expire');
    }
}

function quietly<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
