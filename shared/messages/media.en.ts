import { type MessageIn, messages } from './translation.ts';

export interface MostMebibytes {
  readonly mebibytes: number;
  readonly most: number;
}

export interface OfStream {
  readonly of: 'picture' | 'sound';
}

/** The first change in a source: in the format of a stream, or in its timestamps. */
export interface ChangeAt {
  readonly of: 'picture' | 'sound' | 'clock';
  readonly seconds: number;
}

const stream = { picture: 'a picture', sound: 'sound' } as const;

const CHANGED = {
  picture: 'changes its picture format',
  sound: 'changes its sound format',
  clock: 'has timestamps that jump',
} as const;

const changes = ({ of, seconds }: { readonly of: keyof typeof CHANGED; readonly seconds: number }) =>
  `${CHANGED[of]} at ${seconds} s`;

const EXPORT_AGAIN = 'export it again with one format throughout';

const NO_TABLE = {
  'no-size': 'LUT_1D_SIZE or LUT_3D_SIZE is missing',
  'two-sizes': 'it has two sizes',
  size: 'the size must be a whole number from 2 to 65, or to 65536 in one dimension',
  line: 'the line is neither three numbers nor a keyword',
  count: 'the number of colors doesn’t match the size',
  range: 'DOMAIN_MAX must be greater than DOMAIN_MIN',
} as const;

const article = (format: string) => (/^[AIO]/.test(format) ? 'an' : 'a');

/** The size of an image, with the limits per side and in total. */
export interface ImagePixels {
  readonly width: number;
  readonly height: number;
  readonly mostSide: number;
  readonly mostPixels: number;
}

/** The frames of an animated image, with the limits of frames and of their total pixels. */
export interface ImageFrames {
  readonly frames: number;
  readonly width: number;
  readonly height: number;
  readonly mostFrames: number;
  readonly mostPixels: number;
}

/** `line` is the invalid line; the last line if something is missing. */
export interface BadTable {
  readonly of: 'no-size' | 'two-sizes' | 'size' | 'line' | 'count' | 'range';
  readonly line: number;
}

export interface OtherFile {
  readonly is: 'page' | 'pdf' | 'archive';
  readonly of: 'image' | 'font';
}

const OTHER_FILE = { page: 'a web page', pdf: 'a PDF document', archive: 'a ZIP archive' } as const;
const OTHER_USE = { image: 'an image', font: 'a font' } as const;
const OTHER_REMEDY = {
  page: 'Download the file itself',
  pdf: 'Export it as PNG or SVG',
  archive: 'Unpack it, and use a file in it',
} as const;

