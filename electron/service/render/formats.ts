import { type FrameRate, frameRate, sameFrameRate } from '../../../shared/template/frame-rate.ts';

/** How much time and space a film may take for its looks. */
export const QUALITIES = ['draft', 'standard', 'high'] as const;
export type Quality = (typeof QUALITIES)[number];

export interface PictureFormat {
  readonly encoder: string;
  readonly arguments: Readonly<Record<Quality, readonly string[]>>;
  /** In which the picture is composed and encoded, so that nothing is converted twice. */
  readonly pixelFormat: 'yuv420p' | 'yuv422p10le' | 'yuv444p';
  /** The container of its segments until they are joined: one that keeps its timestamps. */
  readonly segmentMuxer: 'nut' | 'mp4';
  /** The nearest rate that the format can hold; the rate itself where it can. */
  readonly allowedRate: (rate: FrameRate) => FrameRate;
  /** The nearest number of pixels that one side can have. */
  readonly allowedSide: (pixels: number) => number;
}

export interface SoundFormat {
  readonly encoder: string;
  readonly arguments: Readonly<Record<Quality, readonly string[]>>;
  readonly priming: Priming;
}

/**
 * What becomes of the samples that an encoder puts before the first. `signalled`: the container says how many to skip.
 * `trimmed`: it cannot, so as many samples of sound are left out at the very start, and all that follows is in time
 * with the picture. `delayed`: the container signals them, but this muxer forgets to shift the packets.
 */
export type Priming =
  | { readonly kind: 'signalled' }
  | { readonly kind: 'trimmed'; readonly samples: number }
  | { readonly kind: 'delayed'; readonly samples: number; readonly beforeMajorVersion: number };

export interface Format {
  readonly label: string;
  /** What it is for, in a line. */
  readonly purpose: string;
  readonly extension: string;
  readonly mimeType: string;
  readonly muxer: string;
  readonly muxerArguments: readonly string[];
  readonly picture: PictureFormat | null;
  readonly sound: SoundFormat | null;
  /** A picture that is encoded in one go from lossless segments, because its palette belongs to the whole film. */
  readonly palette: boolean;
}

const anyRate = (rate: FrameRate): FrameRate => rate;
const anySide = (pixels: number): number => pixels;
const evenSide = (pixels: number): number => pixels + (pixels % 2);

// `stitchable` keeps x264 from fitting its headers to the content: segments must share them to be joined by copy.
const H264 = ['-x264-params', 'stitchable=1'];

const h264: PictureFormat = {
  encoder: 'libx264',
  arguments: {
    draft: ['-preset', 'ultrafast', '-crf', '26', ...H264],
    standard: ['-preset', 'veryfast', '-crf', '20', ...H264],
    high: ['-preset', 'medium', '-crf', '16', ...H264],
  },
  pixelFormat: 'yuv420p',
  segmentMuxer: 'nut',
  allowedRate: anyRate,
  allowedSide: evenSide,
};

/** FLV starts at the first decoding time, so reordered frames would push the film's start back. */
const h264WithoutReordering: PictureFormat = {
  ...h264,
  arguments: {
    draft: [...h264.arguments.draft, '-bf', '0'],
    standard: [...h264.arguments.standard, '-bf', '0'],
    high: [...h264.arguments.high, '-bf', '0'],
  },
};

const vp9: PictureFormat = {
  encoder: 'libvpx-vp9',
  arguments: {
    draft: ['-deadline', 'realtime', '-cpu-used', '8', '-b:v', '0', '-crf', '40', '-row-mt', '1'],
    standard: ['-deadline', 'realtime', '-cpu-used', '6', '-b:v', '0', '-crf', '31', '-row-mt', '1'],
    high: ['-deadline', 'good', '-cpu-used', '3', '-b:v', '0', '-crf', '24', '-row-mt', '1'],
  },
  pixelFormat: 'yuv420p',
  segmentMuxer: 'nut',
  allowedRate: anyRate,
  allowedSide: evenSide,
};

/** MPEG-2 refuses sides whose lower 12 bits are zero (ISO/IEC 13818-2, 6.3.3: the size is sent in two parts, the lower not zero). */
const mpeg2Side = (pixels: number): number => (evenSide(pixels) % 4096 === 0 ? evenSide(pixels) - 2 : evenSide(pixels));

