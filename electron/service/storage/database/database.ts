import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isDiskFull } from '../../files/free-bytes.ts';
import { makePrivateFile } from '../../files/private-folder.ts';
import type { Health, StorageLogger } from '../health.ts';
import type { Database } from '../ports.ts';
import { isBusy, isFull, refuseDatabaseError } from './database-error.ts';

export interface WorkspaceDatabase extends Database {
  /**
   * Runs `work` after the commit of the outermost transaction, or immediately outside of a transaction. Never runs it
   * after a rollback.
   */
  afterCommit(work: () => void): void;
}

/**
 * The maximum number of cached statements. The code has fewer statements. Only lists of varying length could exceed the
 * limit.
 */
const PREPARED_STATEMENTS_LIMIT = 500;

/** Opens the database file with the settings for durability. Its log has the permissions of the file. */
export function openDatabaseFile(path: string, timeoutMilliseconds: number): DatabaseSync {
  makePrivateFile(path);
  try {
    return openWith(path, timeoutMilliseconds, 'NORMAL');
  } catch (error) {
    // A full disk may lack space for the index of the log. In this mode, the index is in memory, so reads continue.
    if (!isFull(error)) throw error;
    return openWith(path, timeoutMilliseconds, 'EXCLUSIVE');
  }
}

function openWith(path: string, timeout: number, lockingMode: 'NORMAL' | 'EXCLUSIVE'): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout, enableForeignKeyConstraints: true });
  try {
    connection.exec(`PRAGMA locking_mode = ${lockingMode}`);
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000;');
    // This read fails if the file is unreadable.
    connection.exec('SELECT 1 FROM sqlite_schema LIMIT 1');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

interface DatabaseOptions {
  /** The number of transactions so far, and a callback that receives the number after each transaction with changes. */
  readonly commits?: { readonly count: number; readonly onCommit: (count: number) => void };
  /** The maximum time that {@link Database.waitForWriteLock} waits. */
  readonly lockTimeoutMilliseconds?: number;
}

const LOCK_TIMEOUT_MILLISECONDS = 5000;

/** Creates the database port of a connection. A disk failure stops all writing, like a failed write of a file. */
export function createDatabase(
  connection: DatabaseSync,
  health: Health,
  logger: StorageLogger,
  { commits, lockTimeoutMilliseconds: patienceMilliseconds = LOCK_TIMEOUT_MILLISECONDS }: DatabaseOptions = {},
): WorkspaceDatabase {
  let count = commits?.count ?? 0;
  const isOutOfSpace = (): boolean => isDiskFull(dirname(connection.location() ?? ''));
  const statements = new Map<string, StatementSync>();
  let depth = 0;
  let afterCommitCallbacks: (() => void)[] = [];

  const statement = (sql: string): StatementSync => {
    const prepared = statements.get(sql);
    if (prepared !== undefined) return prepared;
    const created = connection.prepare(sql);
    const oldest = statements.size >= PREPARED_STATEMENTS_LIMIT ? statements.keys().next().value : undefined;
    if (oldest !== undefined) statements.delete(oldest);
    statements.set(sql, created);
    return created;
  };
  const attempt = <Value>(work: () => Value): Value => {
    try {
      return work();
    } catch (error) {
      return refuseDatabaseError(error, health, isOutOfSpace);
    }
  };
  const runCallbacks = (): void => {
    const callbacks = afterCommitCallbacks;
    afterCommitCallbacks = [];
    for (const work of callbacks) {
      try {
        work();
      } catch (error) {
        logger.error({ err: error }, 'a listener failed after a commit; the change is saved');
      }
    }
  };
  /** Undoes the innermost level. On a full disk, SQLite may already have undone everything. */
  const undo = (): void => {
    if (!connection.isTransaction) return;
    attempt(() => connection.exec(depth === 1 ? 'ROLLBACK' : `ROLLBACK TO level${depth}; RELEASE level${depth}`));
  };

  const changes = (): number => Number(statement('SELECT total_changes() AS n').get()?.['n']);
  /** Commits the outermost level. Counts it if it changed anything, because the count reveals a missing log. */
  const commit = (before: number): void => {
    const isCounted = commits !== undefined && changes() !== before;
    if (isCounted) statement('UPDATE commit_count SET number = ?').run(count + 1);
    connection.exec('COMMIT');
    if (!isCounted) return;
    count += 1;
    try {
      commits.onCommit(count);
    } catch (error) {
      // Only log the error, because the transaction is committed nevertheless.
      logger.error({ err: error }, 'failed to record a commit; the change is saved');
    }
  };
  const transaction: Database['transaction'] = (work) => {
    health.requireWritable();
    const callbacksBefore = afterCommitCallbacks.length;
    attempt(() => connection.exec(depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT level${depth + 1}`));
    depth += 1;
    try {
      const changesBefore = depth === 1 ? attempt(changes) : 0;
      const value = work();
      attempt(() => (depth === 1 ? commit(changesBefore) : connection.exec(`RELEASE level${depth}`)));
      depth -= 1;
      if (depth === 0) runCallbacks();
      return value;
    } catch (error) {
      afterCommitCallbacks.length = Math.min(afterCommitCallbacks.length, callbacksBefore);
      try {
        undo();
      } finally {
        depth -= 1;
      }
      throw error;
    }
  };
  const run: Database['run'] = (sql, ...parameters) => {
    if (depth === 0) return transaction(() => run(sql, ...parameters));
    health.requireWritable();
    return attempt(() => ({ changes: Number(statement(sql).run(...parameters).changes) }));
  };

  return {
    run,
    get: (sql, ...parameters) => attempt(() => statement(sql).get(...parameters)),
    all: (sql, ...parameters) => attempt(() => statement(sql).all(...parameters)),
    transaction,
    waitForWriteLock: createLockWait(connection, patienceMilliseconds, (error) =>
      refuseDatabaseError(error, health, isOutOfSpace),
    ),
    afterCommit: (work) => {
      afterCommitCallbacks.push(work);
      if (depth === 0) runCallbacks();
    },
    close: () => {
      statements.clear();
      if (connection.isOpen) connection.close();
    },
  };
}

/** The interval between attempts to take a lock. It is so long that the attempts take only negligible time. */
const RETRY_MILLISECONDS = 25;

/**
 * Creates a function that waits for the lock that a change needs. It tries the lock at intervals without blocking the
 * thread. Simultaneous callers share one wait. The error after the last attempt goes through `refuse`.
 */
function createLockWait(
  connection: DatabaseSync,
  patienceMilliseconds: number,
  refuse: (error: unknown) => never,
): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  const wait = async (): Promise<void> => {
    const until = performance.now() + patienceMilliseconds;
    for (;;) {
      await pause(RETRY_MILLISECONDS);
      const failure = lockFailure(connection);
      if (failure === null) return;
      if (performance.now() >= until) refuse(failure);
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
 * Returns the error for an unavailable lock. Returns null if the lock is free, or if the change itself will report the
 * problem.
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
