import { type FrameRate, frameRate, sameFrameRate } from '#shared/template/values/frame-rate.ts';
import { roundUpToEven } from '#shared/timeline/timeline.ts';
import { filter, placedFilter } from '../parts/filter-graph.ts';
import type { AlphaFormat, PictureFormat, Sizing, WholePicture } from './format.ts';

// Stops x264 from adapting its headers to the content: segments can be joined by copying only if their headers are
// equal.
const H264 = ['-x264-params', 'stitchable=1'];

const anyRate = (rate: FrameRate): FrameRate => rate;

export const h264: PictureFormat = {
  encoder: 'libx264',
  arguments: {
    draft: ['-preset', 'ultrafast', '-crf', '26', ...H264],
    standard: ['-preset', 'veryfast', '-crf', '20', ...H264],
    high: ['-preset', 'medium', '-crf', '16', ...H264],
  },
  pixelFormat: 'yuv420p',
  // MP4: this program reads its sample tables to join films without FFmpeg.
  segmentMuxer: 'mp4',
  allowedRate: anyRate,
  allowedSide: roundUpToEven,
};

/**
 * H.264 without reordered frames (B-frames), which would delay the picture in FLV: that format starts at the first
 * decoding time.
 */
export const h264WithoutReordering: PictureFormat = {
  ...h264,
  arguments: {
    draft: [...h264.arguments.draft, '-bf', '0'],
    standard: [...h264.arguments.standard, '-bf', '0'],
    high: [...h264.arguments.high, '-bf', '0'],
  },
};

export const vp9: PictureFormat = {
  encoder: 'libvpx-vp9',
  arguments: {
    draft: ['-deadline', 'realtime', '-cpu-used', '8', '-b:v', '0', '-crf', '40', '-row-mt', '1'],
    standard: ['-deadline', 'realtime', '-cpu-used', '6', '-b:v', '0', '-crf', '31', '-row-mt', '1'],
    high: ['-deadline', 'good', '-cpu-used', '3', '-b:v', '0', '-crf', '24', '-row-mt', '1'],
  },
  pixelFormat: 'yuv420p',
  segmentMuxer: 'nut',
  allowedRate: anyRate,
  allowedSide: roundUpToEven,
};

/**
 * The quality of x264 and x265 has decimals. On noise, a step of 0.1 changes the size by 2.4 %, and a step of 6 divides
 * the size by up to 8. On drawings, a step of 6 divides the size by 2.3.
 */
export const sizedByQuality: Sizing = { kind: 'quality', worst: 51, step: 0.02, slope: 0.3, tolerance: 0.04 };

/** The quality of SVT-AV1 is a whole number. Each step changes the size by up to 13 %. */
export const sizedByWholeQuality: Sizing = { kind: 'quality', worst: 63, step: 1, slope: 0.2, tolerance: 0.15 };

/**
 * The quality of VP9 is a whole number that changes the size by up to 13 %. A film with a requested size therefore gets
 * a bit rate. The mode `realtime` has no first pass.
 */
export const sizedByRate: Sizing = {
  kind: 'rate',
  step: 0.02,
  slope: 1 / 6,
  tolerance: 0.04,
  arguments: {
    draft: ['-deadline', 'good', '-cpu-used', '5', '-row-mt', '1'],
    standard: ['-deadline', 'good', '-cpu-used', '4', '-row-mt', '1'],
    high: ['-deadline', 'good', '-cpu-used', '3', '-row-mt', '1'],
  },
};

/** Parts are Matroska files, because NUT drops the opacity, which is additional data of each packet. */
export const vp9Alpha: AlphaFormat = {
  kind: 'kept',
  encoder: vp9.encoder,
  arguments: vp9.arguments,
  pixelFormat: 'yuva420p',
  segmentMuxer: 'matroska',
  // Browsers read the opacity only if the track has this element (WebM, AlphaMode).
  muxerArguments: ['-metadata:s:v:0', 'alpha_mode=1'],
};

