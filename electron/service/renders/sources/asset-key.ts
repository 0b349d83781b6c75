import { nameKey } from '#shared/names/asset-name.ts';
import type { BlobDigest, Database, ProjectUid } from '../../storage/ports.ts';

/**
 * Returns the key that pins the input of a render: the name of the asset. An asset of another project has that project
 * as a prefix.
 */
export function inputKey(project: ProjectUid, owner: ProjectUid, name: string): string {
  // The two kinds of keys differ, because names contain no slash.
  return owner === project ? nameKey(name) : `${owner}/${nameKey(name)}`;
}

/**
 * Returns the current digest of an asset, or of a photo that a visitor has added to a form of the project; null if
 * neither exists.
 */
export function assetDigest(database: Database, project: ProjectUid, name: string): BlobDigest | null {
  const row =
    database.get('SELECT sha256 FROM asset WHERE project = ? AND name_key = ?', project, nameKey(name)) ??
    database.get('SELECT sha256 FROM link_photo WHERE name = ? AND project = ?', name, project);
  return row === undefined ? null : (String(row['sha256']) as BlobDigest);
}

/** Returns the names of a project's assets, for suggestions. */
export function assetNames(database: Database, project: ProjectUid): readonly string[] {
  return database.all('SELECT name FROM asset WHERE project = ?', project).map((row) => String(row['name']));
}

/**
 * Returns the number of pixels of an asset's picture; 0 if the picture is missing, and before the probe. SQLite
 * multiplies as REAL, because a damaged file can declare a width and a height of 2³¹, whose integer product is too
 * large for JavaScript.
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
 * Returns the digest and the natural size of an asset that is SVG, HEIC, or AVIF, or that is not probed yet. The size
 * is null before the probe. Returns null for any other asset.
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
