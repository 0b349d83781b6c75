import type { MediaSource } from '#shared/template/movie/movie.ts';

/** Returns the display name of a source: the name of the asset, or the last segment of the URL. */
export function sourceName(source: MediaSource): string {
  if (source.kind === 'asset') return source.name;
  const path = URL.canParse(source.url) ? new URL(source.url).pathname : source.url;
  const last = path.split('/').findLast((part) => part !== '') ?? source.url;
  try {
    return decodeURIComponent(last);
  } catch {
    // The URL contains a percent sign that does not start a valid escape.
    return last;
  }
}
