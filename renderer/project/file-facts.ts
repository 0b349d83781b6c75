import { fileKindOf } from '#renderer/editor/inserting.ts';
import { say } from '#renderer/strings/say.ts';
import { hdrTransfer, heifFacts, heifFormat, isHeifSequence } from '#shared/drawings/images/heif-facts.ts';
import { otherImageFormat } from '#shared/drawings/images/image-facts.ts';
import type { FileKind } from '#shared/editing/insert/insertable.ts';
import { message } from '#shared/messages/message.ts';
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

/** Bytes that hold the signature of an image, and usually the header of a HEIC or AVIF photo. */
const HEAD = 2 ** 16;

/**
 * Why a film can't show a file that is an image of another format, such as TIFF, or a sequence or an HDR image in HEIC or
 * AVIF, as a sentence without its subject; null for all other files. The content counts: phones and web pages name such files `.jpg`, too.
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
    // The upload reports a file that can't be read.
    return null;
  }
}

/** The service reports damage: here the header may end after `head`. */
function photoReason(head: Uint8Array, format: 'HEIC' | 'AVIF'): string | null {
  if (isHeifSequence(head)) return say(message('media/photo-sequence', { format }));
  const facts = heifFacts(head);
  if (facts === null) return null;
  const transfer = hdrTransfer(facts);
  return transfer === null ? null : say(message('media/photo-hdr', { format, transfer }));
}
