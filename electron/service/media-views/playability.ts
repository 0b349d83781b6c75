import type { MediaSource } from '#shared/template/movie/media-source.ts';
import type { Demuxer } from '../sources/containers/demuxer.ts';
import type { MediaFacts, VideoFacts } from '../sources/facts/media-facts.ts';
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

export type ProxyReason =
  | 'container'
  | 'video-codec'
  | 'audio-codec'
  | 'pixel-format'
  | 'hdr'
  | 'color'
  | 'interlaced'
  | 'changes';

export interface Playability {
  /** Whether a browser of the Chromium family decodes it. */
  readonly playable: boolean;
  /** Whether what it would show is not what is rendered. */
  readonly needsProxy: boolean;
  readonly proxyReasons: readonly ProxyReason[];
}

const CONTAINERS: ReadonlySet<Demuxer> = new Set(['mov', 'matroska', 'mp3', 'wav', 'ogg', 'flac', 'aac']);
const PICTURES: ReadonlySet<string> = new Set(['h264', 'vp8', 'vp9', 'av1']);
const SOUNDS = /^(?:aac|opus|mp3|flac|vorbis|pcm_(?:u8|s16le|s24le|s32le|f32le))$/;
/** Eight bits, a quarter of the colours: what hardware and software decoders all have. */
const PIXEL_FORMATS: ReadonlySet<string> = new Set(['yuv420p', 'yuvj420p', 'yuva420p']);
/** With lines of its own for high definition: there, what a file does not say is taken for BT.709 from here on. */
const CHROMIUM_HD_LINES = 720;

/**
 * Whether a browser plays a source by itself, and shows the colours and lines that the engine makes of it.
 * @param named How the source is used: its fields may stay.
 */
export function playability(
  { demuxer, video, audio, changes }: MediaFacts,
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
  else if (video !== null && details !== null && !hasUsualColors(video, details)) reasons.push('color');
  if (video !== null && video.fields !== null && named.fields !== 'keep') reasons.push('interlaced');
  if (changes.length > 0) reasons.push('changes');
  return { playable, needsProxy: reasons.length > 0, proxyReasons: reasons };
}

function hasUsualColors(video: NonNullable<MediaFacts['video']>, { saysMatrix }: PictureDetails): boolean {
  if (saysMatrix) return video.matrix === 'bt709' || video.matrix === 'bt601';
  return video.matrix === (video.displayHeight >= CHROMIUM_HD_LINES ? 'bt709' : 'bt601');
}

const TYPES: Readonly<Partial<Record<Demuxer, readonly [picture: string, sound: string]>>> = {
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

/** The media type by what a source is, whatever it was called. */
export function contentTypeOf({ demuxer, video }: MediaFacts): string {
  const [picture, sound] = TYPES[demuxer] ?? ['application/octet-stream', 'application/octet-stream'];
  return video === null ? sound : picture;
}
