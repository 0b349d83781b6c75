import type { AssetEntry } from './asset-list.ts';
import { assetUrl, posterUrl } from './media-urls.ts';

/**
 * Returns the URL of a picture of an asset with about this width in pixels; null if the asset has no picture or its
 * inspection is pending. For most images, the picture is the original file, which the browser scales down. The service
 * renders SVG, HEIC, and AVIF.
 */
export function assetPicture(project: string, { name, etag, media }: AssetEntry, width: number): string | null {
  if (media?.kind !== 'video' && media?.kind !== 'image') return null;
  if (media.kind === 'image' && !isDrawnByService(media)) return assetUrl(project, name);
  return posterUrl(project, { kind: 'asset', name, etag }, { width });
}

/**
 * The formats that the service renders. Browsers display HEIC and AVIF differently from films. An SVG file is a
 * document that could load other files.
 */
const DRAWN_BY_SERVICE = ['svg', 'heic', 'avif'];

export function isDrawnByService({ videoCodec }: Pick<NonNullable<AssetEntry['media']>, 'videoCodec'>): boolean {
  return videoCodec !== null && DRAWN_BY_SERVICE.includes(videoCodec);
}
