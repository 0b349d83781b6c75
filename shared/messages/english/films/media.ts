import type { MediaMessages, ReachMessages } from '../../films/media-messages.ts';
import type { Translation } from '../../message.ts';

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

export const mediaSentences: Translation<MediaMessages> = {
  'media/picture': () => 'is an image, not a video',
  'media/pdf': () => 'is a PDF document, not a video',
  'media/program': () => 'is a program, not a video',
  'media/archive': ({ format }) => `is a ${format} archive, not a video`,
  'media/notes': () => 'is a MIDI file, not a sound recording',
  'media/bare-video': () => 'is a raw MPEG video stream. Put it into a container such as .mpg first',
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
  'media/unreadable': ({ code }) => `can’t be read (${code})`,
  'media/not-understood': () => 'has an unknown format',
  'media/damaged': ({ words }) => `is damaged or incomplete${words === null ? '' : ` (${words})`}`,
  'media/cut-short': () => 'is incomplete: it has no frames',
  'media/slow': () => 'takes too long to analyze',
  'media/too-much-metadata': () => 'has too much metadata',
  'media/nothing-in-it': () => 'has neither picture nor sound',
  'media/no-length': () => 'has no length',
  'media/changed': () => 'changed while it was being read',
  'media/protected': () => 'is protected (DRM) and can’t be decoded',
  'media/unknown-coding': ({ of }) => `contains ${stream[of]} in an unknown format`,
  'media/no-decoder': ({ of, codec }) => `contains ${stream[of]} in ${codec} format, which this FFmpeg can’t decode`,
  'media/undecodable': ({ of }) => `contains ${stream[of]} that can’t be decoded`,
  'media/font': () => 'is a font, not an image',
  'media/no-font': () => 'isn’t a TrueType, OpenType or WOFF2 font',
  'media/font-bytes': ({ mebibytes, most }) => `is ${mebibytes} MiB; the limit for fonts is ${most} MiB`,
  'media/no-image': () => 'isn’t an image. Use PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP or SVG',
  'media/other-image': ({ format }) => `is ${article(format)} ${format} image; save it as JPEG or PNG`,
  'media/photo-damaged': ({ format }) =>
    `is a damaged or incomplete ${format} image; copy it from the camera again, or export it as JPEG`,
  'media/photo-sequence': ({ format }) =>
    `is ${article(format)} ${format} sequence of several images; export one of them as JPEG or PNG, or all as a video`,
  'media/photo-hdr': ({ format, transfer }) =>
    `is ${article(format)} ${format} image in HDR (${transfer}), which can’t be converted; export it as JPEG`,
  'media/photo-coding': ({ format }) =>
    `is ${article(format)} ${format} image in a coding that can’t be read here; export it as JPEG or PNG`,
  'media/photo-slow': ({ format }) =>
    `is ${article(format)} ${format} image that takes too long to decode; export it as JPEG or PNG`,
  'media/svg-encoding': ({ encoding }) =>
    `is an SVG in ${encoding ?? 'an encoding other than UTF-8'}; save it as UTF-8`,
  'media/packed': () => 'is compressed (gzip, like .svgz). Unpack it and use the SVG',
  'media/image-bytes': ({ mebibytes, most }) => `is ${mebibytes} MiB; the limit for images is ${most} MiB`,
  'media/image-pixels': ({ width, height, mostSide, mostPixels }) =>
    `has ${width} × ${height} pixels; the limit for images is ${mostSide} per side and ${mostPixels / 1e6} million in total`,
  'media/image-frames': ({ frames, width, height, mostFrames, mostPixels }) =>
    `has ${frames} frames of ${width} × ${height} pixels; the limit for animated images is ${mostFrames} frames and ${mostPixels / 1e6} million pixels in total`,
  'media/moving': () => 'isn’t a still image',
  'media/no-table': ({ of, line }) => `isn’t a valid LUT (.cube): ${NO_TABLE[of]} (line ${line})`,
  'media/table-bytes': ({ mebibytes, most }) => `is ${mebibytes} MiB; the limit for LUTs is ${most} MiB`,
  'media/captions-no-text': () => 'isn’t UTF-8 text, nor UTF-16 with a byte order mark. Save it as UTF-8',
  'media/no-captions': () => 'contains no SubRip (.srt) or WebVTT (.vtt) captions',
  'media/captions-bytes': ({ mebibytes, most }) => `is ${mebibytes} MiB; the limit for captions is ${most} MiB`,
  'media/captions-cues': ({ most }) => `has more than ${most} captions, which is the limit`,
  'media/not-converted': (change) => `${changes(change)} and can’t be converted: ${EXPORT_AGAIN}`,
  'media/too-long-to-convert': ({ most, ...change }) =>
    `${changes(change)} and is longer than ${most} hours, too long to convert: ${EXPORT_AGAIN}`,
  'media/too-large-to-convert': ({ most, ...change }) =>
    `${changes(change)} and would take more than ${most} GiB once converted: ${EXPORT_AGAIN}`,
  'media/clock-back': ({ seconds }) => `has timestamps that go back at ${seconds} s: ${EXPORT_AGAIN}`,
  'media/too-large': ({ width, height }) => `is ${width}×${height} pixels, too large to decode here`,
};

export const reachSentences: Translation<ReachMessages> = {
  'file/no-name': () => 'isn’t a file name',
  'file/outside': () => 'is outside the assets folder',
  'file/folder': () => 'is a folder',
  'file/not-ordinary': () => 'isn’t a regular file',
  'file/not-in-folder': ({ folder, near }) => {
    const meant = near.map((each) => `“${each}”`);
    return `isn’t in ${folder}${meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`}`;
  },
  'file/not-allowed': () => 'can’t be read: permission denied',
  'file/unreadable': ({ words }) => `can’t be read: ${words}`,
  'fetch/no-address': () => 'isn’t a valid address',
  'fetch/no-web-address': () => 'isn’t an http or https address',
  'fetch/credentials': () => 'must not contain a user name or password',
  'fetch/unknown-host': ({ host }) => `can’t be reached: the host ${host} is unknown`,
  'fetch/not-public': ({ host, address }) =>
    `leads to ${host}${address === null ? '' : ` (${address})`}, which isn’t on the public internet; add the ` +
    'file to the project, or allow this host where the service or the command starts',
  'fetch/redirect-to-no-address': () => 'redirects to an invalid address',
  'fetch/redirect-to-no-web-address': () => 'redirects to an address that isn’t http or https',
  'fetch/redirect-to-http': () => 'redirects from https to http',
  'fetch/redirects': ({ most }) => `redirects more than ${most} times`,
  'fetch/overtime': ({ minutes }) => `took longer than ${minutes} minutes`,
  'fetch/not-kept': () => 'is no longer stored',
  'fetch/status': ({ status, words }) => `answered ${status} ${words}`.trimEnd(),
  'fetch/compressed': ({ encoding }) => `was sent compressed (${encoding}) without being asked to`,
  'fetch/too-large': ({ mostBytes }) => `is larger than ${inBytes(mostBytes)}`,
  'fetch/silent': ({ seconds }) => `didn’t answer within ${seconds} s`,
  'fetch/broke-off': ({ words }) => `can’t be reached, or the connection broke off (${words})`,
};

function inBytes(bytes: number): string {
  return bytes >= 2 ** 30 ? `${Math.round(bytes / 2 ** 30)} GiB` : `${bytes} bytes`;
}
