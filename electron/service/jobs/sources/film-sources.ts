import { join } from 'node:path';
import { err, ok } from '../../../../shared/lib/result.ts';
import { type Statement, statement } from '../../../../shared/statements/statement.ts';
import type { MediaSource } from '../../../../shared/template/movie/media-source.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import { createSourceLocator, type SourceLocator } from '../../sources/locate-source.ts';
import type { SourceStore } from '../../sources/source-store.ts';
import { wantedFacts } from '../../sources/wanted-facts.ts';
import type { BlobStore, Database } from '../../storage/ports.ts';
import type { FilmWork } from '../records/render-worker.ts';
import { inputKey } from './asset-key.ts';
import { type OwnHosts, ownAssetOf } from './own-address.ts';

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
  { project, inputs }: Pick<FilmWork, 'project' | 'inputs'>,
  options: FilmSourceOptions,
): SourceLocator {
  const { blobs, tools, cacheFolder, policy } = options;
  const remote = createSourceLocator({
    ...policy,
    tools,
    cacheFolder,
    // Names never get there.
    assetsFolder: join(cacheFolder, 'no-assets'),
    scratchFolder: cacheFolder,
    ...(options.store === undefined ? {} : { store: options.store }),
  });

  const locate: SourceLocator['locate'] = async (wanted, signal) => {
    const asset = assetIn(wanted.source, project, options);
    if (asset === null) return remote.locate(wanted, signal);
    const { name } = asset;
    const sha256 = inputs.get(inputKey(project, asset.project, name));
    if (sha256 === undefined) return err({ code: 'source/not-found', says: lackingAsset(name) });
    const path = await blobs.atHand(sha256, signal);
    const facts = await wantedFacts({ path, sha256 }, wanted.kind, tools, { cacheFolder, signal });
    if (facts.ok) return ok({ path, sha256, facts: facts.value });
    const { code, reason } = facts.error;
    return err({ code, says: statement('source/unusable', { name, reason }) });
  };
  return { locate, [Symbol.asyncDispose]: () => remote[Symbol.asyncDispose]() };
}

/** The asset that a source means; null for one that has to be fetched. */
export function assetIn(
  source: MediaSource,
  project: FilmWork['project'],
  { ownHosts, database }: Pick<FilmSourceOptions, 'ownHosts' | 'database'>,
) {
  return source.kind === 'asset' ? { project, name: source.name } : ownAssetOf(source.url, ownHosts, database);
}

export function lackingAsset(name: string): Statement {
  return statement('source/lacking-asset', { name });
}
