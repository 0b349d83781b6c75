import type { MediaSource } from '#shared/template/movie/media-source.ts';
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
  /** Absolute; digests, facts and fetched sources are kept there. */
  readonly cacheFolder: string;
  readonly policy: AddressPolicy;
  readonly ownHosts: OwnHosts;
  /** The fonts that were added to the program; none unless given. */
  readonly addedFonts?: () => Promise<readonly InstalledFont[]>;
  /** For fetched sources, where one stays open longer than a film is made. */
  readonly store?: SourceStore;
}

/**
 * Makes what finds the sources of one render: its assets by the digests that were pinned when it was
 * accepted, the service's own addresses likewise, all others by fetching them under the guard.
 */
export function locateForFilm(
  work: Pick<FilmWork, 'project' | 'inputs'>,
  { tools, cacheFolder, policy, store, ...options }: FilmSourceOptions,
): SourceLocator {
  return locatePinned(work, {
    ...{ tools, cacheFolder, policy },
    ...(store && { store }),
    assetOf: (source) => assetIn(source, work.project, options),
    pathOf: (sha256, signal) => options.blobs.atHand(sha256, signal),
  });
}

/** The asset that a source means; null for one that has to be fetched. */
export function assetIn(
  source: MediaSource,
  project: FilmWork['project'],
  { ownHosts, database }: Pick<FilmSourceOptions, 'ownHosts' | 'database'>,
) {
  return source.kind === 'asset' ? { project, name: source.name } : ownAssetOf(source.url, ownHosts, database);
}
