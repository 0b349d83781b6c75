import type { Api } from '#renderer/api/api.ts';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { type MediaSource as NamedMedia, stripUrl } from '#renderer/api/client/media-urls.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { naturalSeconds } from '#shared/template/values/source-length.ts';
import type { FilmstripPort } from './filmstrip-library.ts';

/** The width of a tile in pixels. Tiles are sharp at two device pixels per CSS pixel. */
const TILE_WIDTH = 176;

/**
 * Creates the filmstrip port for the API of the service. `assets` returns the assets of the project by name key; null
 * while they are unknown.
 */
export function createFilmstripPort(
  { client }: Pick<Api, 'client'>,
  project: string,
  assets: () => ReadonlyMap<string, AssetEntry> | null,
): FilmstripPort {
  const parameters = { project };
  const entryOf = (source: MediaSource) =>
    source.kind === 'asset' ? (assets()?.get(nameKey(source.name)) ?? null) : null;
  const queryOf = (source: MediaSource) => {
    if (source.kind === 'url') return { url: source.url };
    const etag = entryOf(source)?.etag;
    return { src: source.name, ...(etag !== undefined && { v: etag.replaceAll('"', '') }) };
  };
  const named = (source: MediaSource): NamedMedia =>
    source.kind === 'url'
      ? { kind: 'remote', url: source.url }
      : { kind: 'asset', name: source.name, etag: entryOf(source)?.etag ?? null };
  return {
    version: (source) => {
      if (source.kind === 'url') return '';
      return assets() === null ? undefined : (entryOf(source)?.etag ?? null);
    },
    facts: async (source, signal) => {
      const { video, audio, durationSeconds } = await client.call('readMediaFacts', {
        parameters,
        query: queryOf(source),
        signal,
      });
      const seconds = naturalSeconds({ pictureSeconds: video?.endSeconds ?? null, durationSeconds });
      return { seconds: seconds ?? durationSeconds, hasPicture: video !== null, hasSound: audio !== null };
    },
    strip: async (source, { from, to, count }, exact, signal) => {
      const url = stripUrl(project, named(source), { count, width: TILE_WIDTH, range: { from, to }, exact });
      const answer = await fetch(url, { signal });
      if (!answer.ok) throw new Error(`the strip could not be had: ${answer.status}`);
      return createImageBitmap(await answer.blob());
    },
    peaks: (source, signal) =>
      client.call('readMediaWaveform', { parameters, query: { ...queryOf(source), perSecond: 50 }, signal }),
  };
}
