import { evenSide } from '#shared/film/scenes/film-size.ts';
import { anyRate, anySide, gifRate, mpeg2Rate, mpeg2Side, mpeg4Rate, mpeg4Side } from './allowed-shapes.ts';
import type { PictureFormat } from './format.ts';

// `stitchable` keeps x264 from fitting its headers to the content: segments must share them to be joined by copy.
const H264 = ['-x264-params', 'stitchable=1'];

export const h264: PictureFormat = {
  encoder: 'libx264',
  arguments: {
    draft: ['-preset', 'ultrafast', '-crf', '26', ...H264],
    standard: ['-preset', 'veryfast', '-crf', '20', ...H264],
    high: ['-preset', 'medium', '-crf', '16', ...H264],
  },
  pixelFormat: 'yuv420p',
  // Whose tables we read, to join films without FFmpeg.
  segmentMuxer: 'mp4',
  allowedRate: anyRate,
  allowedSide: evenSide,
};

/** FLV starts at the first decoding time, so reordered frames would push the film's start back. */
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
  allowedSide: evenSide,
};

export const mpeg2: PictureFormat = {
  encoder: 'mpeg2video',
  arguments: quantizers('6', '3', '2', ['-bf', '2', '-g', '15', '-flags', '+cgop', '-sc_threshold', '1000000000']),
  pixelFormat: 'yuv420p',
  // NUT allows no decoding time before zero, and would push MPEG-2 back by a frame.
  segmentMuxer: 'mp4',
  allowedRate: mpeg2Rate,
  allowedSide: mpeg2Side,
};

export const mpeg4: PictureFormat = {
  encoder: 'mpeg4',
  // AVI has no presentation times, so frames must be stored in the order in which they are shown.
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
  allowedSide: evenSide,
};

export const prores: PictureFormat = {
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

export const lossless: PictureFormat = {
  encoder: 'ffvhuff',
  arguments: { draft: [], standard: [], high: [] },
  pixelFormat: 'yuv444p',
  segmentMuxer: 'nut',
  allowedRate: gifRate,
  allowedSide: anySide,
};

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
