import { assertNever } from '../lib/assert.ts';
import type { MediaMessage } from '../messages/media.en.ts';
import { type Message, message } from '../messages/message.ts';
import type { SourceKind } from '../template/value-types/attribute-types.ts';

/** The requested use of a file. */
export interface RequestedFile {
  readonly kind: SourceKind;
  /** Whether the film uses only the sound of the file. If so, the file needs no picture. */
  readonly isHeard: boolean;
}

/** The known facts about a file of the project. */
export interface KnownFile {
  readonly kind: 'video' | 'audio' | 'image' | 'font' | 'captions' | 'other';
  readonly videoCodec: string | null;
  readonly hasAudio: boolean;
  /**
   * The reason why a film can neither display nor play the file; null if it can be used, or if the reason is unknown.
   */
  readonly why: Message | null;
}

export interface UnsuitableFile {
  readonly severity: 'error' | 'warning';
  readonly says: Message;
}

/**
 * Returns the problem of a file that does not suit the requested use, for users who fill in a table; null if it is
 * suitable.
 */
export function unsuitableFile(name: string, file: KnownFile, requested: RequestedFile): UnsuitableFile | null {
  const reason = unsuitableReason(file, requested.kind);
  if (reason !== null) return { severity: 'error', says: message('batch/unfit-file', { name, reason }) };
  if (requested.kind !== 'media') return null;
  // Report a warning, because the film can be rendered in both cases: the layer is only invisible or silent.
  if (!requested.isHeard && file.kind === 'audio')
    return { severity: 'warning', says: message('batch/nothing-seen', { name }) };
  if (requested.isHeard && !file.hasAudio)
    return { severity: 'warning', says: message('batch/nothing-heard', { name }) };
  return null;
}

function unsuitableReason({ kind, videoCodec, why }: KnownFile, requested: SourceKind): MediaMessage | null {
  const reason = why !== null && isMediaMessage(why) ? why : null;
  if (reason !== null && isReasonOf(reason, requested)) return reason;
  switch (requested) {
    case 'media':
      return kind === 'video' || kind === 'audio' ? null : noMediaReason(kind, why);
    case 'image':
      // A GIF is listed as a video but also works as an image.
      if (kind === 'image' || videoCodec === 'gif') return null;
      if (kind === 'font') return message('media/font');
      return kind === 'video' ? message('media/moving') : message('media/no-image');
    case 'font':
      return kind === 'font' ? null : message('media/no-font');
    case 'captions':
      return kind === 'captions' ? null : message('media/no-captions');
    case 'table':
      // Color tables are listed as other files, so `kind` does not identify them.
      return null;
    default:
      return assertNever(requested);
  }
}

function noMediaReason(kind: Exclude<KnownFile['kind'], 'video' | 'audio'>, why: Message | null): MediaMessage {
  switch (kind) {
    case 'image':
      return message('media/picture');
    case 'captions':
      return message('media/subtitles');
    case 'font':
      return message('media/unknown');
    case 'other':
      return why !== null && isMediaMessage(why) ? why : message('media/unknown');
    default:
      return assertNever(kind);
  }
}

function isMediaMessage(candidate: Message): candidate is MediaMessage {
  return candidate.code.startsWith('media/');
}

/** Returns whether the stored reason explains why a file is unsuitable for the use. */
function isReasonOf(reason: MediaMessage, requested: SourceKind): boolean {
  if (requested === 'captions' && reason.code === 'media/other-captions') return true;
  return reason.code === 'media/empty' || (requested === 'image' && isImageMessage(reason));
}

/** Returns whether a reason concerns an image: an unsupported format, or a photo that cannot be converted. */
function isImageMessage({ code }: Message): boolean {
  return (
    ['media/other-image', 'media/image-damaged', 'media/svg-size'].includes(code) || code.startsWith('media/photo-')
  );
}
