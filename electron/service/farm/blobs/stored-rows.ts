import { randomUUID } from 'node:crypto';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { inSeparateTurn } from '../../storage/pieces.ts';
import type { BlobDigest, Database, DatabaseRow, StoredBlob, StoreStatus } from '../../storage/ports.ts';
import { integer, integerOrNull, text } from '../../storage/rows.ts';

/** A blob with the state of its row. */
export interface BlobRow extends StoredBlob {
  readonly isHere: boolean;
  /** The time at which the store was known to have the blob; null if it is not known. */
  readonly storedAt: number | null;
  readonly usedAt: number;
}

export interface RecordedRemoval {
  readonly sha256: BlobDigest;
  readonly notedAt: number;
}

/**
 * The locations of blobs in the database. This interface changes only rows: code that changes files or objects must
 * also update the rows.
 */
export interface StoredRows {
  find(sha256: BlobDigest): BlobRow | null;
  /** Returns the local blobs that the store does not have, oldest first. */
  waiting(limit: number): readonly BlobRow[];
  /** Returns the local blobs that the store has, least recently used first, starting after the given row. */
  copies(limit: number, after: BlobRow | null): readonly BlobRow[];
  /** Returns all rows in the order of their digests, starting after the given digest. */
  page(limit: number, after: string): readonly BlobRow[];
  amounts(): Pick<StoreStatus, 'waiting' | 'removals' | 'lost' | 'copies'>;
  /** Marks a blob as stored. Returns false if its row is gone. */
  markStored(sha256: BlobDigest, at: number): Promise<boolean>;
  markNotStored(sha256: BlobDigest): Promise<void>;
  /** Marks a blob as neither local nor stored. */
  markLost(sha256: BlobDigest): Promise<void>;
  /** Marks that only the store has the blob. */
  markOnlyStored(sha256: BlobDigest): void;
  markUsed(sha256: BlobDigest, at: number): Promise<void>;
  /** Adds a row for a stored blob, or marks the existing row as stored. */
  accept(blob: StoredBlob, at: number): Promise<void>;
  removals(limit: number): readonly RecordedRemoval[];
  recordRemoval(sha256: BlobDigest, at: number): Promise<void>;
  forgetRemoval(sha256: BlobDigest): Promise<void>;
  /** Marks all blobs as not stored, in slices between which other work can run. Returns their number. */
  forgetStored(): Promise<number>;
  setting(name: SettingName): string | null;
  writeSetting(name: SettingName, value: string): Promise<void>;
  /** Returns the id of the workspace, which is independent of its folder. Creates it on the first call. */
  workspaceId(): Promise<string>;
}

type SettingName = 'workspace-id' | 'blob-store' | 'blob-store-compared';

const COLUMNS = 'sha256, bytes, is_here, stored_at, used_at';
const FORGOTTEN_AT_ONCE = 1000;

