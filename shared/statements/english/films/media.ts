import type { MediaStatements, ReachStatements } from '../../films/media-statements.ts';
import type { Wording } from '../../statement.ts';

const stream = { picture: 'a picture', sound: 'sound' } as const;

const NO_TABLE = {
  'no-size': 'LUT_1D_SIZE or LUT_3D_SIZE is missing',
  'two-sizes': 'it has a second size; it may have one',
  size: 'the size must be a whole number from 2 to 65, or to 65536 in one dimension',
  line: 'the line is neither three numbers nor a keyword of the format',
  count: 'there are not as many colours as the size says',
  range: 'DOMAIN_MAX must be above DOMAIN_MIN',
} as const;

export const mediaSentences: Wording<MediaStatements> = {
  'media/picture': () => 'is a picture, not a video',
  'media/pdf': () => 'is a PDF document, not a video',
  'media/program': () => 'is a program, not a video',
  'media/archive': ({ format }) => `is a ${format} archive, not a video`,
  'media/notes': () => 'is a list of notes (MIDI), not a sound recording',
  'media/bare-video': () => 'is a bare MPEG video stream; put it into a container such as .mpg first',
  'media/playlist': () => 'is a playlist, not a video',
  'media/file-list': () => 'is a list of other files, not a video',
  'media/stream-description': () => 'is a description of a stream (SDP), not a video',
  'media/subtitles': () => 'holds subtitles, not a video',
  'media/web-page': () => 'is a web page, not a video',
  'media/xml': () => 'is an XML document, not a video',
  'media/text': () => 'is a text file, not a video',
  'media/empty': () => 'is empty',
  'media/unknown': () => 'is not a video or sound file that can be read',
  'media/no-file': () => 'is not a file',
  'media/missing': () => 'does not exist',
  'media/unreadable': ({ code }) => `cannot be read (${code})`,
  'media/not-understood': () => 'cannot be understood',
  'media/damaged': ({ words }) => `is damaged or incomplete${words === null ? '' : ` (${words})`}`,
  'media/cut-short': () => 'is cut short: none of its pictures is there',
  'media/slow': () => 'takes too long to look into',
  'media/too-much-metadata': () => 'holds more metadata than can be sensible',
  'media/nothing-in-it': () => 'holds neither picture nor sound',
  'media/no-length': () => 'lasts no time at all',
  'media/changed': () => 'was changed while it was read',
  'media/protected': () => 'is protected (DRM) and cannot be decoded',
  'media/unknown-coding': ({ of }) => `holds ${stream[of]} of a coding that is not known`,
  'media/no-decoder': ({ of, codec }) => `holds ${stream[of]} coded as ${codec}, which this FFmpeg cannot decode`,
  'media/undecodable': ({ of }) => `holds ${stream[of]} that cannot be decoded`,
  'media/font': () => 'is a font, not a picture',
  'media/no-font': () => 'is not a font of TrueType, OpenType or WOFF2',
  'media/font-bytes': ({ mebibytes, most }) => `has ${mebibytes} MiB; a font may have ${most}`,
  'media/no-image': () => 'is not a picture of PNG, JPEG, WebP, GIF, BMP or SVG',
  'media/other-image': ({ format }) =>
    `is a ${format} image; save it as JPEG or PNG${format === 'HEIC' ? ' (iPhone: Settings › Camera › Formats › Most Compatible)' : ''}`,
  'media/svg-encoding': ({ encoding }) => `is an SVG in ${encoding ?? 'another encoding than UTF-8'}; save it as UTF-8`,
  'media/packed': () => 'is compressed (gzip), as .svgz is: unpack it, and take the SVG',
  'media/image-bytes': ({ mebibytes, most }) => `has ${mebibytes} MiB; a picture may have ${most}`,
  'media/image-pixels': ({ width, height, mostSide, mostPixels }) =>
    `has ${width} × ${height} pixels; a picture may have ${mostSide} a side and ${mostPixels / 1e6} million`,
  'media/image-frames': ({ frames, width, height, mostFrames, mostPixels }) =>
    `has ${frames} frames of ${width} × ${height} pixels; an animated picture may have ${mostFrames}, and ${mostPixels / 1e6} million pixels in all of them together`,
  'media/moving': () => 'is no picture that stands still',
  'media/no-table': ({ of, line }) => `is no table of colours (.cube) that can be read: ${NO_TABLE[of]} (line ${line})`,
  'media/table-bytes': ({ mebibytes, most }) => `has ${mebibytes} MiB; a table may have ${most}`,
  'media/captions-no-text': () => 'is no text of UTF-8 or, with a byte order mark, UTF-16; save it as UTF-8',
  'media/no-captions': () => 'holds no captions of SubRip (.srt) or WebVTT (.vtt)',
  'media/captions-bytes': ({ mebibytes, most }) => `has ${mebibytes} MiB; captions may have ${most}`,
  'media/captions-cues': ({ most }) => `has more than ${most} captions, which is the most there may be`,
  'media/too-large': ({ width, height }) => `has a picture of ${width}×${height} pixels, more than can be decoded here`,
};

export const reachSentences: Wording<ReachStatements> = {
  'file/no-name': () => 'is not the name of a file',
  'file/outside': () => 'leads out of the assets folder',
  'file/folder': () => 'is a folder',
  'file/not-ordinary': () => 'is not an ordinary file',
  'file/not-in-folder': ({ folder, near }) => {
    const meant = near.map((each) => `“${each}”`);
    return `is not in ${folder}${meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`}`;
  },
  'file/not-allowed': () => 'cannot be read: reading it is not allowed',
  'file/unreadable': ({ words }) => `cannot be read: ${words}`,
  'fetch/no-address': () => 'is not a valid address',
  'fetch/no-web-address': () => 'is no http or https address',
  'fetch/credentials': () => 'must not hold a user name or password',
  'fetch/unknown-host': ({ host }) => `cannot be reached: the name ${host} is not known`,
  'fetch/not-public': ({ host, address }) =>
    `leads to ${host}${address === null ? '' : ` (${address})`}, which is not on the public internet; add the ` +
    'file to the project, or allow this host where the service or the command starts',
  'fetch/redirect-to-no-address': () => 'redirects to what is no address',
  'fetch/redirect-to-no-web-address': () => 'redirects to what is no http or https address',
  'fetch/redirect-to-http': () => 'redirects from https to http',
  'fetch/redirects': ({ most }) => `redirects more than ${most} times`,
  'fetch/overtime': ({ minutes }) => `took more than ${minutes} minutes`,
  'fetch/not-kept': () => 'is not kept any more',
  'fetch/status': ({ status, words }) => `answered ${status} ${words}`.trimEnd(),
  'fetch/compressed': ({ encoding }) => `was sent compressed (${encoding}), unasked`,
  'fetch/too-large': ({ mostBytes }) => `is larger than ${inBytes(mostBytes)}`,
  'fetch/silent': ({ seconds }) => `did not answer within ${seconds} s`,
  'fetch/broke-off': ({ words }) => `could not be reached, or broke off (${words})`,
};

function inBytes(bytes: number): string {
  return bytes >= 2 ** 30 ? `${Math.round(bytes / 2 ** 30)} GiB` : `${bytes} bytes`;
}
