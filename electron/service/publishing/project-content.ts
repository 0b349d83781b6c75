import type { BlobDigest, Database, ProjectUid } from '../storage/ports.ts';
import { bytesOf } from '../storage/row-bytes.ts';
import { integer as integerOf, text as textOf } from '../storage/rows.ts';

/** All that is sent to another service, as it was at one moment. */
export interface ProjectContent {
  readonly name: string;
  readonly assets: readonly ContentAsset[];
  readonly templates: readonly ContentText[];
  readonly movies: readonly ContentText[];
}

export interface ContentAsset {
  readonly name: string;
  readonly sha256: BlobDigest;
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
}

export interface ContentText {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** Reads a project, which must exist. */
export function readContent(database: Database, project: ProjectUid): ProjectContent {
  return database.transaction(() => {
    const row = database.get('SELECT name FROM project WHERE uid = ?', project);
    const assets = database
      .all('SELECT name, sha256, bytes, content_type, etag FROM asset WHERE project = ? ORDER BY name', project)
      .map((asset) => ({
        name: textOf(asset, 'name'),
        sha256: textOf(asset, 'sha256') as BlobDigest,
        size: integerOf(asset, 'bytes'),
        contentType: textOf(asset, 'content_type'),
        etag: textOf(asset, 'etag'),
      }));
    const texts = (sql: string): readonly ContentText[] =>
      database
        .all(sql, project)
        .map((text) => ({ name: textOf(text, 'name'), bytes: bytesOf(text, 'bytes'), etag: textOf(text, 'etag') }));
    return {
      name: row === undefined ? '' : textOf(row, 'name'),
      assets,
      templates: texts(
        `SELECT template.name, bytes, template.etag FROM template
         JOIN template_revision ON template_revision.template = template.id AND template_revision.revision = template.revision
         WHERE project = ? ORDER BY template.name`,
      ),
      movies: texts('SELECT name, CAST(xml AS BLOB) AS bytes, etag FROM movie WHERE project = ? ORDER BY name'),
    };
  });
}
