import { type Filter, filter, placedFilter, printFilters } from '../parts/filter-graph.ts';
import type { Format, Quality } from './format.ts';
import { type FormatName, formatOf } from './formats.ts';

/** Encoders of graphics processors, by the names that people ask for them with. Never chosen unless asked for. */
export const hardwareNames = ['videotoolbox', 'nvenc', 'qsv', 'vaapi', 'amf'] as const;
export type HardwareName = (typeof hardwareNames)[number];

interface HardwareEncoder {
  readonly label: string;
  /** FFmpeg's name of it. */
  readonly encoder: string;
  readonly arguments: Readonly<Record<Quality, readonly string[]>>;
  /** What the encoder is handed. */
  readonly pixelFormat: string;
  /** Filters that bring a frame to it, after all others; none where it takes frames from memory. */
  readonly upload: readonly Filter[];
  /** Options that open the device; the system's first one, so that no path of this machine is in them. */
  readonly device: readonly string[];
}

/** Two seconds at 30 frames a second between key frames, and none reordered. */
const CLOSED = ['-g', '60', '-bf', '0'];

/**
 * All of them make closed pieces without reordered frames, of the same settings throughout, so that pieces are joined
 * by copying them, as those of x264 are. Where an encoder can hold a quality instead of a rate, it does.
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

/** So many processes use one device at once: cards allow few sessions. */
export const HARDWARE_PROCESSES = 2;

/** The table's row, seen as any encoder of hardware. */
export function hardwareOf(name: HardwareName): HardwareEncoder {
  return encoders[name];
}

export function isHardwareName(name: string): name is HardwareName {
  return hardwareNames.some((each) => each === name);
}

/** Whether hardware can make the pictures of a format: those of H.264 with their own frame order. */
export function takesHardware(format: FormatName): boolean {
  return formatOf(format).picture?.encoder === 'libx264';
}

/** The formats whose pictures hardware can make. */
export function hardwareFormats(formats: readonly FormatName[]): readonly FormatName[] {
  return formats.filter(takesHardware);
}

/**
 * A format with its pictures made by hardware. What is not H.264 has none: asking for it is a fault of the caller, who
 * was to ask {@link takesHardware}.
 */
export function formatWith(name: FormatName, hardware: HardwareName | null): Format {
  const format = formatOf(name);
  if (hardware === null || format.picture === null) return format;
  const { encoder, arguments: perQuality, pixelFormat, upload, device } = hardwareOf(hardware);
  return {
    ...format,
    picture: { ...format.picture, encoder, arguments: perQuality, hardware: { pixelFormat, upload, device } },
  };
}

/** FFmpeg's arguments for a few frames of grey: what shows whether the device is there. */
export function trialArguments(name: HardwareName): readonly string[] {
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
  of: (level: string) => readonly string[],
  draft: string,
  standard: string,
  high: string,
): HardwareEncoder['arguments'] {
  return {
    draft: [...of(draft), ...CLOSED],
    standard: [...of(standard), ...CLOSED],
    high: [...of(high), ...CLOSED],
  };
}
