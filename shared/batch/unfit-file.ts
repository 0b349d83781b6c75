import { assertNever } from '../lib/assert.ts';
import type { MediaStatements } from '../messages/films/media-statements.ts';
import { type Statement, statement } from '../messages/statement.ts';
import type { StatementIn } from '../messages/statement-in.ts';
import type { SourceKind } from '../template/value-types/attribute-types.ts';

/** What a file is wanted as. */
export interface WantedFile {
  readonly kind: SourceKind;
  /** Whether it is only heard: what shows nothing is of use there. */
  readonly isHeard: boolean;
}

/** What a file is, as far as a look into it has told. */
export interface KnownFile {
  readonly kind: 'video' | 'audio' | 'image' | 'font' | 'captions' | 'other';
  readonly videoCodec: string | null;
  readonly hasAudio: boolean;
  /** Why a film can neither show nor sound it; null where it can, and where nothing is told. */
  readonly why: Statement | null;
}

export interface UnfitFile {
  readonly severity: 'error' | 'warning';
  readonly says: Statement;
}

/** What is wrong with giving a file to what wants another kind of it, in words for who fills in a table; null where nothing is. */
export function unfitFile(name: string, file: KnownFile, wanted: WantedFile): UnfitFile | null {
  const reason = whyUnfit(file, wanted.kind);
  if (reason !== null) return { severity: 'error', says: statement('batch/unfit-file', { name, reason }) };
  if (wanted.kind !== 'media') return null;
  // Both are rendered: as nothing that is seen, and as silence.
  if (!wanted.isHeard && file.kind === 'audio')
    return { severity: 'warning', says: statement('batch/nothing-seen', { name }) };
  if (wanted.isHeard && !file.hasAudio)
    return { severity: 'warning', says: statement('batch/nothing-heard', { name }) };
  return null;
}

function whyUnfit({ kind, videoCodec, why }: KnownFile, wanted: SourceKind): StatementIn<MediaStatements> | null {
  switch (wanted) {
    case 'media':
      return kind === 'video' || kind === 'audio' ? null : whyNoMedia(kind, why);
    case 'image':
      // A GIF is listed as a video, and is an image as well.
      if (kind === 'image' || videoCodec === 'gif') return null;
      if (kind === 'font') return statement('media/font');
      if (why !== null && isOfMedia(why) && isOfImage(why)) return why;
      return kind === 'video' ? statement('media/moving') : statement('media/no-image');
    case 'font':
      return kind === 'font' ? null : statement('media/no-font');
    case 'captions':
      return kind === 'captions' ? null : statement('media/no-captions');
    case 'table':
      // A table of colours is listed as what it is not: no medium.
      return null;
    default:
      return assertNever(wanted);
  }
}

function whyNoMedia(
  kind: Exclude<KnownFile['kind'], 'video' | 'audio'>,
  why: Statement | null,
): StatementIn<MediaStatements> {
  switch (kind) {
    case 'image':
      return statement('media/picture');
    case 'captions':
      return statement('media/subtitles');
    case 'font':
      return statement('media/unknown');
    case 'other':
      return why !== null && isOfMedia(why) ? why : statement('media/unknown');
    default:
      return assertNever(kind);
  }
}

function isOfMedia(said: Statement): said is StatementIn<MediaStatements> {
  return said.code.startsWith('media/');
}

/** Whether a reason is about an image: one of a format that is not drawn, or a photo that cannot be converted. */
function isOfImage({ code }: Statement): boolean {
  return code === 'media/other-image' || code.startsWith('media/photo-');
}
