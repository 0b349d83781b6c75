import type { AssetEntry } from './asset-list.ts';
import { assetUrl, posterUrl } from './media-urls.ts';

/**
 * Address of a picture of an asset that is about so many pixels wide; null where there is nothing to see, or nobody has
 * looked yet. A still is its own picture, which the browser makes small by itself; a drawing (SVG) is a document of its
 * own and is shown as the service draws it.
 */
export function assetPicture(project: string, { name, etag, media }: AssetEntry, width: number): string | null {
  if (media?.kind !== 'video' && media?.kind !== 'image') return null;
  if (media.kind === 'image' && media.videoCodec !== 'svg') return assetUrl(project, name);
  return posterUrl(project, { kind: 'asset', name, etag }, { width });
}
