import { message } from '#shared/messages/message.ts';
import type { Format } from './format.ts';
import {
  apng,
  av1,
  gifAlpha,
  h264,
  h264WithoutReordering,
  hevc,
  lossless,
  losslessAtAnyRate,
  mpeg2,
  mpeg4,
  png,
  prores,
  proresAlpha,
  sizedByQuality,
  sizedByRate,
  sizedByWholeQuality,
  vp9,
  vp9Alpha,
  webp,
  wholeAlpha,
  wmv2,
} from './picture-formats.ts';
import { aac, mp2, mp3, mp3InAvi, opus, pcm, SIGNALED, trimmed, wmav2 } from './sound-formats.ts';

export const formats = {
  mp4: {
    label: 'MP4',
    purpose: message('purpose/everywhere'),
    extension: 'mp4',
    mimeType: 'video/mp4',
    muxer: 'mp4',
    muxerArguments: ['-movflags', '+faststart'],
    picture: h264,
    sound: aac(SIGNALED),
    joinedBy: 'service',
    palette: false,
    sizing: sizedByQuality,
  },
  webm: {
    label: 'WebM',
    purpose: message('purpose/web'),
    extension: 'webm',
    mimeType: 'video/webm',
    muxer: 'webm',
    muxerArguments: [],
    picture: vp9,
    sound: opus,
    joinedBy: 'ffmpeg',
    palette: false,
    sizing: sizedByRate,
    alpha: vp9Alpha,
  },
  flv: {
    label: 'Flash video',
    purpose: message('purpose/streaming'),
    extension: 'flv',
    mimeType: 'video/x-flv',
    muxer: 'flv',
    muxerArguments: ['-flvflags', 'no_duration_filesize'],
    picture: h264WithoutReordering,
    sound: aac(trimmed(1024)),
    joinedBy: 'ffmpeg',
    palette: false,
  },
  mpg: {
    label: 'MPEG-2',
    purpose: message('purpose/dvd'),
    extension: 'mpg',
    mimeType: 'video/mpeg',
    muxer: 'vob',
    muxerArguments: [],
    picture: mpeg2,
    sound: mp2,
    joinedBy: 'ffmpeg',
    palette: false,
  },
  wmv: {
    label: 'Windows Media',
    purpose: message('purpose/windows'),
    extension: 'wmv',
    mimeType: 'video/x-ms-wmv',
    muxer: 'asf',
    muxerArguments: [],
    picture: wmv2,
    sound: wmav2,
    joinedBy: 'ffmpeg',
    palette: false,
  },
  mov: {
    label: 'QuickTime ProRes',
    purpose: message('purpose/editing'),
    extension: 'mov',
    mimeType: 'video/quicktime',
    muxer: 'mov',
    muxerArguments: [],
    picture: prores,
    sound: pcm,
    joinedBy: 'ffmpeg',
    palette: false,
    alpha: proresAlpha,
  },
  mkv: {
    label: 'Matroska',
    purpose: message('purpose/archive'),
    extension: 'mkv',
    mimeType: 'video/x-matroska',
    muxer: 'matroska',
    muxerArguments: [],
    picture: h264,
    sound: aac(trimmed(1024)),
    joinedBy: 'ffmpeg',
    palette: false,
    sizing: sizedByQuality,
  },
  avi: {
    label: 'AVI',
    purpose: message('purpose/old-programs'),
    extension: 'avi',
    mimeType: 'video/x-msvideo',
    muxer: 'avi',
    muxerArguments: [],
    picture: mpeg4,
    sound: mp3InAvi,
    joinedBy: 'ffmpeg',
    palette: false,
  },
  gif: {
    label: 'GIF',
    purpose: message('purpose/loops'),
    extension: 'gif',
    mimeType: 'image/gif',
    muxer: 'gif',
    muxerArguments: ['-loop', '0'],
    picture: lossless,
    sound: null,
    joinedBy: 'ffmpeg',
    palette: true,
    alpha: gifAlpha,
  },
  av1: {
    label: 'AV1',
    purpose: message('purpose/small-web'),
    extension: 'mp4',
    mimeType: 'video/mp4',
    muxer: 'mp4',
    muxerArguments: ['-movflags', '+faststart'],
    picture: av1,
    sound: aac(SIGNALED),
    joinedBy: 'ffmpeg',
    palette: false,
    sizing: sizedByWholeQuality,
  },
  hevc: {
    label: 'HEVC',
    purpose: message('purpose/small-devices'),
    extension: 'mp4',
    mimeType: 'video/mp4',
    muxer: 'mp4',
    muxerArguments: ['-tag:v', 'hvc1', '-movflags', '+faststart'],
    picture: hevc,
    sound: aac(SIGNALED),
    joinedBy: 'ffmpeg',
    palette: false,
    sizing: sizedByQuality,
  },
  apng: {
    label: 'Animated PNG',
    purpose: message('purpose/lossless-loops'),
    extension: 'apng',
    mimeType: 'image/apng',
    muxer: 'apng',
    muxerArguments: ['-plays', '0'],
    picture: losslessAtAnyRate,
    sound: null,
    joinedBy: 'ffmpeg',
    palette: false,
    wholePicture: apng,
    alpha: wholeAlpha(apng),
  },
  webp: {
    label: 'Animated WebP',
    purpose: message('purpose/web-loops'),
    extension: 'webp',
    mimeType: 'image/webp',
    muxer: 'webp',
    muxerArguments: ['-loop', '0'],
    picture: losslessAtAnyRate,
    sound: null,
    joinedBy: 'ffmpeg',
    palette: false,
    wholePicture: webp,
    alpha: wholeAlpha(webp),
  },
  pngs: {
    label: 'PNG sequence',
    purpose: message('purpose/frames'),
    extension: 'zip',
    mimeType: 'application/zip',
    muxer: 'image2pipe',
    muxerArguments: [],
    picture: losslessAtAnyRate,
    sound: null,
    joinedBy: 'ffmpeg',
    palette: false,
    wholePicture: png,
    isSequence: true,
    alpha: wholeAlpha(png),
  },
  mp3: {
    label: 'MP3',
    purpose: message('purpose/sound'),
    extension: 'mp3',
    mimeType: 'audio/mpeg',
    muxer: 'mp3',
    muxerArguments: [],
    picture: null,
    sound: mp3,
    joinedBy: 'ffmpeg',
    palette: false,
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

/** Returns the format with this name as the general type. */
export function formatOf(name: FormatName): Format {
  return formats[name];
}

/** The formats that support a maximum film size. */
export const sizedFormats: readonly FormatName[] = formatNames.filter((name) => formatOf(name).sizing !== undefined);

/** Returns the FFmpeg encoders that a format needs. */
export function encodersOf(format: Format): readonly string[] {
  const { picture, sound, alpha } = format;
  const encoders = [picture?.encoder, sound?.encoder, wholeEncoderOf(format) ?? undefined, alpha?.encoder];
  return [...new Set(encoders.filter((encoder) => encoder !== undefined))];
}

/** Returns the encoder of a picture that is encoded in one run at the end; null if its segments are copied. */
export function wholeEncoderOf({ palette, wholePicture }: Format): string | null {
  return palette ? 'gif' : (wholePicture?.encoder ?? null);
}
