import { EMPTY_BRAND } from '#shared/brand/brand-kit.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { type BrandValues, parseStoredBrand, presentBrandValues } from '../brand/brand-rows.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { BlobDigest, Database, ProjectUid } from '../storage/ports.ts';
import { bytesOf, text as textOf } from '../storage/rows.ts';
import { LOCAL_CLUSTER } from './clusters.ts';

/** The input for rendering a published movie. It is independent of the current state of the project. */
export interface PublishedFilm {
  /** The published project. It may have been deleted. */
  readonly project: ProjectUid;
  readonly xml: string;
  /** The assets of the same snapshot, by their name keys. */
  readonly assets: ReadonlyMap<string, BlobDigest>;
  /** The values that the snapshot's brand gives to its templates. */
  readonly brand: BrandValues;
}

/**
 * Returns a movie in a snapshot. The parameters are the uid of the snapshot and the name of the movie. The sweep never
 * removes blobs of a snapshot. Throws `published/not-found`, `movie/not-found`.
 */
export function readPublishedFilm(database: Database, publication: string, movie: string): PublishedFilm {
  const { project, assets, brand } = readPublishedAssets(database, publication);
  const requested = nameKey(movie);
  const name = database
    .all("SELECT name FROM publication_item WHERE publication = ? AND kind = 'movie'", publication)
    .map((row) => textOf(row, 'name'))
    .find((candidate) => nameKey(candidate) === requested);
  const row =
    name === undefined
      ? undefined
      : database.get(
          "SELECT text FROM publication_item WHERE publication = ? AND kind = 'movie' AND name = ?",
          publication,
          name,
        );
  if (row === undefined) throw new ServiceError('movie/not-found', message('published/no-movie'));
  // Keep the byte order mark, because it is part of the stored text.
  const xml = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOf(row, 'text'));
  return { project, xml, assets, brand };
}

/** Returns the assets of a snapshot and the values of its brand. Throws `published/not-found`. */
export function readPublishedAssets(database: Database, publication: string): Omit<PublishedFilm, 'xml'> {
  const row = database.get(
    'SELECT project, brand FROM publication WHERE uid = ? AND cluster = ?',
    publication,
    LOCAL_CLUSTER,
  );
  if (row === undefined) throw new ServiceError('published/not-found');
  const listed = database
    .all("SELECT name, sha256 FROM publication_item WHERE publication = ? AND kind = 'asset'", publication)
    .map((asset) => [nameKey(textOf(asset, 'name')), textOf(asset, 'sha256') as BlobDigest] as const);
  const assets = new Map(listed);
  const kit = row['brand'] === null ? EMPTY_BRAND : parseStoredBrand(textOf(row, 'brand'));
  const brand = presentBrandValues(kit, (name) => assets.has(nameKey(name)));
  return { project: textOf(row, 'project') as ProjectUid, assets, brand };
}
