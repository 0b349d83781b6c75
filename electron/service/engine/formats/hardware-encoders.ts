import { type Filter, filter, placedFilter, printFilters } from '../parts/filter-graph.ts';
import type { Format, Quality } from './format.ts';
import { type FormatName, formatOf } from './formats.ts';

/** The names of hardware encoders that users can choose. They are used only on request. */
export const hardwareNames = ['videotoolbox', 'nvenc', 'qsv', 'vaapi', 'amf'] as const;
export type HardwareName = (typeof hardwareNames)[number];

interface HardwareEncoder {
  readonly label: string;
  /** The name that FFmpeg gives the encoder. */
  readonly encoder: string;
  readonly arguments: Readonly<Record<Quality, readonly string[]>>;
  /** The pixel format of the encoder's input. */
  readonly pixelFormat: string;
  /**
   * The filters that upload a frame to the device after all other filters; empty if the encoder reads frames from main
   * memory.
   */
  readonly upload: readonly Filter[];
  /** The options that open the first device of the system. They contain no path of this machine. */
  readonly device: readonly string[];
}

/** A sync frame every two seconds at 30 fps, and no reordered frames. */
const GROUP_ARGUMENTS = ['-g', '60', '-bf', '0'];

/**
 * The hardware encoders. Their segments are closed, have equal settings, and contain no reordered frames. They are
 * therefore joined by copying, like those of x264. Each encoder has a constant quality if it supports one, otherwise a
 * bit rate.
 */
const encoders: Readonly<Record<HardwareName, HardwareEncoder>> = {
  videotoolbox: {
    label: 'Apple VideoToolbox',
    encoder: 'h264_videotoolbox',
    arguments: qualities((level) => ['-profile:v', 'high', '-q:v', level], '45', '65', '80'),
    pixelFormat: 'nv12',
    upload: [],
    device: [],
  },
  nvenc: {
    label: 'NVIDIA NVENC',
    encoder: 'h264_nvenc',
    arguments: qualities((level) => ['-preset', 'p4', '-rc', 'vbr', '-cq', level, '-b:v', '0'], '30', '23', '18'),
    pixelFormat: 'yuv420p',
    upload: [],
    device: [],
  },
  qsv: {
    label: 'Intel Quick Sync',
    encoder: 'h264_qsv',
    arguments: qualities((level) => ['-preset', 'medium', '-global_quality', level], '28', '23', '18'),
    pixelFormat: 'nv12',
    upload: [],
    device: [],
  },
  vaapi: {
    label: 'VA-API',
    encoder: 'h264_vaapi',
    arguments: qualities((level) => ['-rc_mode', 'CQP', '-qp', level], '28', '23', '18'),
    pixelFormat: 'vaapi',
    upload: [placedFilter('format', ['nv12']), filter('hwupload')],
    device: ['-init_hw_device', 'vaapi=hw', '-filter_hw_device', 'hw'],
  },
  amf: {
    label: 'AMD AMF',
    encoder: 'h264_amf',
    arguments: qualities((level) => ['-rc', 'cqp', '-qp_i', level, '-qp_p', level], '28', '23', '18'),
    pixelFormat: 'nv12',
    upload: [],
    device: [],
  },
};

/** The number of processes that use one device at the same time. Graphics cards allow few sessions. */
export const HARDWARE_PROCESSES = 2;

/** Returns the hardware encoder with this name as the general type. */
export function hardwareOf(name: HardwareName): HardwareEncoder {
  return encoders[name];
}

export function isHardwareName(name: string): name is HardwareName {
  return hardwareNames.some((hardwareName) => hardwareName === name);
}

/** Returns whether hardware can encode the pictures of a format, which must be H.264. */
export function takesHardware(format: FormatName): boolean {
  return formatOf(format).picture?.encoder === 'libx264';
}

/** Returns the formats whose pictures hardware can encode. */
export function hardwareFormats(formats: readonly FormatName[]): readonly FormatName[] {
  return formats.filter(takesHardware);
}

/**
 * Returns a format with a hardware encoder, or with the encoding of a transparent film. Callers must check
 * {@link takesHardware} first.
 */
export function formatWith(name: FormatName, hardware: HardwareName | null, isTransparent = false): Format {
  const format = isTransparent ? transparentFormat(formatOf(name)) : formatOf(name);
  if (hardware === null || format.picture === null) return format;
  const { encoder, arguments: perQuality, pixelFormat, upload, device } = hardwareOf(hardware);
  return {
    ...format,
    picture: { ...format.picture, encoder, arguments: perQuality, hardware: { pixelFormat, upload, device } },
  };
}

function transparentFormat(format: Format): Format {
  const { alpha, picture } = format;
  if (alpha === undefined || picture === null) return format;
  const { encoder, arguments: perQuality, segmentMuxer, wholePicture, muxerArguments = [] } = alpha;
  return {
    ...format,
    muxerArguments: [...format.muxerArguments, ...muxerArguments],
    picture: { ...picture, encoder, arguments: perQuality, segmentMuxer },
    ...(wholePicture && { wholePicture }),
  };
}

/** Returns FFmpeg's arguments that encode a few gray frames to probe the device. */
export function probeArguments(name: HardwareName): readonly string[] {
  const { encoder, arguments: perQuality, pixelFormat, upload, device } = hardwareOf(name);
  return [
    ...device,
    ...['-f', 'lavfi', '-i', 'color=c=gray:size=640x360:rate=30:duration=1'],
    ...['-vf', printFilters([placedFilter('format', ['yuv420p']), ...upload])],
    ...['-frames:v', '8', '-c:v', encoder, ...perQuality.standard, '-pix_fmt', pixelFormat],
    ...['-f', 'h264', 'pipe:1'],
  ];
}

function qualities(
  argumentsFor: (level: string) => readonly string[],
  draft: string,
  standard: string,
  high: string,
): HardwareEncoder['arguments'] {
  return {
    draft: [...argumentsFor(draft), ...GROUP_ARGUMENTS],
    standard: [...argumentsFor(standard), ...GROUP_ARGUMENTS],
    high: [...argumentsFor(high), ...GROUP_ARGUMENTS],
  };
}
