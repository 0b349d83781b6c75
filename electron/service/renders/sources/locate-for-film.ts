import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import type { SourceLocator } from '../../sources/locate-source.ts';
import type { SourceStore } from '../../sources/source-store.ts';
import type { BlobStore, Database } from '../../storage/ports.ts';
import type { FilmWork } from '../records/render-worker.ts';
import { type OwnHosts, ownAssetOf } from './own-address.ts';
import { locatePinned } from './pinned-sources.ts';

export interface FilmSourceOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly tools: MediaTools;
  /** The absolute path of the cache for digests, facts, and fetched sources. */
  readonly cacheFolder: string;
  readonly policy: AddressPolicy;
  readonly ownHosts: OwnHosts;
  /** The installed fonts; by default none. */
  readonly addedFonts?: () => Promise<readonly InstalledFont[]>;
  /** The store of fetched sources; by default a store that is opened for this film. */
  readonly store?: SourceStore;
}

/**
 * Creates the source locator of one render. For assets and the service's own addresses, it uses the digests from the
 * time of acceptance. It fetches other addresses within the address policy.
 */
export function locateForFilm(
  work: Pick<FilmWork, 'project' | 'inputs' | 'isConfined'>,
  { tools, cacheFolder, policy, store, ...options }: FilmSourceOptions,
): SourceLocator {
  return locatePinned(work, {
    ...{ tools, cacheFolder, policy },
    ...(store && { store }),
    assetOf: (source) => assetIn(source, work.project, options),
    pathOf: (sha256, signal) => options.blobs.atHand(sha256, signal),
  });
}

/** Returns the asset that a source refers to; null for a source that must be fetched. */
export function assetIn(
  source: MediaSource,
  project: FilmWork['project'],
  { ownHosts, database }: Pick<FilmSourceOptions, 'ownHosts' | 'database'>,
) {
  return source.kind === 'asset' ? { project, name: source.name } : ownAssetOf(source.url, ownHosts, database);
}
