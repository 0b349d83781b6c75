import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { Demuxer } from '../sources/containers/demuxer.ts';
import type { MediaFacts, VideoFacts } from '../sources/facts/media-facts.ts';
import { isOnlyRotated } from '../sources/facts/picture-facts.ts';
import type { ProbeRecord } from '../sources/facts/probe.ts';
import { fractionField, numberField, type ProbedStream, parseProbe, textField } from '../sources/facts/probe-json.ts';

export type ProxyReason =
  | 'container'
  | 'video-codec'
  | 'audio-codec'
  | 'pixel-format'
  | 'hdr'
  | 'color'
  | 'interlaced'
  | 'changes'
  | 'transform';

export interface Playability {
  /** Whether browsers based on Chromium decode the source. */
  readonly playable: boolean;
  /** Whether a browser displays the source differently from the film, or not at all. */
  readonly needsProxy: boolean;
  readonly proxyReasons: readonly ProxyReason[];
}

const CONTAINERS: ReadonlySet<Demuxer> = new Set(['mov', 'matroska', 'mp3', 'wav', 'ogg', 'flac', 'aac']);
const PICTURES: ReadonlySet<string> = new Set(['h264', 'vp8', 'vp9', 'av1']);
const SOUNDS = /^(?:aac|opus|mp3|flac|vorbis|pcm_(?:u8|s16le|s24le|s32le|f32le))$/;
/** The pixel formats with 8 bits and 4:2:0, which all hardware and software decoders support. */
const PIXEL_FORMATS: ReadonlySet<string> = new Set(['yuv420p', 'yuvj420p', 'yuva420p']);
/**
 * The minimum number of lines of a picture that Chromium treats as high definition. It interprets untagged sources of
 * that height as BT.709.
 */
const CHROMIUM_HD_LINES = 720;

/**
 * Returns whether a browser plays a source directly with the same colors, lines, and position as the engine, and
 * otherwise the reasons.
 * @param named The query for the source. It may request that the fields of interlaced video are preserved.
 */
export function playability(
  { demuxer, video, audio, changes, miscounted }: MediaFacts,
  details: PictureDetails | null,
  named: Pick<MediaSource, 'fields'> = {},
): Playability {
  const reasons: ProxyReason[] = [];
  if (!CONTAINERS.has(demuxer)) reasons.push('container');
  if (video !== null && !PICTURES.has(video.codec)) reasons.push('video-codec');
  if (audio !== null && !SOUNDS.test(audio.codec)) reasons.push('audio-codec');
  if (video !== null && !PIXEL_FORMATS.has(video.pixelFormat)) reasons.push('pixel-format');
  const playable = reasons.length === 0;
  if (video !== null && video.transfer !== 'sdr') reasons.push('hdr');
  else if (video !== null && details !== null && !hasStandardColors(video, details)) reasons.push('color');
  if (video !== null && video.fields !== null && named.fields !== 'keep') reasons.push('interlaced');
  if (changes.length > 0 || miscounted === true) reasons.push('changes');
  if (details?.isOnlyRotated === false) reasons.push('transform');
  return { playable, needsProxy: reasons.length > 0, proxyReasons: reasons };
}

function hasStandardColors(video: NonNullable<MediaFacts['video']>, { hasMatrixTag }: PictureDetails): boolean {
  if (hasMatrixTag) return video.matrix === 'bt709' || video.matrix === 'bt601';
  return video.matrix === (video.displayHeight >= CHROMIUM_HD_LINES ? 'bt709' : 'bt601');
}

/** The facts about a picture that matter only if browsers display its source directly. */
export interface PictureDetails {
  readonly profile: string | null;
  /** Whether its frames have unequal durations according to the container. */
  readonly variableRate: boolean;
  /** The number of frames according to the container; null if the container does not state it. */
  readonly frames: number | null;
  /** The aspect ratio of a pixel of the picture. */
  readonly sampleAspect: string;
  readonly bitDepth: number;
  /** The ticks per second of the time stamps. */
  readonly timeScale: number;
  /** Whether the file contains its color matrix. */
  readonly hasMatrixTag: boolean;
  /** Whether its display matrix is a rotation by a multiple of 90 degrees. A browser ignores other transforms. */
  readonly isOnlyRotated: boolean;
}

/** The maximum difference between equal frame rates that were measured in different ways. */
const RATE_TOLERANCE = 0.005;
const MAX_TIME_SCALE = 1_000_000;
const DEFAULT_TIME_SCALE = 90_000;

/** Returns the facts about a picture from the answer of ffprobe. */
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
    hasMatrixTag: matrix !== '' && matrix !== 'unknown' && matrix !== 'unspecified',
    isOnlyRotated: stream === undefined || isOnlyRotated(stream),
  };
}

function isVariable(fields: ProbedStream['fields']): boolean {
  const [average, base] = ['avg_frame_rate', 'r_frame_rate'].map((name) => {
    const fraction = fractionField(fields, name);
    return fraction === null ? null : fraction.numerator / fraction.denominator;
  });
  return average != null && base != null && Math.abs(average / base - 1) > RATE_TOLERANCE;
}

function frameCount({ fields, tags }: ProbedStream): number | null {
  const count = numberField(fields, 'nb_frames') ?? numberField(tags, 'NUMBER_OF_FRAMES');
  return count !== null && Number.isSafeInteger(count) && count > 0 ? count : null;
}

/** Returns a time scale in which every time stamp of the source is a whole number. */
function timeScaleOf(fields: ProbedStream['fields']): number {
  const ticks = fractionField(fields, 'time_base')?.denominator ?? DEFAULT_TIME_SCALE;
  if (ticks > MAX_TIME_SCALE) return MAX_TIME_SCALE;
  // Avoid coarse time scales, which players may not support.
  return ticks * Math.max(1, Math.ceil(10_000 / ticks));
}

/**
 * Returns the bits per component from FFmpeg's name of a pixel format, such as `yuv422p10le`, `p010le`, `gray12`, or
 * `rgb48be`.
 */
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
  const match = Object.entries(packed).find(([name]) => pixelFormat.startsWith(name));
  if (match !== undefined) return match[1];
  const stated = /(?:p|gray|y2)f?(9|10|12|14|16|32)(?:le|be)?$/.exec(pixelFormat)?.[1];
  return stated === undefined ? 8 : Number(stated);
}

const CONTENT_TYPES: Readonly<Partial<Record<Demuxer, readonly [picture: string, sound: string]>>> = {
  mov: ['video/mp4', 'audio/mp4'],
  matroska: ['video/webm', 'audio/webm'],
  ogg: ['video/ogg', 'audio/ogg'],
  mp3: ['audio/mpeg', 'audio/mpeg'],
  wav: ['audio/wav', 'audio/wav'],
  flac: ['audio/flac', 'audio/flac'],
  aac: ['audio/aac', 'audio/aac'],
  mpegts: ['video/mp2t', 'video/mp2t'],
  mpeg: ['video/mpeg', 'audio/mpeg'],
  avi: ['video/x-msvideo', 'video/x-msvideo'],
  flv: ['video/x-flv', 'video/x-flv'],
  asf: ['video/x-ms-wmv', 'audio/x-ms-wma'],
  gif: ['image/gif', 'image/gif'],
};

/** Returns the media type of a source from its facts, independently of its name. */
export function contentTypeOf({ demuxer, video }: MediaFacts): string {
  const [picture, sound] = CONTENT_TYPES[demuxer] ?? ['application/octet-stream', 'application/octet-stream'];
  return video === null ? sound : picture;
}
