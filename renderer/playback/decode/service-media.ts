import type { Api } from '#renderer/api/api.ts';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import {
  addedFontUrl,
  assetUrl,
  frameUrl,
  imageUrl,
  type MediaSource as NamedMedia,
  originalUrl,
  proxyUrl,
} from '#renderer/api/client/media-urls.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { Client } from '#shared/contract/client.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { MediaPort } from './media-port.ts';

/** Creates the media port of a project. The version of an asset is its etag in the cached list of assets. */
export function createProjectMedia(
  { client, queries, reachability }: Pick<Api, 'client' | 'queries' | 'reachability'>,
  project: string,
): MediaPort {
  const version = versionsOf(() => queries.getQueryData(queryKeys.assets(project)));
  return createMediaPort({ client, project, version, onReachable: reachability.onReachable });
}

/**
 * Returns a function that looks up the etag of an asset in the list from `read`. The result is an empty text if the
 * etag is unknown.
 */
function versionsOf(read: () => readonly AssetEntry[] | undefined): (source: MediaSource) => string {
  let knownAssets: readonly AssetEntry[] | undefined;
  let tags: ReadonlyMap<string, string> = new Map();
  return (source) => {
    if (source.kind === 'url') return '';
    const assets = read();
    if (assets !== knownAssets) {
      knownAssets = assets;
      tags = new Map(assets?.map(({ name, etag }) => [name, etag]));
    }
    return tags.get(source.name) ?? '';
  };
}

export interface MediaPortOptions {
  readonly client: Client<Response>;
  readonly project: string;
  /** Returns a version that changes with the bytes of a source, such as the etag of an asset. */
  readonly version: (source: MediaSource) => string;
  readonly onReachable: MediaPort['onReachable'];
}

/** Creates the media port on the API of the service. */
export function createMediaPort({ client, project, version, onReachable }: MediaPortOptions): MediaPort {
  const parameters = { project };
  return {
    facts: (source, signal) => client.call('readMediaFacts', { parameters, query: queryOf(source), signal }),
    proxy: (source, signal) => client.call('startMediaProxy', { parameters, query: queryOf(source), signal }),
    originalUrl: (source, etag) => originalUrl(project, namedMedia(source, etag)),
    proxyUrl: (source, etag) => proxyUrl(project, namedMedia(source, etag)),
    posterUrl: (source, at, width) => frameUrl(project, namedMedia(source, version(source) || null), { at, width }),
    stillUrl: (source) =>
      source.kind === 'asset' ? assetUrl(project, source.name) : originalUrl(project, namedMedia(source, null)),
    imageUrl: (source) => imageUrl(project, namedMedia(source, null)),
    addedFonts: async (signal) => {
      const { packages } = await client.call('listFonts', { signal });
      return packages.flatMap(({ name, fonts }) =>
        fonts.map(({ sha256, ...font }) => ({ ...font, digest: sha256, url: addedFontUrl(name, sha256) })),
      );
    },
    version,
    onReachable,
  };
}

function queryOf(source: MediaSource) {
  const fields = source.fields === 'keep' && ({ deinterlace: 'false' } as const);
  return { ...(source.kind === 'asset' ? { src: source.name } : { url: source.url }), ...fields };
}

function namedMedia(source: MediaSource, etag: string | null): NamedMedia {
  const fields = source.fields === 'keep' && ({ fields: 'keep' } as const);
  return source.kind === 'asset'
    ? { kind: 'asset', name: source.name, etag, ...fields }
    : { kind: 'remote', url: source.url, ...fields };
}
