import { hasTextAt } from '#shared/lib/byte-match.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { MediaMessage } from '#shared/messages/media.en.ts';
import { message } from '#shared/messages/message.ts';
import { findAdts, findMpegAudio, id3TagBytes } from './sound-sync.ts';
import { findTransportPackets } from './transport-packets.ts';

/**
 * The supported containers, by FFmpeg's names. None of them can refer to another file or address if the external
 * references of `mov` are turned off (see `media-input.ts`).
 */
export const DEMUXERS = [
  'aac',
  'ac3',
  'aiff',
  'amr',
  'asf',
  'avi',
  'caf',
  'dv',
  'flac',
  'flv',
  'gif',
  'ivf',
  'matroska',
  'mov',
  'mp3',
  'mpeg',
  'mpegts',
  'mxf',
  'ogg',
  'w64',
  'wav',
  'yuv4mpegpipe',
] as const;
export type Demuxer = (typeof DEMUXERS)[number];

/** A signature: expected bytes at offsets, as Latin-1 text. */
interface Signature {
  readonly demuxer: Demuxer;
  readonly parts: readonly (readonly [offset: number, bytes: string])[];
}

const SIGNATURES: readonly Signature[] = [
  { demuxer: 'matroska', parts: [[0, '\x1a\x45\xdf\xa3']] },
  {
    demuxer: 'avi',
    parts: [
      [0, 'RIFF'],
      [8, 'AVI '],
    ],
  },
  {
    demuxer: 'wav',
    parts: [
      [0, 'RIFF'],
      [8, 'WAVE'],
    ],
  },
  {
    demuxer: 'wav',
    parts: [
      [0, 'RF64'],
      [8, 'WAVE'],
    ],
  },
  {
    demuxer: 'wav',
    parts: [
      [0, 'BW64'],
      [8, 'WAVE'],
    ],
  },
  { demuxer: 'w64', parts: [[0, 'riff\x2e\x91\xcf\x11']] },
  { demuxer: 'flv', parts: [[0, 'FLV\x01']] },
  { demuxer: 'asf', parts: [[0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11']] },
  { demuxer: 'ogg', parts: [[0, 'OggS\0']] },
  { demuxer: 'flac', parts: [[0, 'fLaC']] },
  {
    demuxer: 'aiff',
    parts: [
      [0, 'FORM'],
      [8, 'AIFF'],
    ],
  },
  {
    demuxer: 'aiff',
    parts: [
      [0, 'FORM'],
      [8, 'AIFC'],
    ],
  },
  { demuxer: 'caf', parts: [[0, 'caff\0\x01']] },
  { demuxer: 'gif', parts: [[0, 'GIF87a']] },
  { demuxer: 'gif', parts: [[0, 'GIF89a']] },
  { demuxer: 'amr', parts: [[0, '#!AMR']] },
  { demuxer: 'ivf', parts: [[0, 'DKIF\0\0']] },
  { demuxer: 'yuv4mpegpipe', parts: [[0, 'YUV4MPEG2 ']] },
  { demuxer: 'mxf', parts: [[0, '\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02']] },
  { demuxer: 'mpeg', parts: [[0, '\0\0\x01\xba']] },
  { demuxer: 'dv', parts: [[0, '\x1f\x07\0']] },
];

/** The types of the first box of a QuickTime or MP4 file. Not every file begins with `ftyp`. */
const FIRST_BOXES = new Set([
  'ftyp',
  'styp',
  'moov',
  'moof',
  'mdat',
  'wide',
  'free',
  'skip',
  'junk',
  'pnot',
  'uuid',
  'sidx',
]);

/**
 * Chooses the demuxer for a file only from its first bytes (`readFileHead`). FFmpeg would open a playlist named
 * `film.mp4` and read the files in that list. The error states the kind of the file.
 */
export function chooseDemuxer(head: Uint8Array): Result<Demuxer, MediaMessage> {
  const bytes = head.subarray(Math.min(id3TagBytes(head), head.length));
  if (bytes.length === 0) return err(message('media/empty'));
  const other = knownOther(bytes);
  if (other !== null) return err(other);
  const signature = SIGNATURES.find(({ parts }) => parts.every(([offset, text]) => hasTextAt(bytes, offset, text)));
  if (signature !== undefined) return ok(signature.demuxer);

  // Refuse text first, because the signatures in the following checks are short and may occur in text.
  const refusal = textRefusal(bytes);
  if (refusal !== null) return err(refusal);
  if (beginsWithBox(bytes)) return ok('mov');
  if (findTransportPackets(bytes) !== null) return ok('mpegts');
  // Check ADTS first, because MPEG audio with an invalid layer has the same sync word.
  if (findAdts(bytes) !== null) return ok('aac');
  if (findMpegAudio(bytes) !== null) return ok('mp3');
  if (hasTextAt(bytes, 0, '\x0b\x77')) return ok('ac3');
  return err(message('media/unknown'));
}

function beginsWithBox(bytes: Uint8Array): boolean {
  if (bytes.length < 8 || !FIRST_BOXES.has(String.fromCharCode(...bytes.subarray(4, 8)))) return false;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  // The size 0 means that the box reaches to the end of the file. The size 1 means that a 64-bit size follows.
  return size === 0 || size === 1 || size >= 8;
}

const PICTURE = message('media/picture');

const FONT = message('media/font-not-video');

/**
 * The first bytes of raw streams, which have no times: a start code with the type of the first unit, or a sync word.
 */
const RAW_STREAMS: readonly (readonly [coding: string, beginnings: readonly string[]])[] = [
  ['H.264', startsOf('\x67', '\x27', '\x47', '\x09', '\x06\x05')],
  ['HEVC', startsOf('\x40\x01', '\x42\x01', '\x46\x01', '\x4e\x01')],
  ['MPEG-4', startsOf('\xb0')],
  ['VC-1', startsOf('\x0f')],
  ['AV1', ['\x12\0\x0a']],
  ['DTS', ['\x7f\xfe\x80\x01', '\xfe\x7f\x01\x80']],
];

function startsOf(...units: readonly string[]): readonly string[] {
  return units.flatMap((unit) => [`\0\0\x01${unit}`, `\0\0\0\x01${unit}`]);
}

/** The first bytes of sound formats that films cannot use. */
const OTHER_SOUNDS = [
  ['AU', '.snd'],
  ['WavPack', 'wvpk'],
  ['TTA', 'TTA1'],
  ['Monkey’s Audio', 'MAC '],
  ['DSF', 'DSD '],
  ['Musepack', 'MPCK'],
  ['Musepack', 'MP+'],
] as const;

/** The first bytes of containers that films cannot use. */
const OTHER_CONTAINERS = [
  ['NUT', 'nut/multimedia container\0'],
  ['RealMedia', '.RMF'],
  ['WTV', '\xb7\xd8\0\x20\x37\x49\xda\x11\xa6\x4e\0\x07\xe9\x5e\xad\x8d'],
  ['NSV', 'NSVf'],
  ['NSV', 'NSVs'],
  ['Bink', 'BIKi'],
  ['Smacker', 'SMK2'],
  ['Smacker', 'SMK4'],
] as const;

/** The formats that users try to open by mistake. The refusal states their kind. */
const KNOWN_FORMATS: readonly (readonly [offset: number, bytes: string, refusal: MediaMessage])[] = [
  [0, '\x89PNG\r\n\x1a\n', PICTURE],
  [0, '\xff\xd8\xff', PICTURE],
  [8, 'WEBP', PICTURE],
  [0, 'II*\0', PICTURE],
  [0, 'MM\0*', PICTURE],
  [0, '\0\0\x01\0', PICTURE],
  [0, '8BPS', PICTURE],
  [0, '%PDF', message('media/pdf')],
  [0, 'PK\x03\x04', message('media/archive', { format: 'ZIP' })],
  [0, '\x1f\x8b', message('media/archive', { format: 'gzip' })],
  [0, '7z\xbc\xaf', message('media/archive', { format: '7-Zip' })],
  [0, 'Rar!', message('media/archive', { format: 'RAR' })],
  [0, 'MThd', message('media/notes')],
  [0, '\x7fELF', message('media/program')],
  [0, '\0\0\x01\xb3', message('media/bare-video')],
  ...RAW_STREAMS.flatMap(([coding, beginnings]) =>
    beginnings.map((bytes) => [0, bytes, message('media/raw-stream', { coding })] as const),
  ),
  [4, '\xf8\x72\x6f\xba', message('media/raw-stream', { coding: 'TrueHD' })],
  ...OTHER_SOUNDS.map(([format, bytes]) => [0, bytes, message('media/other-sound', { format })] as const),
  ...OTHER_CONTAINERS.map(([format, bytes]) => [0, bytes, message('media/other-container', { format })] as const),
  // The number of tables follows the version of a TrueType font.
  [0, '\0\x01\0\0\0', FONT],
  [0, 'true\0', FONT],
  [0, 'OTTO', FONT],
  [0, 'ttcf', FONT],
  [0, 'wOFF', FONT],
  [0, 'wOF2', FONT],
  [0, '%!PS-AdobeFont', FONT],
  [6, '%!PS-AdobeFont', FONT],
];

/** Brands of ISO files that contain still images (HEIF, AVIF). */
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

/** Text formats that list other files, and text formats that users mistake for a video. */
const KNOWN_TEXTS: readonly (readonly [pattern: RegExp, refusal: MediaMessage])[] = [
  [/^#EXTM3U|^\[playlist\]|^\[Reference\]|^<asx/i, message('media/playlist')],
  [/^ffconcat version|^file\s+\S/i, message('media/file-list')],
  [/^v=0\r?\n/, message('media/stream-description')],
  [/^WEBVTT|^\[Script Info\]|^\d+\r?\n\d+:\d\d:\d\d[,.]/i, message('media/subtitles')],
  [/^<!doctype html|^<html|^<head/i, message('media/web-page')],
  [/^<\?xml|^<[a-z]/i, message('media/xml')],
];

/**
 * Returns the kind of a file in a well-known format other than video; null for all other files. `bytes` are the first
 * bytes of the file.
 */
function knownOther(bytes: Uint8Array): MediaMessage | null {
  const knownFormat = KNOWN_FORMATS.find(([offset, text]) => hasTextAt(bytes, offset, text));
  if (knownFormat !== undefined) return knownFormat[2];
  const isPicture =
    (hasTextAt(bytes, 4, 'ftyp') && PICTURE_BRANDS.has(String.fromCharCode(...bytes.subarray(8, 12)))) ||
    (hasTextAt(bytes, 0, 'BM') && hasTextAt(bytes, 6, '\0\0\0\0'));
  return isPicture ? PICTURE : null;
}

/** Returns the refusal of a text file, which states its kind; null if the file is not text. */
function textRefusal(bytes: Uint8Array): MediaMessage | null {
  const text = asText(bytes.subarray(0, 4096));
  if (text === null) return null;
  return KNOWN_TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? message('media/text');
}

/**
 * Returns the bytes as text without leading space and byte order mark; null if they contain characters that never occur
 * in text.
 */
function asText(bytes: Uint8Array): string | null {
  const utf16 = hasTextAt(bytes, 0, '\xff\xfe') ? 'utf-16le' : hasTextAt(bytes, 0, '\xfe\xff') ? 'utf-16be' : null;
  const text = new TextDecoder(utf16 ?? 'latin1').decode(bytes).replace(/^\u00ef\u00bb\u00bf/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binary data from text
  return /[\u0000-\u0008\u000b\u000e-\u001f\ufffd]/.test(text) ? null : text.trimStart();
}
