import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';

/** Returns a function that looks up the etag of an asset in the current list, which `read` returns. */
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
