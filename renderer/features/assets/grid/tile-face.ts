import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { isDrawnByService } from '#renderer/api/client/asset-picture.ts';
import { assertNever } from '#shared/lib/assert.ts';

/** What the tile of an asset shows: `still` is the picture's own bytes, `poster` a picture that the service makes. */
export type TileFace = 'unknown' | 'wave' | 'still' | 'poster' | 'font' | 'captions-icon' | 'file-icon' | 'image-icon';

/** Bytes of a picture that a tile shows itself: a larger one would be read whole for something so small. */
const LARGEST_SHOWN = 16 * 2 ** 20;

export function tileFace({ media, size }: Pick<AssetEntry, 'media' | 'size'>): TileFace {
  if (media === null) return 'unknown';
  switch (media.kind) {
    case 'video':
      return 'poster';
    case 'audio':
      return 'wave';
    case 'image':
      if (isDrawnByService(media)) return 'poster';
      return size > LARGEST_SHOWN ? 'image-icon' : 'still';
    case 'font':
      return 'font';
    case 'captions':
      return 'captions-icon';
    case 'other':
      return 'file-icon';
    default:
      return assertNever(media.kind);
  }
}
