import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { PhotoScenes } from '#shared/editing/insert/files.ts';

const KEY = 'photos';
/** Seconds. */
export const PHOTO_LENGTHS = { least: 0.1, most: 3600, usual: 4 } as const;

/** How photos become scenes on this machine. */
export function readPhotos(): PhotoScenes {
  const stored = readStored(KEY);
  const { seconds, slowZoom } =
    typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const { least, most, usual } = PHOTO_LENGTHS;
  const isLength = typeof seconds === 'number' && seconds >= least && seconds <= most;
  return { seconds: isLength ? seconds : usual, slowZoom: slowZoom === true };
}

export function writePhotos(photos: PhotoScenes): void {
  writeStored(KEY, photos);
}