/** The minimum side in pixels. SVT-AV1 refuses smaller sides; x265 corrupts its memory at some of them, such as 34. */
const MIN_BLOCK_SIDE = 64;
const blockSide = (pixels: number): number => Math.max(MIN_BLOCK_SIDE, roundUpToEven(pixels));

export const av1: PictureFormat = {
  encoder: 'libsvtav1',
  arguments: {
    draft: ['-preset', '10', '-crf', '42'],
    standard: ['-preset', '8', '-crf', '33'],
    high: ['-preset', '5', '-crf', '26'],
  },
  pixelFormat: 'yuv420p',
  // Segments are MP4 files, because the other containers drop the description of the stream.
  segmentMuxer: 'mp4',
  allowedRate: anyRate,
  allowedSide: blockSide,
};

// Segments are joined by copying, so no frame may refer to a frame of an earlier segment.
const H265 = ['-x265-params', 'log-level=error:open-gop=0', '-tag:v', 'hvc1'];

export const hevc: PictureFormat = {
  encoder: 'libx265',
  arguments: {
    draft: ['-preset', 'superfast', '-crf', '30', ...H265],
    standard: ['-preset', 'fast', '-crf', '25', ...H265],
    high: ['-preset', 'medium', '-crf', '20', ...H265],
  },
  pixelFormat: 'yuv420p',
  segmentMuxer: 'mp4',
  allowedRate: anyRate,
  allowedSide: blockSide,
};

/** Returns the MPEG-2 frame rate to use for a rate. */
const mpeg2Rate = (rate: FrameRate): FrameRate => nearestMultiple(rate, MPEG2_RATES);

/** The frame rates of ISO/IEC 13818-2, table 6-4. */
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

/**
 * Returns the side rounded up to even pixels. Subtracts two pixels if the lower 12 bits are zero, which MPEG-2 does not
 * allow (ISO/IEC 13818-2, 6.3.3: the size is sent in two parts, and the lower part must not be zero).
 */
const mpeg2Side = (pixels: number): number =>
  roundUpToEven(pixels) % 4096 === 0 ? roundUpToEven(pixels) - 2 : roundUpToEven(pixels);

export const mpeg2: PictureFormat = {
  encoder: 'mpeg2video',
  arguments: quantizers('6', '3', '2', ['-bf', '2', '-g', '15', '-flags', '+cgop', '-sc_threshold', '1000000000']),
  pixelFormat: 'yuv420p',
  // NUT allows no negative decoding times, so it would delay MPEG-2 by a frame.
  segmentMuxer: 'mp4',
  allowedRate: mpeg2Rate,
  allowedSide: mpeg2Side,
};

/** MPEG-4 sends the size in 13 bits (ISO/IEC 14496-2, 6.2.3). */
const mpeg4Side = (pixels: number): number => Math.min(roundUpToEven(pixels), 8190);

export const mpeg4: PictureFormat = {
  encoder: 'mpeg4',
  // AVI has no presentation times, so frames must be stored in the order of display.
  arguments: quantizers('6', '3', '2', ['-bf', '0', '-g', '60', '-vtag', 'XVID']),
  pixelFormat: 'yuv420p',
  segmentMuxer: 'nut',
  allowedRate: mpeg4Rate,
  allowedSide: mpeg4Side,
};

export const wmv2: PictureFormat = {
  encoder: 'wmv2',
  arguments: quantizers('6', '3', '2', ['-g', '60']),
  pixelFormat: 'yuv420p',
  segmentMuxer: 'nut',
  allowedRate: anyRate,
  allowedSide: roundUpToEven,
};

export const prores: PictureFormat = {
  // In a measurement, this encoder was six times as fast as `prores_ks` and wrote a third more bytes.
  encoder: 'prores',
  arguments: {
    draft: ['-profile:v', '0', '-vendor', 'apl0'],
    standard: ['-profile:v', '2', '-vendor', 'apl0'],
    high: ['-profile:v', '3', '-vendor', 'apl0'],
  },
  pixelFormat: 'yuv422p10le',
  segmentMuxer: 'nut',
  allowedRate: anyRate,
  allowedSide: roundUpToEven,
};

