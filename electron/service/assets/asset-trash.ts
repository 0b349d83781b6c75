import { MAX_LISTED } from '#shared/contract/calls/assets.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { invariant } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { freeName } from '#shared/names/usable-name.ts';
import { ServiceError } from '../errors/service-error.ts';
import { GROUP_ROWS, inSeparateTurn } from '../storage/pieces.ts';
import type { Clock, Database, DatabaseRow, EventLog, ProjectUid } from '../storage/ports.ts';
import { integer, text } from '../storage/rows.ts';
import type { Asset, AssetTrash, ProjectStore, TrashedAsset } from '../storage/stores.ts';
import { assetOf, createAssetRows, IS_OLDER } from './asset-rows.ts';
import { cursorOf, invalidCursor, textInCursor } from './cursor.ts';

/** The time in milliseconds during which a deleted asset can be restored. */
export const TRASH_LIFE = serviceLimits.trashDays * 24 * 3600 * 1000;

/** The trash with the operations that other stores use. */
export interface WorkspaceTrash extends AssetTrash {
  /** Copies an asset that is about to be deleted. Joins a running transaction. */
  put(asset: Asset): void;
  /** Permanently deletes assets after their time in the trash, in slices. Returns their number. */
  removeExpired(): Promise<number>;
}

/** Creates the trash. Deleted assets keep their bytes until they are deleted permanently. */
export function createAssetTrash(parts: {
  readonly database: Database;
  readonly events: EventLog;
  readonly projects: ProjectStore;
  readonly clock: Clock;
}): WorkspaceTrash {
  const { database, events, projects, clock } = parts;
  const rows = createTrashRows(database);
  const assets = createAssetRows(database);

  const recordChange = (project: ProjectUid): void => events.record({ type: 'trash.changed', project, data: {} });
  const requireRow = (project: ProjectUid, id: string): TrashRow => {
    const number = numberIn(id);
    const row = number === null ? null : rows.find(project, number);
    if (row === null) throw new ServiceError('asset/not-found', message('detail/brackets', { words: id }));
    return row;
  };
  /** Calls `remove` in slices until it removes fewer rows than the limit. Returns the total. */
  const removeInPieces = async (remove: (limit: number) => readonly ProjectUid[]): Promise<number> => {
    for (let count = 0; ; ) {
      const removed = await inSeparateTurn(database, () => {
        const projectsOfRows = remove(GROUP_ROWS);
        for (const project of new Set(projectsOfRows)) recordChange(project);
        return projectsOfRows;
      });
      count += removed.length;
      if (removed.length < GROUP_ROWS) return count;
    }
  };

  return {
    put: (asset) => {
      rows.put(asset, clock());
      recordChange(asset.project);
    },
    list: (project, { limit = MAX_LISTED, cursor } = {}) => {
      const uid = projects.require(project);
      const most = Math.min(limit, MAX_LISTED);
      const below = cursor === undefined ? Number.MAX_SAFE_INTEGER : numberIn(textInCursor(cursor));
      if (below === null) throw invalidCursor();
      const page = rows.below(uid, below, most + 1);
      const last = page.length > most ? page[most - 1] : undefined;
      return {
        assets: page.slice(0, most).map(trashedOf),
        cursor: last === undefined ? null : cursorOf(String(last.id)),
      };
    },
    amount: (project) => rows.amount(projects.require(project)),
    restore: (project, id) =>
      database.transaction(() => {
        const uid = projects.require(project);
        const row = requireRow(uid, id);
        const formerName = row.asset.name;
        const name = freeName(formerName, (key) => assets.find(uid, key) !== null);
        const now = clock();
        rows.restore(row, name, now);
        rows.remove(row.id);
        database.run('UPDATE project SET updated_at = max(updated_at, ?) WHERE uid = ?', now, uid);
        const asset = assets.find(uid, name);
        invariant(asset !== null, 'an asset that was restored is there');
        events.record({ type: 'asset.saved', project: uid, data: { name, etag: asset.etag } });
        recordChange(uid);
        return { asset, formerName };
      }),
    delete: (project, id) =>
      database.transaction(() => {
        const uid = projects.require(project);
        const row = requireRow(uid, id);
        rows.remove(row.id);
        recordChange(uid);
        return trashedOf(row);
      }),
    empty: async (project) => {
      const uid = projects.require(project);
      const [latest] = rows.below(uid, Number.MAX_SAFE_INTEGER, 1);
      if (latest === undefined) return 0;
      return removeInPieces((limit) => rows.removeUpTo(uid, latest.id, limit));
    },
    removeExpired: () => {
      const before = clock() - TRASH_LIFE;
      return removeInPieces((limit) => rows.removeBefore(before, limit));
    },
  };
}

