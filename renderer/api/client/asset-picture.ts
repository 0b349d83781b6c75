import type { AssetEntry } from './asset-list.ts';
import { assetUrl, posterUrl } from './media-urls.ts';

/**
 * Address of a picture of an asset that is about so many pixels wide; null where there is nothing to see, or nobody has
 * looked yet. A still is its own picture, which the browser scales down. SVG, HEIC, and AVIF are shown as the service
 * draws them.
 */
export function assetPicture(project: string, { name, etag, media }: AssetEntry, width: number): string | null {
  if (media?.kind !== 'video' && media?.kind !== 'image') return null;
  if (media.kind === 'image' && !isDrawnByService(media)) return assetUrl(project, name);
  return posterUrl(project, { kind: 'asset', name, etag }, { width });
}

/** Formats that browsers cannot show, or show otherwise than films: HEIC and AVIF, and SVG, which is a document. */
const DRAWN_BY_SERVICE = ['svg', 'heic', 'avif'];

export function isDrawnByService({ videoCodec }: Pick<NonNullable<AssetEntry['media']>, 'videoCodec'>): boolean {
  return videoCodec !== null && DRAWN_BY_SERVICE.includes(videoCodec);
}
