import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './database-error.ts';

/** How often a lock is tried: seldom enough to cost nothing. */
const AGAIN_MILLISECONDS = 25;

/**
 * A wait for the lock that a change needs: it is tried for a moment, without holding anything up, and whoever asks at
 * the same time waits for the same. What it fails with in the end goes through `refuse`.
 */
export function untilFree(
  connection: DatabaseSync,
  patienceMilliseconds: number,
  refuse: (error: unknown) => never,
): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  const wait = async (): Promise<void> => {
    const until = performance.now() + patienceMilliseconds;
    for (;;) {
      await pause(AGAIN_MILLISECONDS);
      const found = lockFailure(connection);
      if (found === null) return;
      if (performance.now() >= until) refuse(found);
    }
  };
  return async () => {
    if (waiting === null && lockFailure(connection) === null) return;
    waiting ??= wait().finally(() => {
      waiting = null;
    });
    await waiting;
  };
}

/**
 * Why the lock cannot be had at this moment; null where it can, or where only the change itself will say what is wrong.
 */
function lockFailure(connection: DatabaseSync): unknown {
  if (!connection.isOpen || connection.isTransaction) return null;
  const timeout = Number(Object.values(connection.prepare('PRAGMA busy_timeout').get() ?? {})[0]);
  try {
    connection.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK');
    return null;
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    return isBusy(error) ? error : null;
  } finally {
    connection.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}