export function createStoredRows(database: Database): StoredRows {
  const change: Database['run'] extends (...given: infer Given) => unknown
    ? (...given: Given) => Promise<number>
    : never = async (sql, ...parameters) => {
    await database.waitForWriteLock();
    return database.run(sql, ...parameters).changes;
  };
  const all = (sql: string, ...parameters: readonly (string | number)[]): readonly BlobRow[] =>
    database.all(sql, ...parameters).map(rowOf);
  const amountOf = (condition: string) => {
    const row = database.get(`SELECT COUNT(*) AS blobs, COALESCE(SUM(bytes), 0) AS bytes FROM blob WHERE ${condition}`);
    return { blobs: Number(row?.['blobs'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) };
  };

  const rows: StoredRows = {
    find: (sha256) => all(`SELECT ${COLUMNS} FROM blob WHERE sha256 = ?`, sha256)[0] ?? null,
    waiting: (limit) =>
      all(
        `SELECT ${COLUMNS} FROM blob WHERE stored_at IS NULL AND is_here = 1 ORDER BY is_here, created_at LIMIT ?`,
        limit,
      ),
    copies: (limit, after) =>
      all(
        `SELECT ${COLUMNS} FROM blob WHERE is_here = 1 AND stored_at IS NOT NULL AND (used_at, sha256) > (?, ?)
          ORDER BY used_at, sha256 LIMIT ?`,
        after?.usedAt ?? -1,
        after?.sha256 ?? '',
        limit,
      ),
    page: (limit, after) => all(`SELECT ${COLUMNS} FROM blob WHERE sha256 > ? ORDER BY sha256 LIMIT ?`, after, limit),
    amounts: () => ({
      waiting: amountOf('stored_at IS NULL AND is_here = 1'),
      removals: Number(database.get('SELECT COUNT(*) AS count FROM stored_removal')?.['count'] ?? 0),
      lost: amountOf('stored_at IS NULL AND is_here = 0').blobs,
      copies: amountOf('is_here = 1 AND stored_at IS NOT NULL'),
    }),
    markStored: async (sha256, at) => (await change('UPDATE blob SET stored_at = ? WHERE sha256 = ?', at, sha256)) > 0,
    markNotStored: async (sha256) => {
      await change('UPDATE blob SET stored_at = NULL WHERE sha256 = ?', sha256);
    },
    markLost: async (sha256) => {
      await change('UPDATE blob SET stored_at = NULL, is_here = 0 WHERE sha256 = ?', sha256);
    },
    markOnlyStored: (sha256) => {
      database.run('UPDATE blob SET is_here = 0 WHERE sha256 = ?', sha256);
    },
    markUsed: async (sha256, at) => {
      await change('UPDATE blob SET used_at = max(used_at, ?) WHERE sha256 = ?', at, sha256);
    },
    accept: async ({ sha256, bytes }, at) => {
      await change(ACCEPTED, sha256, bytes, at);
    },
    removals: (limit) =>
      database
        .all('SELECT sha256, noted_at FROM stored_removal ORDER BY noted_at LIMIT ?', limit)
        .map((row) => ({ sha256: text(row, 'sha256') as BlobDigest, notedAt: integer(row, 'noted_at') })),
    recordRemoval: async (sha256, at) => {
      await change('INSERT OR REPLACE INTO stored_removal (sha256, noted_at) VALUES (?, ?)', sha256, at);
    },
    forgetRemoval: async (sha256) => {
      await change('DELETE FROM stored_removal WHERE sha256 = ?', sha256);
    },
    forgetStored: async () => {
      let forgotten = 0;
      for (let count = 1; count > 0; forgotten += count)
        count = await inSeparateTurn(database, () => database.run(FORGOTTEN, FORGOTTEN_AT_ONCE).changes);
      return forgotten;
    },
    setting: (name) => {
      const value = database.get('SELECT value FROM setting WHERE name = ?', name)?.['value'];
      return typeof value === 'string' ? value : null;
    },
    writeSetting: async (name, value) => {
      await change('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)', name, value);
    },
    workspaceId: async () => {
      const stored = rows.setting('workspace-id');
      if (stored !== null) return stored;
      const id = randomUUID();
      await rows.writeSetting('workspace-id', id);
      return id;
    },
  };
  return rows;
}

const ACCEPTED = `INSERT INTO blob (sha256, bytes, created_at, is_here, stored_at, used_at) VALUES (?1, ?2, ?3, 0, ?3, 0)
  ON CONFLICT DO UPDATE SET created_at = ?3, stored_at = ?3`;
const FORGOTTEN = `UPDATE blob SET stored_at = NULL
  WHERE rowid IN (SELECT rowid FROM blob WHERE stored_at IS NOT NULL LIMIT ?)`;

function rowOf(row: DatabaseRow): BlobRow {
  return {
    sha256: text(row, 'sha256') as BlobDigest,
    bytes: integer(row, 'bytes'),
    isHere: row['is_here'] === 1,
    storedAt: integerOrNull(row, 'stored_at'),
    usedAt: integer(row, 'used_at'),
  };
}

/** Returns the error for a blob that is neither local nor stored. */
export function lostBlobError(sha256: BlobDigest): ServiceError {
  return new ServiceError('storage/lost', message('storage/restore', { sha256 }));
}