/** Reasons why films cannot use a file. Each continues a sentence after the file name. */
export const mediaMessages = messages({
  'media/picture': () => 'is an image, not a video',
  'media/pdf': () => 'is a PDF document, not a video',
  'media/program': () => 'is a program, not a video',
  /** `format` is for example `ZIP`. */
  'media/archive': ({ format }: { format: string }) => `is a ${format} archive, not a video`,
  /** A file with notes instead of sound: MIDI. */
  'media/notes': () => 'is a MIDI file, not a sound recording',
  'media/bare-video': () => 'is a raw MPEG video stream. Put it into a container such as .mpg first',
  /** `coding` is a name such as `H.264`. */
  'media/raw-stream': ({ coding }: { coding: string }) =>
    `is a raw ${coding} stream without times. Put it into a container such as MP4 or Matroska first`,
  /** `format` is a name such as `WavPack`. */
  'media/other-sound': ({ format }: { format: string }) =>
    `is ${/^[AEIOU]/.test(format) ? 'an' : 'a'} ${format} sound file, which isn’t supported. Convert it to WAV or FLAC first`,
  /** `format` is a name such as `RealMedia`. */
  'media/other-container': ({ format }: { format: string }) =>
    `is ${format === 'NSV' ? 'an' : 'a'} ${format} file, which isn’t supported. Convert it to MP4 or Matroska first`,
  'media/font-not-video': () => 'is a font, not a video',
  'media/playlist': () => 'is a playlist, not a video',
  'media/file-list': () => 'is a list of other files, not a video',
  'media/stream-description': () => 'is a stream description (SDP), not a video',
  'media/subtitles': () => 'contains subtitles, not a video',
  'media/web-page': () => 'is a web page, not a video',
  'media/xml': () => 'is an XML document, not a video',
  'media/text': () => 'is a text file, not a video',
  'media/empty': () => 'is empty',
  'media/unknown': () => 'isn’t a readable video or sound file',
  'media/no-file': () => 'isn’t a file',
  'media/missing': () => 'doesn’t exist',
  /** `code` is from the system, such as `EACCES`. */
  'media/unreadable': ({ code }: { code: string }) => `can’t be read (${code})`,
  'media/not-understood': () => 'has an unknown format',
  /** `words` are the message of FFmpeg; null if it had none. */
  'media/damaged': ({ words }: { words: string | null }) =>
    `is damaged or incomplete${words === null ? '' : ` (${words})`}`,
  'media/cut-short': () => 'is incomplete: it has no frames',
  /** A media segment without the `moov` box that describes it. */
  'media/segment': () =>
    'is a segment of a fragmented MP4 without its start. Join it with its initialization segment first',
  /** Only in facts that earlier versions stored. */
  'media/slow': () => 'takes too long to analyze',
  'media/too-much-metadata': () => 'has too much metadata',
  'media/nothing-in-it': () => 'has no video or audio',
  'media/no-length': () => 'has no length',
  'media/changed': () => 'changed while it was being read',
  /** The system of the protection, such as `Apple FairPlay`; absent or empty if it is unknown. */
  'media/protected': ({ system = '' }: { system?: string }) =>
    `is copy-protected (${system === '' ? 'DRM' : system}) and can’t be decoded. Use a copy without protection`,
  'media/unknown-coding': ({ of }: OfStream) => `contains ${stream[of]} in an unknown format`,
  'media/no-decoder': ({ of, codec }: OfStream & { codec: string }) =>
    `contains ${stream[of]} in ${codec} format, which this FFmpeg can’t decode`,
  'media/undecodable': ({ of }: OfStream) => `contains ${stream[of]} that can’t be decoded`,
  /** An edit list of MP4 or QuickTime. */
  'media/cut-out': ({ of }: OfStream) => `has an edit list that leaves out its whole ${of}. Export it again`,
  /** An empty edit after another edit. */
  'media/edit-gap': ({ of, seconds }: OfStream & { readonly seconds: number }) =>
    `has an edit list with a gap in its ${of} at ${seconds} s. Export it again without the gap`,
  'media/font': () => 'is a font, not an image',
  'media/no-font': () => 'isn’t a TrueType, OpenType, or WOFF2 font',
  'media/font-damaged': () => 'is a damaged or incomplete font. Replace it with a complete copy',
  /** A font in an unsupported format, such as `WOFF`. */
  'media/other-font': ({ format }: { format: string }) =>
    `is a font in the format ${format}. Convert it to TrueType, OpenType, or WOFF2`,
  /** A web page, a PDF document, or a ZIP archive where an image or a font is requested. */
  'media/other-file': ({ is, of }: OtherFile) => `is ${OTHER_FILE[is]}, not ${OTHER_USE[of]}. ${OTHER_REMEDY[is]}`,
  /** An SVG whose width or height is 0, or whose view box is empty. */
  'media/svg-size': () => 'is an SVG without a size: its width or height is 0. Give it a width and a height',
  'media/font-bytes': ({ mebibytes, most }: MostMebibytes) => `is ${mebibytes} MiB; the limit for fonts is ${most} MiB`,
  'media/no-image': () => 'isn’t a PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP, or SVG image',
  'media/image-damaged': () => 'is damaged or incomplete; export it again',
  /** An image of an unsupported format, such as `JPEG XL`. */
  'media/other-image': ({ format }: { format: string }) =>
    `is ${article(format)} ${format} image; save it as JPEG or PNG`,
  /** A photo in a convertible format, such as `HEIC`. */
  'media/photo-damaged': ({ format }: { format: string }) =>
    `is a damaged or incomplete ${format} image; copy it from the camera again, or export it as JPEG`,
  /** A file with several pictures, such as a burst or an animation. */
  'media/photo-sequence': ({ format }: { format: string }) =>
    `is ${article(format)} ${format} sequence of several images; export one of them as JPEG or PNG, or all as a video`,
  'media/photo-hdr': ({ format, transfer }: { format: string; transfer: 'PQ' | 'HLG' }) =>
    `is ${article(format)} ${format} image in HDR (${transfer}), which can’t be converted; export it as JPEG`,
  /** An encoding that the decoder does not support. */
  'media/photo-coding': ({ format }: { format: string }) =>
    `is ${article(format)} ${format} image in a coding that can’t be read here; export it as JPEG or PNG`,
  'media/photo-slow': ({ format }: { format: string }) =>
    `is ${article(format)} ${format} image that takes too long to decode; export it as JPEG or PNG`,
  /** An SVG that is not UTF-8; `encoding` is null if none is declared. */
  'media/svg-encoding': ({ encoding }: { encoding: string | null }) =>
    `is an SVG in ${encoding ?? 'an encoding other than UTF-8'}; save it as UTF-8`,
  /** A gzip file where an image is requested. */
  'media/packed': () => 'is compressed (gzip, like .svgz). Unpack it and use the SVG',
  'media/image-bytes': ({ mebibytes, most }: MostMebibytes) =>
    `is ${mebibytes} MiB; the limit for images is ${most} MiB`,
  'media/image-pixels': ({ width, height, mostSide, mostPixels }: ImagePixels) =>
    `has ${width} × ${height} pixels; the limit for images is ${mostSide} per side and ${mostPixels / 1e6} million in total`,
  'media/image-frames': ({ frames, width, height, mostFrames, mostPixels }: ImageFrames) =>
    `has ${frames} frames of ${width} × ${height} pixels; the limit for animated images is ${mostFrames} frames and ${mostPixels / 1e6} million pixels in total`,
  'media/moving': () => 'isn’t a still image',
  'media/no-table': ({ of, line }: BadTable) => `isn’t a valid LUT (.cube): ${NO_TABLE[of]} (line ${line})`,
  'media/table-bytes': ({ mebibytes, most }: MostMebibytes) => `is ${mebibytes} MiB; the limit for LUTs is ${most} MiB`,
  /** The first invalid byte, such as `0xFC`, and its line, from 1; absent for UTF-16. */
  'media/captions-no-text': ({ byte, line }: { byte?: string; line?: number }) =>
    `isn’t UTF-8 text, nor UTF-16 with a byte order mark${line === undefined ? '' : `: line ${line} has the byte ${byte}`}. Save it as UTF-8`,
  'media/no-caption-list': () =>
    'is JSON without readable captions. It needs a list `segments`, `words`, or `transcription` whose entries have a text, a start, and an end',
  'media/no-captions': () => 'contains no captions in SubRip (.srt), WebVTT (.vtt), or JSON format with word timing',
  /** Captions in another format, such as `LRC (.lrc)`. */
  'media/other-captions': ({ format }: { format: string }) =>
    `contains captions in the format ${format}. Convert them to SubRip (.srt) or WebVTT (.vtt)`,
  'media/captions-bytes': ({ mebibytes, most }: MostMebibytes) =>
    `is ${mebibytes} MiB; the limit for captions is ${most} MiB`,
  'media/captions-cues': ({ most }: { most: number }) => `has more than ${most} captions, which is the limit`,
  /** A source that changes midway and cannot be converted to a constant one. */
  'media/not-converted': (change: ChangeAt) => `${changes(change)} and can’t be converted: ${EXPORT_AGAIN}`,
  /** `most` is in hours. */
  'media/too-long-to-convert': ({ most, ...change }: ChangeAt & { most: number }) =>
    `${changes(change)} and is longer than ${most} hours, too long to convert: ${EXPORT_AGAIN}`,
  /** `most` is in GiB. */
  'media/too-large-to-convert': ({ most, ...change }: ChangeAt & { most: number }) =>
    `${changes(change)} and would take more than ${most} GiB once converted: ${EXPORT_AGAIN}`,
  /** Timestamps that run backward where FFmpeg does not expect it. */
  'media/clock-back': ({ seconds }: { seconds: number }) =>
    `has timestamps that go back at ${seconds} s: ${EXPORT_AGAIN}`,
  'media/too-large': ({ width, height }: { width: number; height: number }) =>
    `is ${width}×${height} pixels, too large to decode here`,
});

