import { createHash } from 'node:crypto';
import type { BrandKit } from '#shared/brand/brand-kit.ts';
import { bundledLiveTable } from '#shared/contract/calls/live-tables.ts';
import { readBrand } from '../brand/brand-rows.ts';
import type { BlobDigest, Database, DatabaseRow, ProjectUid } from '../storage/ports.ts';
import { bytesOf, integer as integerOf, text as textOf } from '../storage/rows.ts';
import { requireAmounts } from './bundle-limits.ts';
import type { BundledLiveTable } from './manifest.ts';

export interface BundleContent {
  readonly name: string;
  readonly assets: readonly BundledAsset[];
  readonly templates: readonly BundledText[];
  readonly editing: readonly BundledText[];
  readonly tables: readonly BundledText[];
  readonly movies: readonly BundledText[];
  readonly brand: BrandKit;
  readonly liveTables: readonly BundledLiveTable[];
}

export interface BundledAsset {
  readonly name: string;
  readonly sha256: BlobDigest;
  readonly size: number;
  readonly contentType: string;
  readonly tags: readonly string[];
  readonly updatedAt: number;
}

export interface BundledText {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly updatedAt: number;
  /** The number of errors of a template; 0 for other texts. */
  readonly errors: number;
}

const AMOUNTS = `SELECT
  (SELECT count(*) FROM asset WHERE project = ?1) AS assets,
  (SELECT coalesce(sum(bytes), 0) FROM asset WHERE project = ?1) AS asset_bytes,
  (SELECT count(*) FROM template WHERE project = ?1) AS templates,
  (SELECT coalesce(sum(length(bytes)), 0) FROM template
    JOIN template_revision AS newest ON newest.template = template.id AND newest.revision = template.revision
    WHERE project = ?1) AS template_bytes,
  (SELECT count(*) FROM template WHERE project = ?1 AND editing <> '{}') AS editing,
  (SELECT coalesce(sum(octet_length(editing)), 0) FROM template WHERE project = ?1) AS editing_bytes,
  (SELECT count(*) FROM batch_table JOIN template ON template.id = template
    WHERE project = ?1 AND content <> '{}') AS tables,
  (SELECT coalesce(sum(octet_length(content)), 0) FROM batch_table JOIN template ON template.id = template
    WHERE project = ?1) AS table_bytes,
  (SELECT count(*) FROM movie WHERE project = ?1) AS movies,
  (SELECT coalesce(sum(octet_length(xml)), 0) FROM movie WHERE project = ?1) AS movie_bytes`;

/**
 * Reads an existing project as it is now. The read is synchronous, so no write can interrupt it. It uses no
 * transaction, so it also works in a read-only workspace. Throws `bundle/limit`.
 */
export function readBundleContent(database: Database, project: ProjectUid): BundleContent {
  requireLimits(database.get(AMOUNTS, project) ?? {});
  const texts = (sql: string): readonly BundledText[] => database.all(sql, project).map(textIn);
  const row = database.get('SELECT name FROM project WHERE uid = ?', project);
  return {
    name: row === undefined ? '' : textOf(row, 'name'),
    assets: database
      .all(
        'SELECT name, sha256, bytes, content_type, tags, updated_at FROM asset WHERE project = ? ORDER BY name',
        project,
      )
      .map((asset) => ({
        name: textOf(asset, 'name'),
        sha256: textOf(asset, 'sha256') as BlobDigest,
        size: integerOf(asset, 'bytes'),
        contentType: textOf(asset, 'content_type'),
        tags: JSON.parse(textOf(asset, 'tags')) as readonly string[],
        updatedAt: integerOf(asset, 'updated_at'),
      })),
    templates: texts(
      `SELECT template.name, newest.bytes, template.updated_at, errors FROM template
        JOIN template_revision AS newest ON newest.template = template.id AND newest.revision = template.revision
        WHERE project = ? ORDER BY template.name`,
    ),
    editing: texts(
      `SELECT name, CAST(editing AS BLOB) AS bytes, updated_at FROM template
        WHERE project = ? AND editing <> '{}' ORDER BY name`,
    ),
    tables: texts(
      `SELECT name, CAST(content AS BLOB) AS bytes, batch_table.updated_at FROM batch_table
        JOIN template ON template.id = template WHERE project = ? AND content <> '{}' ORDER BY name`,
    ),
    brand: readBrand(database, project),
    liveTables: database
      .all('SELECT settings FROM live_table WHERE project = ? ORDER BY created_at, rowid', project)
      .map((table) => bundledLiveTable.parse(JSON.parse(textOf(table, 'settings')))),
    movies: texts('SELECT name, CAST(xml AS BLOB) AS bytes, updated_at FROM movie WHERE project = ? ORDER BY name'),
  };
}

function requireLimits(row: DatabaseRow): void {
  const sum = (...columns: readonly string[]): number =>
    columns.reduce((total, column) => total + integerOf(row, column), 0);
  const textBytes = sum('template_bytes', 'editing_bytes', 'table_bytes', 'movie_bytes');
  requireAmounts({
    entries: sum('assets', 'templates', 'editing', 'tables', 'movies'),
    bytes: sum('asset_bytes') + textBytes,
    textBytes,
  });
}

function textIn(row: DatabaseRow): BundledText {
  const bytes = bytesOf(row, 'bytes');
  return {
    name: textOf(row, 'name'),
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    updatedAt: integerOf(row, 'updated_at'),
    errors: row['errors'] === undefined ? 0 : integerOf(row, 'errors'),
  };
}
