import { holds } from './byte-match.ts';

/** What people do try, so that the answer says what the file is. Completes the sentence "`film.mp4` …". */
const KNOWN: readonly (readonly [offset: number, bytes: string, refusal: string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'is a picture, not a video'],
  [0, '\xff\xd8\xff', 'is a picture, not a video'],
  [8, 'WEBP', 'is a picture, not a video'],
  [0, 'II*\0', 'is a picture, not a video'],
  [0, 'MM\0*', 'is a picture, not a video'],
  [0, '\0\0\x01\0', 'is a picture, not a video'],
  [0, '8BPS', 'is a picture, not a video'],
  [0, '%PDF', 'is a PDF document, not a video'],
  [0, 'PK\x03\x04', 'is a ZIP archive, not a video'],
  [0, '\x1f\x8b', 'is a gzip archive, not a video'],
  [0, '7z\xbc\xaf', 'is a 7-Zip archive, not a video'],
  [0, 'Rar!', 'is a RAR archive, not a video'],
  [0, 'MThd', 'is a list of notes (MIDI), not a sound recording'],
  [0, '\x7fELF', 'is a program, not a video'],
  [0, '\0\0\x01\xb3', 'is a bare MPEG video stream; put it into a container such as .mpg first'],
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
const TEXTS: readonly (readonly [pattern: RegExp, refusal: string])[] = [
  [/^#EXTM3U|^\[playlist\]|^\[Reference\]|^<asx/i, 'is a playlist, not a video'],
  [/^ffconcat version|^file\s+\S/i, 'is a list of other files, not a video'],
  [/^v=0\r?\n/, 'is a description of a stream (SDP), not a video'],
  [/^WEBVTT|^\[Script Info\]|^\d+\r?\n\d+:\d\d:\d\d[,.]/i, 'holds subtitles, not a video'],
  [/^<!doctype html|^<html|^<head/i, 'is a web page, not a video'],
  [/^<\?xml|^<[a-z]/i, 'is an XML document, not a video'],
];

/** What a file is, if it is one of the usual things that are no video; else null. `bytes` are its first ones. */
export function knownOther(bytes: Uint8Array): string | null {
  const known = KNOWN.find(([offset, text]) => holds(bytes, offset, text));
  if (known !== undefined) return known[2];
  const isPicture =
    (holds(bytes, 4, 'ftyp') && PICTURE_BRANDS.has(String.fromCharCode(...bytes.subarray(8, 12)))) ||
    (holds(bytes, 0, 'BM') && holds(bytes, 6, '\0\0\0\0'));
  return isPicture ? 'is a picture, not a video' : null;
}

/** What kind of text the file is, or null if it is none. */
export function textRefusal(bytes: Uint8Array): string | null {
  const text = asText(bytes.subarray(0, 4096));
  if (text === null) return null;
  return TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? 'is a text file, not a video';
}

/** The bytes as text without leading space and byte order mark, if nothing in them says that they are not; else null. */
function asText(bytes: Uint8Array): string | null {
  const wide = holds(bytes, 0, '\xff\xfe') ? 'utf-16le' : holds(bytes, 0, '\xfe\xff') ? 'utf-16be' : null;
  const text = new TextDecoder(wide ?? 'latin1').decode(bytes).replace(/^\u00ef\u00bb\u00bf/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells bytes from text
  return /[\u0000-\u0008\u000b\u000e-\u001f\ufffd]/.test(text) ? null : text.trimStart();
}
