import { join } from 'node:path';
import { err } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import { createSourceLocator, type SourceLocator } from '../../sources/locate-source.ts';
import { usableSource } from '../../sources/requested-facts.ts';
import { openSourceStore, type SourceStore } from '../../sources/source-store.ts';
import type { BlobDigest } from '../../storage/ports.ts';
import type { FilmWork } from '../records/render-worker.ts';
import { inputKey } from './asset-key.ts';
import type { OwnAsset } from './own-address.ts';

export interface PinnedSourceOptions {
  readonly tools: MediaTools;
  /** The absolute path of the cache for facts and fetched sources. */
  readonly cacheFolder: string;
  readonly policy: AddressPolicy;
  /** The store of fetched sources; by default a store that is opened for this film. */
  readonly store?: SourceStore;
  /** Returns the asset that a source refers to; null for a source that must be fetched. */
  readonly assetOf: (source: MediaSource) => OwnAsset | null;
  /** Returns the absolute path of an asset's bytes. */
  readonly pathOf: (sha256: BlobDigest, signal: AbortSignal) => Promise<string>;
}

/**
 * Creates the source locator of one render on any machine. For assets, it uses the digests from the time of acceptance.
 * It fetches other addresses within the address policy.
 */
export function locatePinned(
  { project, inputs, isConfined = false }: Pick<FilmWork, 'project' | 'inputs' | 'isConfined'>,
  { tools, cacheFolder, policy, store, assetOf, pathOf }: PinnedSourceOptions,
): SourceLocator {
  const sourceStore = store ?? openSourceStore(join(cacheFolder, 'sources'));
  const remote = createSourceLocator({
    ...policy,
    isConfined,
    tools,
    cacheFolder,
    // This folder is never read, because assets are located by their digests.
    assetsFolder: join(cacheFolder, 'no-assets'),
    scratchFolder: cacheFolder,
    store: sourceStore,
  });
  const locate: SourceLocator['locate'] = async (requested, signal) => {
    const asset = assetOf(requested.source);
    if (asset === null) return remote.locate(requested, signal);
    const { name } = asset;
    const sha256 = inputs.get(inputKey(project, asset.project, name));
    if (sha256 === undefined) return err({ code: 'source/not-found', says: missingAssetMessage(name) });
    const path = await pathOf(sha256, signal);
    const facts = await usableSource({ path, sha256 }, requested.kind, {
      tools,
      store: sourceStore,
      cacheFolder,
      signal,
    });
    if (facts.ok) return facts;
    const { code, reason } = facts.error;
    return err({ code, says: message('source/unusable', { name, reason }) });
  };
  return {
    locate,
    [Symbol.asyncDispose]: async () => {
      if (store === undefined) await sourceStore[Symbol.asyncDispose]();
    },
  };
}

export function missingAssetMessage(name: string): Message {
  return message('source/lacking-asset', { name });
}
