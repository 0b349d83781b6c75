import { BlobSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';

/** How long a file's picture lasts, as read before the upload; `sound` has no picture, `unknown` could not be read. */
export type FileLength =
  | { readonly kind: 'seconds'; readonly seconds: number }
  | { readonly kind: 'sound' | 'unknown' };

/** Reads the length from a file's own index until the signal says that nobody waits. Throws what reading throws. */
export async function readLength(file: File, signal: AbortSignal): Promise<FileLength> {
  signal.throwIfAborted();
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] });
  signal.addEventListener('abort', () => input.dispose(), { once: true });
  if (!(await input.canRead())) return { kind: 'unknown' };
  const track = await input.getPrimaryVideoTrack();
  if (track === null) return { kind: 'sound' };
  const seconds = await track.computeDuration();
  return seconds > 0 ? { kind: 'seconds', seconds } : { kind: 'unknown' };
}