const mpeg2: PictureFormat = {
  encoder: 'mpeg2video',
  arguments: quantizers('6', '3', '2', ['-bf', '2', '-g', '15', '-flags', '+cgop', '-sc_threshold', '1000000000']),
  pixelFormat: 'yuv420p',
  // NUT allows no decoding time before zero, and would push MPEG-2 back by a frame.
  segmentMuxer: 'mp4',
  allowedRate: (rate) => nearestMultiple(rate, MPEG2_RATES),
  allowedSide: mpeg2Side,
};

/** The rates of ISO/IEC 13818-2, table 6-4. */
const MPEG2_RATES = [
  frameRate(24_000, 1001),
  frameRate(24),
  frameRate(25),
  frameRate(30_000, 1001),
  frameRate(30),
  frameRate(50),
  frameRate(60_000, 1001),
  frameRate(60),
];

const mpeg4: PictureFormat = {
  encoder: 'mpeg4',
  // AVI has no presentation times, so frames must be stored in the order in which they are shown.
  arguments: quantizers('6', '3', '2', ['-bf', '0', '-g', '60', '-vtag', 'XVID']),
  pixelFormat: 'yuv420p',
  segmentMuxer: 'nut',
  allowedRate: mpeg4Rate,
  // The size is sent in 13 bits (ISO/IEC 14496-2, 6.2.3).
  allowedSide: (pixels) => Math.min(evenSide(pixels), 8190),
};

const wmv2: PictureFormat = {
  encoder: 'wmv2',
  arguments: quantizers('6', '3', '2', ['-g', '60']),
  pixelFormat: 'yuv420p',
  segmentMuxer: 'nut',
  allowedRate: anyRate,
  allowedSide: evenSide,
};

const prores: PictureFormat = {
  // Six times as fast as `prores_ks` here, for a third more bytes.
  encoder: 'prores',
  arguments: {
    draft: ['-profile:v', '0', '-vendor', 'apl0'],
    standard: ['-profile:v', '2', '-vendor', 'apl0'],
    high: ['-profile:v', '3', '-vendor', 'apl0'],
  },
  pixelFormat: 'yuv422p10le',
  segmentMuxer: 'nut',
  allowedRate: anyRate,
  allowedSide: evenSide,
};

const lossless: PictureFormat = {
  encoder: 'ffvhuff',
  arguments: { draft: [], standard: [], high: [] },
  pixelFormat: 'yuv444p',
  segmentMuxer: 'nut',
  allowedRate: gifRate,
  allowedSide: anySide,
};

const aac = (priming: Priming): SoundFormat => ({
  encoder: 'aac',
  arguments: bitRates('96k', '128k', '192k'),
  priming,
});
const SIGNALLED: Priming = { kind: 'signalled' };
const AAC_PRIMING: Priming = { kind: 'trimmed', samples: 1024 };

