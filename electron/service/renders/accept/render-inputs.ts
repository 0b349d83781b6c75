import { brandAssets } from '#shared/brand/brand-assets.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { readBrand } from '../../brand/brand-rows.ts';
import type { PublishedFilm } from '../../publishing/published-film.ts';
import type { BlobDigest, Database, ProjectUid } from '../../storage/ports.ts';
import { type NearNames, nearNames } from '../../text/near-names.ts';
import type { RenderId } from '../records/render-record.ts';
import { assetDigest, assetNames, inputKey } from '../sources/asset-key.ts';
import { assetIn } from '../sources/locate-for-film.ts';
import type { OwnHosts } from '../sources/own-address.ts';

/** The digest of each asset of a film, by input key. */
export type Inputs = ReadonlyMap<string, BlobDigest>;

/** Looks up the current assets. */
export interface InputFinder {
  /**
   * Returns the asset that a source refers to; null for a source that is not an asset. The digest of a missing asset is
   * null.
   */
  find(source: MediaSource): { readonly key: string; readonly name: string; readonly sha256: BlobDigest | null } | null;
  /** Returns the message about a missing asset, with similar names. */
  messageFor(source: MediaSource): Message;
}

/**
 * Creates a finder that looks up each asset only once, so that all films see the same state of an asset. A published
 * film uses the assets of its snapshot, even if the project has changed.
 */
export function createInputFinder(
  project: ProjectUid,
  context: { readonly database: Database; readonly ownHosts: OwnHosts },
  published: Pick<PublishedFilm, 'project' | 'assets'> | null = null,
): InputFinder {
  const { database } = context;
  const digests = new Map<string, BlobDigest | null>();
  const suggestions = new Map<ProjectUid, NearNames>();
  /** Returns the snapshot that contains an asset; null if the asset comes from the project itself. */
  const snapshotOf = (source: MediaSource, owner: ProjectUid) =>
    source.kind === 'asset' || owner === published?.project ? published : null;
  const digestOf = (source: MediaSource, owner: ProjectUid, name: string): BlobDigest | null => {
    const snapshot = snapshotOf(source, owner);
    return snapshot === null ? assetDigest(database, owner, name) : (snapshot.assets.get(nameKey(name)) ?? null);
  };
  return {
    find: (source) => {
      const asset = assetIn(source, project, context);
      if (asset === null) return null;
      const key = inputKey(project, asset.project, asset.name);
      const sha256 = digests.get(key) ?? (digests.has(key) ? null : digestOf(source, asset.project, asset.name));
      digests.set(key, sha256);
      return { key, name: asset.name, sha256 };
    },
    messageFor: (source) => {
      const asset = assetIn(source, project, context);
      if (asset === null) return message('source/no-asset', { name: '', near: [] });
      const snapshot = snapshotOf(source, asset.project);
      const namesOf = () => (snapshot === null ? assetNames(database, asset.project) : [...snapshot.assets.keys()]);
      const names = suggestions.get(asset.project) ?? nearNames(namesOf);
      suggestions.set(asset.project, names);
      return message('source/no-asset', { name: asset.name, near: names.of(asset.name) });
    },
  };
}

/** Returns the digests of the files that another project's brand refers to, by the input keys of a film. */
export function brandAssetDigests(database: Database, brandOf: ProjectUid): Inputs {
  const names = brandAssets(readBrand(database, brandOf));
  return new Map(
    names.flatMap((name) => {
      const sha256 = assetDigest(database, brandOf, name);
      return sha256 === null ? [] : [[nameKey(name), sha256] as const];
    }),
  );
}

/** Records the inputs of a render. Their bytes are not deleted while the record exists. */
export function saveInputs(database: Database, render: RenderId, inputs: Inputs): void {
  for (const [key, sha256] of inputs)
    database.run('INSERT INTO render_input (render, name_key, sha256) VALUES (?, ?, ?)', render, key, sha256);
}

export function findInputs(database: Database, render: RenderId): Inputs {
  const rows = database.all('SELECT name_key, sha256 FROM render_input WHERE render = ?', render);
  return new Map(rows.map((row) => [String(row['name_key']), String(row['sha256']) as BlobDigest]));
}
