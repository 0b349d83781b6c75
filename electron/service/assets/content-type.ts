import { extname } from 'node:path';

/** Content types by file extension, for assets and for the static files of the editor. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  '3gp': 'video/3gpp',
  aac: 'audio/aac',
  ac3: 'audio/ac3',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  avi: 'video/x-msvideo',
  avif: 'image/avif',
  bmp: 'image/bmp',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  flac: 'audio/flac',
  flv: 'video/x-flv',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  htm: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  m2ts: 'video/mp2t',
  m4a: 'audio/mp4',
  m4v: 'video/mp4',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  mpg: 'video/mpeg',
  mts: 'video/mp2t',
  mxf: 'application/mxf',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  opus: 'audio/ogg',
  otf: 'font/otf',
  pdf: 'application/pdf',
  png: 'image/png',
  srt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  ts: 'video/mp2t',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  webp: 'image/webp',
  wma: 'audio/x-ms-wma',
  wmv: 'video/x-ms-wmv',
  woff2: 'font/woff2',
  xml: 'application/xml',
  zip: 'application/zip',
};

/** The first bytes of files, as Latin-1 text at an offset. */
const BY_FIRST_BYTES: readonly (readonly [offset: number, bytes: string, type: string])[] = [
  [4, 'ftypqt', 'video/quicktime'],
  [4, 'ftypM4A', 'audio/mp4'],
  [4, 'ftyphei', 'image/heic'],
  [4, 'ftypmif', 'image/heif'],
  [4, 'ftypavif', 'image/avif'],
  [4, 'ftyp', 'video/mp4'],
  [0, '\x1a\x45\xdf\xa3', 'video/webm'],
  [8, 'AVI ', 'video/x-msvideo'],
  [8, 'WAVE', 'audio/wav'],
  [8, 'WEBP', 'image/webp'],
  [0, 'FLV\x01', 'video/x-flv'],
  [0, 'OggS', 'audio/ogg'],
  [0, 'fLaC', 'audio/flac'],
  [0, 'ID3', 'audio/mpeg'],
  [0, 'GIF8', 'image/gif'],
  [0, '\x89PNG\r\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, '\0\0\x01\xba', 'video/mpeg'],
  [0, '%PDF-', 'application/pdf'],
];

export const UNKNOWN_TYPE = 'application/octet-stream';
/** The number of first bytes that {@link typeOfBytes} reads. */
export const TYPE_HEAD_BYTES = 16;
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ \t]*;[ \t]*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[^"\\\r\n]*"))*$/;
/** The content types that programs send by default. They do not describe the file. */
const MEANINGLESS =
  /^(?:application\/(?:octet-stream|x-www-form-urlencoded)|binary\/octet-stream|multipart\/.*)(?:;|$)/i;

/** Checks whether a text can be the content type of an asset. */
export function isMediaType(text: string): boolean {
  return text.length <= 255 && MEDIA_TYPE.test(text);
}

/** Returns the content type that a client announced, otherwise the type of the extension; null if both are missing. */
export function announcedType(header: string | null, name: string): string | null {
  const announced = header?.trim() ?? '';
  if (isMediaType(announced) && !MEANINGLESS.test(announced)) return announced;
  const extension = extname(name).slice(1).toLowerCase();
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null;
}

/** Returns the content type of a file from its first bytes. */
export function typeOfBytes(head: Uint8Array): string {
  const start = String.fromCharCode(...head.subarray(0, TYPE_HEAD_BYTES));
  return BY_FIRST_BYTES.find(([offset, bytes]) => start.startsWith(bytes, offset))?.[2] ?? UNKNOWN_TYPE;
}