const PRORES_4444 = ['-profile:v', '4', '-alpha_bits', '16', '-vendor', 'apl0'];

/** ProRes 4444, whose opacity is lossless. Only this encoder writes opacity. */
export const proresAlpha: AlphaFormat = {
  kind: 'kept',
  encoder: 'prores_ks',
  arguments: {
    draft: [...PRORES_4444, '-qscale:v', '8'],
    standard: [...PRORES_4444, '-qscale:v', '2'],
    high: [...PRORES_4444, '-qscale:v', '1'],
  },
  pixelFormat: 'yuva444p10le',
  segmentMuxer: 'nut',
};

const anySide = (pixels: number): number => pixels;

export const lossless: PictureFormat = {
  encoder: 'ffvhuff',
  arguments: { draft: [], standard: [], high: [] },
  pixelFormat: 'yuv444p',
  segmentMuxer: 'nut',
  allowedRate: gifRate,
  allowedSide: anySide,
};

export const losslessAtAnyRate: PictureFormat = { ...lossless, allowedRate: anyRate };

/** Returns the filters that convert frames to full-range RGB, which PNG requires. */
const toRgb = (format: 'rgb24' | 'rgba' | 'bgra') => [
  filter('scale', { in_color_matrix: 'bt709', in_range: 'tv', out_range: 'pc', flags: 'accurate_rnd' }),
  placedFilter('format', [format]),
];

export const apng: WholePicture = {
  encoder: 'apng',
  arguments: { draft: ['-pred', 'up'], standard: ['-pred', 'mixed'], high: ['-pred', 'mixed'] },
  filters: toRgb('rgb24'),
  writesAtEnd: false,
};

export const png: WholePicture = {
  encoder: 'png',
  arguments: {
    draft: ['-pred', 'up', '-compression_level', '1'],
    standard: ['-pred', 'mixed'],
    high: ['-pred', 'mixed'],
  },
  filters: toRgb('rgb24'),
  writesAtEnd: false,
};

/** The WebP encoder takes RGB and converts lossy frames to BT.601 itself. */
export const webp: WholePicture = {
  encoder: 'libwebp_anim',
  arguments: {
    draft: ['-quality', '60', '-compression_level', '2'],
    standard: ['-quality', '80', '-compression_level', '4'],
    high: ['-lossless', '1', '-quality', '50', '-compression_level', '2'],
  },
  filters: toRgb('bgra'),
  writesAtEnd: true,
};

/** The encoding of lossless parts with opacity. */
const losslessAlpha: Omit<AlphaFormat, 'kind'> = {
  encoder: lossless.encoder,
  arguments: lossless.arguments,
  pixelFormat: 'yuva444p',
  segmentMuxer: 'nut',
};

export const gifAlpha: AlphaFormat = { ...losslessAlpha, kind: 'threshold' };

/** Returns the encoding of a transparent film by a lossless encoder, whose frames are RGBA. */
export const wholeAlpha = (whole: WholePicture): AlphaFormat => ({
  ...losslessAlpha,
  kind: 'kept',
  wholePicture: { ...whole, filters: toRgb('rgba') },
});

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

/**
 * Returns the rate itself if it is allowed. Otherwise returns the lowest allowed whole multiple, which displays each
 * frame for the same time. If there is none, returns the next higher allowed rate, or the highest.
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

/**
 * Returns the rate, rounded to hundredths if it exceeds MPEG-4's limit of 65,535 time increments per second (ISO/IEC
 * 14496-2, vop_time_increment_resolution).
 */
function mpeg4Rate(rate: FrameRate): FrameRate {
  if (rate.numerator <= 65_535) return rate;
  return frameRate(Math.round((rate.numerator / rate.denominator) * 100), 100);
}

/**
 * Returns the rate, at most 50 fps. GIF counts hundredths of a second, and browsers slow down frames that are shorter
 * than two hundredths.
 */
function gifRate(rate: FrameRate): FrameRate {
  const fastest = frameRate(50);
  const tooFast = rate.numerator > fastest.numerator * rate.denominator;
  return tooFast && !sameFrameRate(rate, fastest) ? fastest : rate;
}
