import { fileKindOf } from '#renderer/editor/file-kinds.ts';
import { say } from '#renderer/strings/say.ts';
import { hdrTransfer, heifFacts, heifFormat, isHeifSequence } from '#shared/drawings/images/heif-facts.ts';
import { otherImageFormat } from '#shared/drawings/images/image-facts.ts';
import type { FileKind } from '#shared/editing/insert/insertable.ts';
import { message } from '#shared/messages/message.ts';
import type { FileFacts } from './read-file-facts.ts';

const NOTHING_KNOWN: FileFacts = { isSound: false, seconds: null, size: null, frameRate: null };

/** The maximum time to wait for facts before a scene is added without them: 15 steps of 100 ms. */
const WAIT = { steps: 15, milliseconds: 100 } as const;

/** Reads facts from the header of a file. Never rejects. */
export async function factsOfFile(file: File, kind: FileKind | null): Promise<FileFacts> {
  if (kind !== 'video' && kind !== 'image') return NOTHING_KNOWN;
  const ended = new AbortController();
  try {
    // Loading this code can take longer than reading a file, so it does not count.
    const { readPhotoFacts, readVideoFacts } = await import('./read-file-facts.ts');
    const read = kind === 'image' ? readPhotoFacts(file) : readVideoFacts(file, ended.signal);
    return (await Promise.race([read, waitInSteps(ended.signal)])) ?? NOTHING_KNOWN;
  } catch {
    // Ignore the error, because the service supports more formats than browsers and reports the facts after the upload.
    return NOTHING_KNOWN;
  } finally {
    ended.abort();
  }
}

/** Waits at most {@link WAIT}. A task that blocks the page counts as one step, so that a busy page can read the facts. */
async function waitInSteps(signal: AbortSignal): Promise<null> {
  for (let step = 0; step < WAIT.steps && !signal.aborted; step++)
    await new Promise((resolve) => setTimeout(resolve, WAIT.milliseconds));
  return null;
}

/**
 * The number of bytes to read. They contain the signature of an image, and usually the header of a HEIC or AVIF photo.
 */
const HEAD = 2 ** 16;

/**
 * Returns the reason why a movie cannot show an image file, as the predicate of a sentence; null for all other files.
 * Unsupported formats include TIFF, HEIC and AVIF sequences, and HDR photos. The content is checked instead of the
 * extension, because phones and websites also use `.jpg` for these formats.
 */
export async function otherImageReason(file: File): Promise<string | null> {
  if ((fileKindOf(file) ?? 'image') !== 'image') return null;
  try {
    const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
    const photo = heifFormat(head);
    if (photo !== null) return photoReason(head, photo);
    const format = otherImageFormat(head);
    return format === null ? null : say(message('media/other-image', { format }));
  } catch {
    // Ignore the error, because the upload reports an unreadable file.
    return null;
  }
}

/**
 * Returns the reason why a photo is not accepted. Null if the photo is accepted, or if its header extends beyond
 * `head`; the service then reports damage.
 */
function photoReason(head: Uint8Array, format: 'HEIC' | 'AVIF'): string | null {
  if (isHeifSequence(head)) return say(message('media/photo-sequence', { format }));
  const facts = heifFacts(head);
  if (facts === null) return null;
  const transfer = hdrTransfer(facts);
  return transfer === null ? null : say(message('media/photo-hdr', { format, transfer }));
}
