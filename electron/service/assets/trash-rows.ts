import { nameKey } from '#shared/names/asset-name.ts';
import type { Database, DatabaseRow, ProjectUid } from '../storage/ports.ts';
import { integer, text } from '../storage/rows.ts';
import type { Asset } from '../storage/stores.ts';
import { assetOf, IS_OLDER } from './asset-rows.ts';

/** An asset in the trash as its row has it. */
export interface TrashRow {
  readonly id: number;
  readonly asset: Asset;
  readonly deletedAt: number;
}

/** The tables' view of the trash: statements and nothing else. The later something was deleted, the higher its id. */
export interface TrashRows {
  /** Copies the asset's row. */
  put(asset: Asset, now: number): void;
  find(project: ProjectUid, id: number): TrashRow | null;
  /** Those with a lower id, the highest first. */
  below(project: ProjectUid, id: number, limit: number): readonly TrashRow[];
  amount(project: ProjectUid): { readonly count: number; readonly bytes: number };
  /** Copies it to the assets, under a name that is free. */
  restore(row: TrashRow, name: string, now: number): void;
  remove(id: number): void;
  /** Removes so many of a project up to an id, and gives the project of each. */
  removeUpTo(project: ProjectUid, id: number, limit: number): readonly ProjectUid[];
  /** The same of what was deleted before a time. */
  removeBefore(time: number, limit: number): readonly ProjectUid[];
}

export function createTrashRows(database: Database): TrashRows {
  const removeSome = (chosen: string, ...parameters: readonly (string | number)[]): readonly ProjectUid[] =>
    database
      .all(
        `DELETE FROM trashed_asset WHERE id IN (SELECT id FROM trashed_asset WHERE ${chosen} LIMIT ?) RETURNING project`,
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
        // The same bytes may have been looked into meanwhile. What an older version saw of them is looked into again.
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
