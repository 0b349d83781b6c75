import { nameKey } from '#shared/names/asset-name.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import { GROUP_ROWS } from '../storage/pieces.ts';
import type { BlobDigest, Database, DatabaseRow, ProjectUid, StoredBlob } from '../storage/ports.ts';
import { integer, text, textOrNull } from '../storage/rows.ts';
import type { Asset, AssetMedia, AssetPage } from '../storage/stores.ts';

/** The SQL statements of assets. */
export interface AssetRows {
  find(project: ProjectUid, name: string): Asset | null;
  page(
    project: ProjectUid,
    range: { readonly prefix: string; readonly after: string; readonly limit: number },
  ): AssetPage;
  write(asset: {
    readonly project: ProjectUid;
    readonly name: string;
    readonly blob: StoredBlob;
    readonly contentType: string;
    readonly now: number;
  }): void;
  rename(asset: Pick<Asset, 'project' | 'name'>, to: string, now: number): void;
  setTags(asset: Pick<Asset, 'project' | 'name'>, tags: readonly string[], now: number): void;
  remove(project: ProjectUid, name: string): void;
  /**
   * Sets the media facts of one slice of assets with this digest, in the order of row ids after `after`. `next` is null
   * after the last slice.
   */
  setMedia(
    sha256: BlobDigest,
    media: AssetMedia,
    after: number,
  ): { readonly changed: readonly Asset[]; readonly next: number | null };
  /** Sets the damaged places of some probed assets, as {@link setMedia} does. */
  setFaults(sha256: BlobDigest, faults: readonly FaultSpan[], after: number): ReturnType<AssetRows['setMedia']>;
  withoutMedia(limit: number): readonly Asset[];
  withOlderMedia(): readonly Asset[];
}

/**
 * The SQL condition for media facts of older versions:
 *
 * - Before damage detection, `damage` is absent.
 * - Before images and fonts, their kind is `other`, and `fontFamily` is absent.
 * - Before translated reasons, `why` is absent.
 * - Before captions, their reason is `media/subtitles`.
 * - Before the conversion of HEIC and AVIF, their reason is `media/picture`.
 * - Files on a busy machine could get the reason `media/slow`.
 * - Streams with no sync frame in the first 5 s could get the reason `media/undecodable`.
 */
export const IS_OLDER = `(json_type(media, '$.damage') IS NULL OR
  (json_extract(media, '$.kind') = 'other' AND json_type(media, '$.fontFamily') IS NULL) OR
  (json_extract(media, '$.reason') IS NOT NULL AND json_type(media, '$.why') IS NULL) OR
  json_extract(media, '$.why.reason') IN ('media/subtitles', 'media/picture', 'media/slow', 'media/undecodable'))`;