export type MediaMessage = MessageIn<typeof mediaMessages>;

/** Reasons why a source is unavailable. Each continues a sentence after its name or address. */
export const reachMessages = messages({
  'file/no-name': () => 'isn’t a file name',
  'file/outside': () => 'is outside the assets folder',
  'file/folder': () => 'is a folder',
  'file/not-ordinary': () => 'isn’t a regular file',
  /** `near` are similar names. */
  'file/not-in-folder': ({ folder, near }: { folder: string; near: readonly string[] }) => {
    const suggestions = near.map((each) => `“${each}”`);
    return `isn’t in ${folder}${suggestions.length === 0 ? '' : `; did you mean ${suggestions.join(' or ')}?`}`;
  },
  'file/not-allowed': () => 'can’t be read: permission denied',
  /** `words` are from the system. */
  'file/unreadable': ({ words }: { words: string }) => `can’t be read: ${words}`,
  'fetch/no-address': () => 'isn’t a valid address',
  'fetch/no-web-address': () => 'isn’t an http or https address',
  'fetch/credentials': () => 'must not contain a user name or password',
  'fetch/unknown-host': ({ host }: { host: string }) => `can’t be reached: the host ${host} is unknown`,
  /** `address` is the resolved address of the name; null if the host is an address. */
  'fetch/not-public': ({ host, address }: { host: string; address: string | null }) =>
    `leads to ${host}${address === null ? '' : ` (${address})`}, which isn’t on the public internet; add the ` +
    'file to the project, or allow this host where the service or the command starts',
  'fetch/redirect-to-no-address': () => 'redirects to an invalid address',
  'fetch/redirect-to-no-web-address': () => 'redirects to an address that isn’t http or https',
  'fetch/redirect-to-http': () => 'redirects from https to http',
  'fetch/redirects': ({ most }: { most: number }) => `redirects more than ${most} times`,
  'fetch/overtime': ({ minutes }: { minutes: number }) => `took longer than ${minutes} minutes`,
  'fetch/not-kept': () => 'is no longer stored',
  /** `words` are the status text of HTTP, such as `Not Found`; empty if the status has none. */
  'fetch/status': ({ status, words }: { status: number; words: string }) => `answered ${status} ${words}`.trimEnd(),
  'fetch/compressed': ({ encoding }: { encoding: string }) =>
    `was sent compressed (${encoding}) without being asked to`,
  'fetch/too-large': ({ mostBytes }: { mostBytes: number }) => `is larger than ${inBytes(mostBytes)}`,
  'fetch/silent': ({ seconds }: { seconds: number }) => `didn’t answer within ${seconds} s`,
  /** `words` are from the system: a code or a sentence. */
  'fetch/broke-off': ({ words }: { words: string }) => `can’t be reached, or the connection was lost (${words})`,
});

export type ReachMessage = MessageIn<typeof reachMessages>;

function inBytes(bytes: number): string {
  return bytes >= 2 ** 30 ? `${Math.round(bytes / 2 ** 30)} GiB` : `${bytes} bytes`;
}
