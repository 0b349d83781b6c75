import type { BrandKit } from '#shared/brand/brand-kit.ts';
import { readBrand } from '../brand/brand-rows.ts';
import type { BlobDigest, Foundation, ProjectUid } from '../storage/ports.ts';
import { bytesOf, integer as integerOf, text as textOf } from '../storage/rows.ts';
import { copyItemsConsistently, IS_PUBLISHED, type ProjectItem } from './project-items.ts';

/** The content that is sent to another service. It is the state of the project at one time. */
export interface ProjectContent {
  readonly name: string;
  readonly assets: readonly ContentAsset[];
  readonly templates: readonly ContentText[];
  readonly movies: readonly ContentText[];
  readonly brand: BrandKit;
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

/** Reads an existing project, with pauses for other work. After an abort, throws the signal's reason. */
export async function readContent(
  foundation: Pick<Foundation, 'database' | 'events'>,
  project: ProjectUid,
  signal: AbortSignal,
): Promise<ProjectContent> {
  const { database } = foundation;
  const assets = new Map<string, ContentAsset>();
  const texts = { template: new Map<string, ContentText>(), movie: new Map<string, ContentText>() };
  return await copyItemsConsistently(foundation, project, {
    signal,
    take: ({ kind, name, key }) => {
      const row = database.get(SQL_STATEMENTS[kind], project, key);
      if (row === undefined) return;
      const etag = textOf(row, 'etag');
      if (kind === 'asset')
        assets.set(key, {
          name,
          sha256: textOf(row, 'sha256') as BlobDigest,
          size: integerOf(row, 'bytes'),
          contentType: textOf(row, 'content_type'),
          etag,
        });
      else texts[kind].set(key, { name, bytes: bytesOf(row, 'bytes'), etag });
    },
    drop: ({ kind, key }) => void (kind === 'asset' ? assets : texts[kind]).delete(key),
    finish: () => {
      const row = database.get('SELECT name FROM project WHERE uid = ?', project);
      return {
        name: row === undefined ? '' : textOf(row, 'name'),
        assets: byName(assets),
        templates: byName(texts.template),
        movies: byName(texts.movie),
        brand: readBrand(database, project),
      };
    },
  });
}

/** The SQL statements by kind of item. The parameters are the project and the name key. */
const SQL_STATEMENTS: Readonly<Record<ProjectItem['kind'], string>> = {
  asset: 'SELECT sha256, bytes, content_type, etag FROM asset WHERE project = ? AND name_key = ?',
  movie: 'SELECT CAST(xml AS BLOB) AS bytes, etag FROM movie WHERE project = ? AND name_key = ?',
  template: `SELECT bytes, template_revision.etag FROM template
    JOIN template_revision ON ${IS_PUBLISHED}
    WHERE project = ? AND name_key = ?`,
};

function byName<Item extends { readonly name: string }>(items: ReadonlyMap<string, Item>): readonly Item[] {
  return [...items.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
