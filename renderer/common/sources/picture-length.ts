import type { FileLength } from './read-length.ts';

/** Longer than this nobody waits for a scene to stand there. */
const PATIENCE_MILLISECONDS = 1500;

/** Reads the length from a file's own index; never throws. */
export async function lengthOfFile(file: File): Promise<FileLength> {
  const late = Promise.withResolvers<FileLength>();
  const timer = setTimeout(() => late.resolve({ kind: 'unknown' }), PATIENCE_MILLISECONDS);
  const over = new AbortController();
  try {
    const { readLength } = await import('./read-length.ts');
    return await Promise.race([readLength(file, over.signal), late.promise]);
  } catch {
    // The service reads more formats than a browser does, and says it once it has the file.
    return { kind: 'unknown' };
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
