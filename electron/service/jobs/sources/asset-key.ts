import { nameKey } from '#shared/names/asset-name.ts';
import type { BlobDigest, Database, ProjectUid } from '../../storage/ports.ts';

/**
 * The name under which a render's input is pinned: that of the asset, and before it its project where it is another's.
 */
export function inputKey(project: ProjectUid, owner: ProjectUid, name: string): string {
  // Names have no slash, so the two kinds of key cannot meet.
  return owner === project ? nameKey(name) : `${owner}/${nameKey(name)}`;
}

/** The digest that an asset's name stands for now; null where there is none. */
export function assetDigest(database: Database, project: ProjectUid, name: string): BlobDigest | null {
  const row = database.get('SELECT sha256 FROM asset WHERE project = ? AND name_key = ?', project, nameKey(name));
  return row === undefined ? null : (String(row['sha256']) as BlobDigest);
}

/** Names of a project's assets, to suggest one that was meant. */
export function assetNames(database: Database, project: ProjectUid): readonly string[] {
  return database.all('SELECT name FROM asset WHERE project = ?', project).map((row) => String(row['name']));
}

/**
 * Pixels of a frame of an asset's picture; 0 where it has none, or is not known yet. A damaged file may say to be 2³¹
 * wide and high: as whole numbers the product would be more than JavaScript takes.
 */
export function assetPixels(database: Database, sha256: BlobDigest): number {
  const row = database.get(
    `SELECT CAST(json_extract(media, '$.width') AS REAL) * json_extract(media, '$.height') AS pixels
      FROM asset WHERE sha256 = ? AND media IS NOT NULL LIMIT 1`,
    sha256,
  );
  return Number(row?.['pixels'] ?? 0);
}

/**
 * The digest of an asset that is SVG, HEIC, or AVIF, or has not been probed yet, and its natural size; the size is null before the probe.
 * Null for any other asset.
 */
export function assetDrawnHere(
  database: Database,
  project: ProjectUid,
  name: string,
): { readonly sha256: BlobDigest; readonly size: { readonly width: number; readonly height: number } | null } | null {
  const row = database.get(
    `SELECT sha256, media IS NULL AS isNew, json_extract(media, '$.width') AS width,
        json_extract(media, '$.height') AS height
      FROM asset WHERE project = ? AND name_key = ?
        AND (media IS NULL OR json_extract(media, '$.videoCodec') IN ('svg', 'heic', 'avif'))`,
    project,
    nameKey(name),
  );
  if (row === undefined) return null;
  const size = row['isNew'] === 1 ? null : { width: Number(row['width']), height: Number(row['height']) };
  return { sha256: String(row['sha256']) as BlobDigest, size };
}
