import type { FileKind } from '../../../shared/editing/insert/thing.ts';
import type { FileFacts } from './read-file-facts.ts';

const NOTHING_KNOWN: FileFacts = { isSound: false, seconds: null, size: null, frameRate: null };

/** Longer than this nobody waits for a scene to stand there. */
const PATIENCE_MILLISECONDS = 1500;

/** Reads the facts from a file's own head; never throws. */
export async function factsOfFile(file: File, kind: FileKind | null): Promise<FileFacts> {
  if (kind !== 'video' && kind !== 'image') return NOTHING_KNOWN;
  const late = Promise.withResolvers<FileFacts>();
  const timer = setTimeout(() => late.resolve(NOTHING_KNOWN), PATIENCE_MILLISECONDS);
  const over = new AbortController();
  try {
    const { readPhotoFacts, readVideoFacts } = await import('./read-file-facts.ts');
    const read = kind === 'image' ? readPhotoFacts(file) : readVideoFacts(file, over.signal);
    return (await Promise.race([read, late.promise])) ?? NOTHING_KNOWN;
  } catch {
    // The service reads more formats than a browser does, and says it once it has the file.
    return NOTHING_KNOWN;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
