import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';

/** The entity tags of a project's assets, looked up quickly; `read` gives the list as it is now. */
export function versionsOf(read: () => readonly AssetEntry[] | undefined): (source: MediaSource) => string {
  let known: readonly AssetEntry[] | undefined;
  let tags: ReadonlyMap<string, string> = new Map();
  return (source) => {
    if (source.kind === 'url') return '';
    const assets = read();
    if (assets !== known) {
      known = assets;
      tags = new Map(assets?.map(({ name, etag }) => [name, etag]));
    }
    return tags.get(source.name) ?? '';
  };
}