function trashedOf({ id, asset, deletedAt }: TrashRow): TrashedAsset {
  return { ...asset, id: String(id), deletedAt, expiresAt: deletedAt + TRASH_LIFE };
}

/** Parses the id of a row; null for text that is never an id. */
function numberIn(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The row of a deleted asset. */
export interface TrashRow {
  readonly id: number;
  readonly asset: Asset;
  readonly deletedAt: number;
}

/** The SQL statements of the trash. A later deletion has a higher id. */
export interface TrashRows {
  /** Copies the row of an asset to the trash. */
  put(asset: Asset, now: number): void;
  find(project: ProjectUid, id: number): TrashRow | null;
  /** Returns rows with lower ids, the highest first. */
  below(project: ProjectUid, id: number, limit: number): readonly TrashRow[];
  amount(project: ProjectUid): { readonly count: number; readonly bytes: number };
  /** Copies a row of the trash to the assets under a free name. */
  restore(row: TrashRow, name: string, now: number): void;
  remove(id: number): void;
  /** Removes up to `limit` rows of a project with ids up to `id`. Returns the project of each row. */
  removeUpTo(project: ProjectUid, id: number, limit: number): readonly ProjectUid[];
  /** Removes up to `limit` rows that were deleted before a time. Returns the project of each row. */
  removeBefore(time: number, limit: number): readonly ProjectUid[];
}

function createTrashRows(database: Database): TrashRows {
  const removeSome = (condition: string, ...parameters: readonly (string | number)[]): readonly ProjectUid[] =>
    database
      .all(
        `DELETE FROM trashed_asset WHERE id IN (SELECT id FROM trashed_asset WHERE ${condition} LIMIT ?) RETURNING project`,
        ...parameters,
      )
      .map((row) => text(row, 'project') as ProjectUid);
  return {
    put: ({ project, name }, now) => {
      database.run(
        `INSERT INTO trashed_asset
            (project, name, sha256, bytes, content_type, etag, media, tags, created_at, updated_at, deleted_at)
          SELECT project, name, sha256, bytes, content_type, etag, media, tags, created_at, updated_at, ?
          FROM asset WHERE project = ? AND name_key = ?`,
        now,
        project,
        nameKey(name),
      );
    },
    find: (project, id) => {
      const row = database.get('SELECT * FROM trashed_asset WHERE project = ? AND id = ?', project, id);
      return row === undefined ? null : trashRowOf(row);
    },
    below: (project, id, limit) =>
      database
        .all('SELECT * FROM trashed_asset WHERE project = ? AND id < ? ORDER BY id DESC LIMIT ?', project, id, limit)
        .map(trashRowOf),
    amount: (project) => {
      const row = database.get(
        'SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM trashed_asset WHERE project = ?',
        project,
      );
      return row === undefined
        ? { count: 0, bytes: 0 }
        : { count: integer(row, 'count'), bytes: integer(row, 'bytes') };
    },
    restore: ({ id }, name, now) => {
      database.run(
        // Prefer the facts of an existing asset with the same bytes, because it may have been probed since the
        // deletion. Without facts of the current version, the asset is probed again.
        `INSERT INTO asset (project, name, name_key, sha256, bytes, content_type, etag, media, tags, created_at, updated_at)
          SELECT project, ?1, ?2, sha256, bytes, content_type, etag,
            coalesce((SELECT media FROM asset WHERE sha256 = trashed_asset.sha256 AND media IS NOT NULL LIMIT 1),
              iif(${IS_OLDER}, NULL, media)),
            tags, created_at, max(updated_at, ?3)
          FROM trashed_asset WHERE id = ?4`,
        name,
        nameKey(name),
        now,
        id,
      );
    },
    remove: (id) => {
      database.run('DELETE FROM trashed_asset WHERE id = ?', id);
    },
    removeUpTo: (project, id, limit) => removeSome('project = ? AND id <= ? ORDER BY id', project, id, limit),
    removeBefore: (time, limit) => removeSome('deleted_at < ? ORDER BY deleted_at', time, limit),
  };
}

function trashRowOf(row: DatabaseRow): TrashRow {
  return { id: integer(row, 'id'), asset: assetOf(row), deletedAt: integer(row, 'deleted_at') };
}