export function createAssetRows(database: Database): AssetRows {
  return {
    find: (project, name) => {
      const row = database.get('SELECT * FROM asset WHERE project = ? AND name_key = ?', project, nameKey(name));
      return row === undefined ? null : assetOf(row);
    },
    page: (project, { prefix, after, limit }) => {
      const rows = database.all(
        `SELECT * FROM asset WHERE project = ? AND name > ? AND name >= ? AND substr(name, 1, length(?)) = ?
          ORDER BY name LIMIT ?`,
        project,
        after,
        prefix,
        prefix,
        prefix,
        limit + 1,
      );
      const assets = rows.slice(0, limit).map(assetOf);
      return { assets, cursor: rows.length > limit ? (assets.at(-1)?.name ?? null) : null };
    },
    write: ({ project, name, blob, contentType, now }) => {
      database.run(
        // Take the facts of the same bytes if they were probed under another name.
        `INSERT INTO asset (project, name, name_key, sha256, bytes, content_type, etag, media, created_at, updated_at)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,
            (SELECT media FROM asset WHERE sha256 = ?4 AND media IS NOT NULL LIMIT 1), ?8, ?8)
          ON CONFLICT DO UPDATE SET name = excluded.name, sha256 = excluded.sha256, bytes = excluded.bytes,
            content_type = excluded.content_type, etag = excluded.etag, media = excluded.media,
            updated_at = max(excluded.updated_at, asset.updated_at)`,
        project,
        name,
        nameKey(name),
        blob.sha256,
        blob.bytes,
        contentType,
        `"${blob.sha256}"`,
        now,
      );
      database.run('UPDATE project SET updated_at = max(updated_at, ?) WHERE uid = ?', now, project);
    },
    rename: ({ project, name }, to, now) => {
      database.run(
        'UPDATE asset SET name = ?, name_key = ?, updated_at = max(updated_at, ?) WHERE project = ? AND name_key = ?',
        to,
        nameKey(to),
        now,
        project,
        nameKey(name),
      );
      database.run('UPDATE project SET updated_at = max(updated_at, ?) WHERE uid = ?', now, project);
    },
    setTags: ({ project, name }, tags, now) => {
      database.run(
        'UPDATE asset SET tags = ?, updated_at = max(updated_at, ?) WHERE project = ? AND name_key = ?',
        JSON.stringify(tags),
        now,
        project,
        nameKey(name),
      );
      database.run('UPDATE project SET updated_at = max(updated_at, ?) WHERE uid = ?', now, project);
    },
    remove: (project, name) => {
      database.run('DELETE FROM asset WHERE project = ? AND name_key = ?', project, nameKey(name));
    },
    setMedia: (sha256, media, after) => {
      const rows = database.all(
        `UPDATE asset SET media = ? WHERE rowid IN (
            SELECT rowid FROM asset WHERE sha256 = ? AND rowid > ? AND (media IS NULL OR ${IS_OLDER})
            ORDER BY rowid LIMIT ?)
          RETURNING rowid AS id, *`,
        JSON.stringify(media),
        sha256,
        after,
        GROUP_ROWS,
      );
      return changedRows(rows, after);
    },
    setFaults: (sha256, faults, after) => {
      const rows = database.all(
        `UPDATE asset SET media = json_set(media, '$.faults', json(?1)) WHERE rowid IN (
            SELECT rowid FROM asset WHERE sha256 = ?2 AND rowid > ?3 AND media IS NOT NULL
              AND coalesce(json_extract(media, '$.faults'), '') <> ?1
            ORDER BY rowid LIMIT ?4)
          RETURNING rowid AS id, *`,
        JSON.stringify(faults),
        sha256,
        after,
        GROUP_ROWS,
      );
      return changedRows(rows, after);
    },
    withoutMedia: (limit) =>
      database
        .all('SELECT * FROM asset WHERE media IS NULL GROUP BY sha256 ORDER BY min(updated_at) LIMIT ?', limit)
        .map(assetOf),
    withOlderMedia: () =>
      database.all(`SELECT * FROM asset WHERE media IS NOT NULL AND ${IS_OLDER} GROUP BY sha256`).map(assetOf),
  };
}

function changedRows(rows: readonly DatabaseRow[], after: number): ReturnType<AssetRows['setMedia']> {
  // Take the maximum, because SQLite returns the rows in any order.
  const last = Math.max(after, ...rows.map((row) => integer(row, 'id')));
  return { changed: rows.map(assetOf), next: rows.length < GROUP_ROWS ? null : last };
}

const ABSENT_FACTS = {
  pictureSeconds: null,
  damage: null,
  fontFamily: null,
  reason: null,
} as const satisfies Partial<AssetMedia>;

/** Converts a row of `asset`, or of a table with its columns. */
export function assetOf(row: DatabaseRow): Asset {
  const media = textOrNull(row, 'media');
  return {
    project: text(row, 'project') as ProjectUid,
    name: text(row, 'name'),
    sha256: text(row, 'sha256') as BlobDigest,
    size: integer(row, 'bytes'),
    contentType: text(row, 'content_type'),
    etag: text(row, 'etag'),
    // The cast is safe: only `setMedia` writes this column. Earlier versions stored fewer facts.
    media: media === null ? null : { ...ABSENT_FACTS, ...(JSON.parse(media) as AssetMedia) },
    // The cast is safe: only `setTags` and copies of rows write this column.
    tags: JSON.parse(text(row, 'tags')) as readonly string[],
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  };
}
