import type { VideoFacts } from '../sources/facts/media-facts.ts';
import type { ProbeRecord } from '../sources/facts/probe.ts';
import { fractionField, numberField, type ProbedStream, parseProbe, textField } from '../sources/facts/probe-json.ts';

/** What of a picture only those want to know who show it without rendering it. */
export interface PictureDetails {
  readonly profile: string | null;
  /** Whether its frames stand for unequal times, as far as the container tells. */
  readonly variableRate: boolean;
  /** As the container counts them; null where it does not. */
  readonly frames: number | null;
  /** Of a pixel. */
  readonly sampleAspect: string;
  readonly bitDepth: number;
  /** Ticks a second by which its time stamps count. */
  readonly timeScale: number;
  /** Whether the file says how its colours are to be read. */
  readonly saysMatrix: boolean;
}

/** Rates that differ by less are the same, measured twice. */
const SAME_RATE = 0.005;
const LARGEST_TIME_SCALE = 1_000_000;
const USUAL_TIME_SCALE = 90_000;

/** The details of a picture of which ffprobe's record is there. */
export function pictureDetails({ answer }: ProbeRecord, video: VideoFacts): PictureDetails {
  const stream = parseProbe(answer)?.streams.find(({ fields }) => numberField(fields, 'index') === video.streamIndex);
  const fields = stream?.fields ?? {};
  const matrix = textField(fields, 'color_space');
  const aspect = fractionField(fields, 'sample_aspect_ratio');
  return {
    profile: textField(fields, 'profile') || null,
    variableRate: isVariable(fields),
    frames: stream === undefined ? null : frameCount(stream),
    sampleAspect: aspect === null ? '1:1' : `${aspect.numerator}:${aspect.denominator}`,
    bitDepth: bitDepthOf(video.pixelFormat),
    timeScale: timeScaleOf(fields),
    saysMatrix: matrix !== '' && matrix !== 'unknown' && matrix !== 'unspecified',
  };
}

function isVariable(fields: ProbedStream['fields']): boolean {
  const [average, base] = ['avg_frame_rate', 'r_frame_rate'].map((name) => {
    const fraction = fractionField(fields, name);
    return fraction === null ? null : fraction.numerator / fraction.denominator;
  });
  return average != null && base != null && Math.abs(average / base - 1) > SAME_RATE;
}

function frameCount({ fields, tags }: ProbedStream): number | null {
  const count = numberField(fields, 'nb_frames') ?? numberField(tags, 'NUMBER_OF_FRAMES');
  return count !== null && Number.isSafeInteger(count) && count > 0 ? count : null;
}

/** Bits of one component, by FFmpeg's names of pixel formats such as `yuv422p10le`, `p010le`, `gray12`, `rgb48be`. */
export function bitDepthOf(pixelFormat: string): number {
  const packed = {
    rgb48: 16,
    bgr48: 16,
    rgba64: 16,
    bgra64: 16,
    ya16: 16,
    p010: 10,
    p016: 16,
    x2rgb10: 10,
    x2bgr10: 10,
  };
  const known = Object.entries(packed).find(([name]) => pixelFormat.startsWith(name));
  if (known !== undefined) return known[1];
  const stated = /(?:p|gray|y2)f?(9|10|12|14|16|32)(?:le|be)?$/.exec(pixelFormat)?.[1];
  return stated === undefined ? 8 : Number(stated);
}

/** Fine enough that every time stamp of the source is a whole number of ticks. */
function timeScaleOf(fields: ProbedStream['fields']): number {
  const ticks = fractionField(fields, 'time_base')?.denominator ?? USUAL_TIME_SCALE;
  if (ticks > LARGEST_TIME_SCALE) return LARGEST_TIME_SCALE;
  // Players are not used to coarse clocks.
  return ticks * Math.max(1, Math.ceil(10_000 / ticks));
}
