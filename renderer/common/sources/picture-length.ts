import { BlobSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';

/** How long a file's picture lasts, as read before the upload; `sound` has no picture, `unknown` could not be read. */
export type FileLength =
  | { readonly kind: 'seconds'; readonly seconds: number }
  | { readonly kind: 'sound' | 'unknown' };

/** Longer than this nobody waits for a scene to stand there. */
const PATIENCE_MILLISECONDS = 1500;

/** Reads the length from a file's own index; never throws. */
export async function lengthOfFile(file: File): Promise<FileLength> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] });
  const late = Promise.withResolvers<FileLength>();
  const timer = setTimeout(() => late.resolve({ kind: 'unknown' }), PATIENCE_MILLISECONDS);
  try {
    return await Promise.race([lengthOf(input), late.promise]);
  } catch {
    // The service reads more formats than a browser does, and says it once it has the file.
    return { kind: 'unknown' };
  } finally {
    clearTimeout(timer);
    input.dispose();
  }
}

async function lengthOf(input: Input): Promise<FileLength> {
  if (!(await input.canRead())) return { kind: 'unknown' };
  const track = await input.getPrimaryVideoTrack();
  if (track === null) return { kind: 'sound' };
  const seconds = await track.computeDuration();
  return seconds > 0 ? { kind: 'seconds', seconds } : { kind: 'unknown' };
}