export const formats = {
  mp4: {
    label: 'MP4',
    purpose: 'Plays everywhere: the web, phones, televisions.',
    extension: 'mp4',
    mimeType: 'video/mp4',
    muxer: 'mp4',
    muxerArguments: ['-movflags', '+faststart'],
    picture: h264,
    sound: aac(SIGNALLED),
    palette: false,
  },
  webm: {
    label: 'WebM',
    purpose: 'Open codecs for web pages.',
    extension: 'webm',
    mimeType: 'video/webm',
    muxer: 'webm',
    muxerArguments: [],
    picture: vp9,
    sound: {
      encoder: 'libopus',
      arguments: bitRates('96k', '128k', '192k'),
      // FFmpeg before 7 writes Opus's CodecDelay and does not add it to the packets' times (RFC 7845, 4.2: pre-skip).
      priming: { kind: 'delayed', samples: 312, beforeMajorVersion: 7 },
    },
    palette: false,
  },
  flv: {
    label: 'Flash video',
    purpose: 'For streaming servers that still take it.',
    extension: 'flv',
    mimeType: 'video/x-flv',
    muxer: 'flv',
    muxerArguments: ['-flvflags', 'no_duration_filesize'],
    picture: h264WithoutReordering,
    sound: aac(AAC_PRIMING),
    palette: false,
  },
  mpg: {
    label: 'MPEG-2',
    purpose: 'For DVD authoring and older players.',
    extension: 'mpg',
    mimeType: 'video/mpeg',
    muxer: 'vob',
    muxerArguments: [],
    picture: mpeg2,
    sound: { encoder: 'mp2', arguments: bitRates('128k', '192k', '256k'), priming: { kind: 'trimmed', samples: 481 } },
    palette: false,
  },
  wmv: {
    label: 'Windows Media',
    purpose: 'For older Windows programs and slides.',
    extension: 'wmv',
    mimeType: 'video/x-ms-wmv',
    muxer: 'asf',
    muxerArguments: [],
    picture: wmv2,
    sound: {
      encoder: 'wmav2',
      arguments: bitRates('96k', '128k', '192k'),
      priming: { kind: 'trimmed', samples: 2048 },
    },
    palette: false,
  },
  mov: {
    label: 'QuickTime ProRes',
    purpose: 'For further editing: 10 bit, hardly compressed, large.',
    extension: 'mov',
    mimeType: 'video/quicktime',
    muxer: 'mov',
    muxerArguments: [],
    picture: prores,
    sound: { encoder: 'pcm_s16le', arguments: { draft: [], standard: [], high: [] }, priming: SIGNALLED },
    palette: false,
  },
  mkv: {
    label: 'Matroska',
    purpose: 'For archives and media players.',
    extension: 'mkv',
    mimeType: 'video/x-matroska',
    muxer: 'matroska',
    muxerArguments: [],
    picture: h264,
    sound: aac(AAC_PRIMING),
    palette: false,
  },
  avi: {
    label: 'AVI',
    purpose: 'For old editing programs and machines.',
    extension: 'avi',
    mimeType: 'video/x-msvideo',
    muxer: 'avi',
    muxerArguments: [],
    picture: mpeg4,
    sound: {
      encoder: 'libmp3lame',
      arguments: bitRates('128k', '192k', '256k'),
      priming: { kind: 'trimmed', samples: 1105 },
    },
    palette: false,
  },
  gif: {
    label: 'GIF',
    purpose: 'Short silent loops; large for what it shows.',
    extension: 'gif',
    mimeType: 'image/gif',
    muxer: 'gif',
    muxerArguments: ['-loop', '0'],
    picture: lossless,
    sound: null,
    palette: true,
  },
  mp3: {
    label: 'MP3',
    purpose: 'The sound alone.',
    extension: 'mp3',
    mimeType: 'audio/mpeg',
    muxer: 'mp3',
    muxerArguments: [],
    picture: null,
    sound: { encoder: 'libmp3lame', arguments: bitRates('128k', '192k', '320k'), priming: SIGNALLED },
    palette: false,
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

/** The format table's row, seen as any format. */
export function formatOf(name: FormatName): Format {
  return formats[name];
}

/** FFmpeg's encoders without which a format cannot be made. */
export function encodersOf(name: FormatName): readonly string[] {
  const { picture, sound, palette } = formatOf(name);
  return [picture?.encoder, sound?.encoder, palette ? 'gif' : undefined].filter((encoder) => encoder !== undefined);
}

function quantizers(
  draft: string,
  standard: string,
  high: string,
  rest: readonly string[],
): PictureFormat['arguments'] {
  return {
    draft: ['-q:v', draft, ...rest],
    standard: ['-q:v', standard, ...rest],
    high: ['-q:v', high, ...rest],
  };
}

function bitRates(draft: string, standard: string, high: string): SoundFormat['arguments'] {
  return { draft: ['-b:a', draft], standard: ['-b:a', standard], high: ['-b:a', high] };
}

/**
 * The rate itself; else the lowest whole multiple of it, so that each frame is shown equally long; else the next
 * rate above; else the highest there is.
 */
function nearestMultiple(rate: FrameRate, allowed: readonly FrameRate[]): FrameRate {
  const multiple = allowed.find(
    (candidate) => (candidate.numerator * rate.denominator) % (candidate.denominator * rate.numerator) === 0,
  );
  const above = allowed.find(
    (candidate) => candidate.numerator * rate.denominator >= candidate.denominator * rate.numerator,
  );
  return multiple ?? above ?? allowed.at(-1) ?? rate;
}

/** MPEG-4 counts time in at most 65,535 parts of a second (ISO/IEC 14496-2, vop_time_increment_resolution). */
function mpeg4Rate(rate: FrameRate): FrameRate {
  if (rate.numerator <= 65_535) return rate;
  return frameRate(Math.round((rate.numerator / rate.denominator) * 100), 100);
}

/** GIF counts time in hundredths of a second, and browsers slow down what is shown for less than two of them. */
function gifRate(rate: FrameRate): FrameRate {
  const fastest = frameRate(50);
  const tooFast = rate.numerator > fastest.numerator * rate.denominator;
  return tooFast && !sameFrameRate(rate, fastest) ? fastest : rate;
}
