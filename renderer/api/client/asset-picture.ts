import type { AssetEntry } from './asset-list.ts';
import { assetUrl, posterUrl } from './media-urls.ts';

/**
 * Returns the address of a picture of an asset that is about this many pixels wide. Null if the asset has no picture or
 * is not inspected yet. A photo or a GIF is its own picture, which the browser scales down. The service draws SVG,
 * HEIC, and AVIF.
 */
export function assetPicture(project: string, { name, etag, media }: AssetEntry, width: number): string | null {
  if (media?.kind !== 'video' && media?.kind !== 'image') return null;
  if (media.kind === 'image' && !isDrawnByService(media)) return assetUrl(project, name);
  return posterUrl(project, { kind: 'asset', name, etag }, { width });
}

/** Formats that the service draws. Browsers cannot display HEIC and AVIF as films do, and an SVG is a document. */
const DRAWN_BY_SERVICE = ['svg', 'heic', 'avif'];

export function isDrawnByService({ videoCodec }: Pick<NonNullable<AssetEntry['media']>, 'videoCodec'>): boolean {
  return videoCodec !== null && DRAWN_BY_SERVICE.includes(videoCodec);
}
