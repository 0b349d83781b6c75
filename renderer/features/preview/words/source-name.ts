import type { MediaSource } from '#shared/template/movie/media-source.ts';

/** What a source is called: its file's name, or the last part of its address. */
export function sourceName(source: MediaSource): string {
  if (source.kind === 'asset') return source.name;
  const path = URL.canParse(source.url) ? new URL(source.url).pathname : source.url;
  const last = path.split('/').findLast((part) => part !== '') ?? source.url;
  try {
    return decodeURIComponent(last);
  } catch {
    // Not every percent sign is an escape.
    return last;
  }
}
