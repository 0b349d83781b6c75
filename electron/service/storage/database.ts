import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { refuseDatabaseError } from './database-error.ts';
import type { Health, StorageLogger } from './health.ts';
import type { Database } from './ports.ts';

/** The database of an open workspace. */
export interface WorkspaceDatabase extends Database {
  /** Runs `work` once the outermost transaction is committed, at once where there is none; never if it is rolled back. */
  afterCommit(work: () => void): void;
}

/** More statements than are written down anywhere: only lists of changing length would fill it. */
const STATEMENTS_KEPT = 500;

/** Opens the database file with the settings that durability needs. */
export function openDatabaseFile(path: string, timeoutMilliseconds: number): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: timeoutMilliseconds, enableForeignKeyConstraints: true });
  try {
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000;');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The port over a connection. Failures of the disk stop all writing, as those of files do. */
export function createDatabase(connection: DatabaseSync, health: Health, logger: StorageLogger): WorkspaceDatabase {
  const statements = new Map<string, StatementSync>();
  let depth = 0;
  let committed: (() => void)[] = [];

  const statement = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = connection.prepare(sql);
    const oldest = statements.size >= STATEMENTS_KEPT ? statements.keys().next().value : undefined;
    if (oldest !== undefined) statements.delete(oldest);
    statements.set(sql, made);
    return made;
  };
  const attempt = <Value>(work: () => Value): Value => {
    try {
      return work();
    } catch (error) {
      return refuseDatabaseError(error, health);
    }
  };
  const tell = (): void => {
    const told = committed;
    committed = [];
    for (const work of told) {
      try {
        work();
      } catch (error) {
        logger.error({ err: error }, 'a listener failed; what it was told of is committed');
      }
    }
  };
  /** Undoes the innermost level. A full disk may have made SQLite undo everything already. */
  const undo = (): void => {
    if (!connection.isTransaction) return;
    attempt(() => connection.exec(depth === 1 ? 'ROLLBACK' : `ROLLBACK TO level${depth}; RELEASE level${depth}`));
  };

  return {
    run: (sql, ...parameters) => {
      health.requireWritable();
      return attempt(() => ({ changes: Number(statement(sql).run(...parameters).changes) }));
    },
    get: (sql, ...parameters) => attempt(() => statement(sql).get(...parameters)),
    all: (sql, ...parameters) => attempt(() => statement(sql).all(...parameters)),
    transaction: (work) => {
      health.requireWritable();
      const toldBefore = committed.length;
      attempt(() => connection.exec(depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT level${depth + 1}`));
      depth += 1;
      try {
        const value = work();
        attempt(() => connection.exec(depth === 1 ? 'COMMIT' : `RELEASE level${depth}`));
        depth -= 1;
        if (depth === 0) tell();
        return value;
      } catch (error) {
        committed.length = Math.min(committed.length, toldBefore);
        try {
          undo();
        } finally {
          depth -= 1;
        }
        throw error;
      }
    },
    afterCommit: (work) => {
      committed.push(work);
      if (depth === 0) tell();
    },
    close: () => {
      statements.clear();
      if (connection.isOpen) connection.close();
    },
  };
}
