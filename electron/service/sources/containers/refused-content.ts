import { holds } from '#shared/lib/byte-match.ts';
import type { MediaStatements } from '#shared/statements/films/media-statements.ts';
import { statement } from '#shared/statements/statement.ts';
import type { StatementIn } from '#shared/statements/statement-in.ts';

type NotMedia = StatementIn<MediaStatements>;

const PICTURE = statement('media/picture');

/** What people do try, so that the answer says what the file is. */
const KNOWN: readonly (readonly [offset: number, bytes: string, refusal: NotMedia])[] = [
  [0, '\x89PNG\r\n\x1a\n', PICTURE],
  [0, '\xff\xd8\xff', PICTURE],
  [8, 'WEBP', PICTURE],
  [0, 'II*\0', PICTURE],
  [0, 'MM\0*', PICTURE],
  [0, '\0\0\x01\0', PICTURE],
  [0, '8BPS', PICTURE],
  [0, '%PDF', statement('media/pdf')],
  [0, 'PK\x03\x04', statement('media/archive', { format: 'ZIP' })],
  [0, '\x1f\x8b', statement('media/archive', { format: 'gzip' })],
  [0, '7z\xbc\xaf', statement('media/archive', { format: '7-Zip' })],
  [0, 'Rar!', statement('media/archive', { format: 'RAR' })],
  [0, 'MThd', statement('media/notes')],
  [0, '\x7fELF', statement('media/program')],
  [0, '\0\0\x01\xb3', statement('media/bare-video')],
];

/** Brands of ISO files that hold still pictures (HEIF, AVIF). */
const PICTURE_BRANDS = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
  'avif',
  'avis',
  'jxl ',
]);

/** Text that names what is to be played elsewhere, or that people take for a video. */
const TEXTS: readonly (readonly [pattern: RegExp, refusal: NotMedia])[] = [
  [/^#EXTM3U|^\[playlist\]|^\[Reference\]|^<asx/i, statement('media/playlist')],
  [/^ffconcat version|^file\s+\S/i, statement('media/file-list')],
  [/^v=0\r?\n/, statement('media/stream-description')],
  [/^WEBVTT|^\[Script Info\]|^\d+\r?\n\d+:\d\d:\d\d[,.]/i, statement('media/subtitles')],
  [/^<!doctype html|^<html|^<head/i, statement('media/web-page')],
  [/^<\?xml|^<[a-z]/i, statement('media/xml')],
];

/** What a file is, if it is one of the usual things that are no video; else null. `bytes` are its first ones. */
export function knownOther(bytes: Uint8Array): NotMedia | null {
  const known = KNOWN.find(([offset, text]) => holds(bytes, offset, text));
  if (known !== undefined) return known[2];
  const isPicture =
    (holds(bytes, 4, 'ftyp') && PICTURE_BRANDS.has(String.fromCharCode(...bytes.subarray(8, 12)))) ||
    (holds(bytes, 0, 'BM') && holds(bytes, 6, '\0\0\0\0'));
  return isPicture ? PICTURE : null;
}

/** What kind of text the file is, or null if it is none. */
export function textRefusal(bytes: Uint8Array): NotMedia | null {
  const text = asText(bytes.subarray(0, 4096));
  if (text === null) return null;
  return TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? statement('media/text');
}

/**
 * The bytes as text without leading space and byte order mark, if nothing in them says that they are not; else null.
 */
function asText(bytes: Uint8Array): string | null {
  const wide = holds(bytes, 0, '\xff\xfe') ? 'utf-16le' : holds(bytes, 0, '\xfe\xff') ? 'utf-16be' : null;
  const text = new TextDecoder(wide ?? 'latin1').decode(bytes).replace(/^\u00ef\u00bb\u00bf/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells bytes from text
  return /[\u0000-\u0008\u000b\u000e-\u001f\ufffd]/.test(text) ? null : text.trimStart();
}
