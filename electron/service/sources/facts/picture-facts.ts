import { type FrameRate, frameRate } from '#shared/template/values/frame-rate.ts';
import type { Demuxer } from '../containers/demuxer.ts';
import type { MediaFacts, VideoFacts } from './media-facts.ts';
import {
  fractionField,
  numberField,
  type Probe,
  type ProbedFrame,
  type ProbedStream,
  textField,
} from './probe-json.ts';

/**
 * Returns the clockwise rotation in the stream's display matrix, in degrees from 0 to 359. As in FFmpeg's automatic
 * rotation (`get_rotation`), the angle is rounded to whole degrees, and 1 degree counts as 0.
 */
export function rotationOf(stream: ProbedStream): number {
  const angle = angleOf(stream);
  // Like `round` in C, round halves away from zero.
  const whole = Math.sign(angle) * Math.round(Math.abs(angle));
  return ((whole === 1 ? 0 : whole) + 720) % 360;
}

/** Checks whether players display the picture with a rotation by a multiple of 90 degrees at most, without a mirror. */
export function isOnlyRotated(stream: ProbedStream): boolean {
  const { a, b, c, d } = matrixOf(stream) ?? { a: 1, b: 0, c: 0, d: 1 };
  return a * d - b * c >= 0 && rotationOf(stream) % 90 === 0;
}

function displayMatrix({ sideData }: ProbedStream): ProbedStream['sideData'][number] | undefined {
  return sideData.find((data) => textField(data, 'side_data_type') === 'Display Matrix');
}

/** Returns the clockwise angle in degrees; 0 without a rotation. */
function angleOf(stream: ProbedStream): number {
  const matrix = matrixOf(stream);
  if (matrix !== null) {
    const { a, b, c, d } = matrix;
    // The columns are normalized first (av_display_rotation_get).
    const angle = (Math.atan2(b / Math.hypot(b, d), a / Math.hypot(a, c)) * 180) / Math.PI;
    return Number.isNaN(angle) ? 0 : angle;
  }
  const data = displayMatrix(stream);
  // ffprobe counts counterclockwise. For a matrix without a rotation, it reports NaN or a huge number.
  const counterClockwise = data === undefined ? 0 : (numberField(data, 'rotation') ?? 0);
  return Math.abs(counterClockwise) > 360 ? 0 : -counterClockwise;
}

/**
 * Returns the values of ISO/IEC 14496-12's matrix {a b u; c d v; x y w} from ffprobe's dump, which has one numbered
 * line for each row; null without a matrix.
 */
function matrixOf(stream: ProbedStream) {
  const data = displayMatrix(stream);
  const dump = data === undefined ? '' : textField(data, 'displaymatrix');
  const [, a, b, c, d] = /0:\s*(-?\d+)\s+(-?\d+)\s+-?\d+\s+0*1:\s*(-?\d+)\s+(-?\d+)\s/.exec(dump) ?? [];
  return d === undefined ? null : { a: Number(a), b: Number(b), c: Number(c), d: Number(d) };
}

/**
 * The maximum pixel aspect. A larger aspect is an error in the file, because the pixels of anamorphic film are less
 * uneven.
 */
const MAX_PIXEL_ASPECT = 20;

/**
 * Returns the size in square pixels. The pixel aspect enlarges one side and keeps the other, so no detail is lost; a
 * quarter rotation swaps the sides.
 */
export function squarePixelSize(
  stream: ProbedStream,
  width: number,
  height: number,
  rotation: number,
): { readonly displayWidth: number; readonly displayHeight: number } {
  const fraction = fractionField(stream.fields, 'sample_aspect_ratio');
  const stated = fraction === null ? 1 : fraction.numerator / fraction.denominator;
  const aspect = stated > MAX_PIXEL_ASPECT || stated < 1 / MAX_PIXEL_ASPECT ? 1 : stated;
  const wide = Math.round(aspect > 1 ? width * aspect : width);
  const high = Math.round(aspect < 1 ? height / aspect : height);
  return rotation === 90 || rotation === 270
    ? { displayWidth: high, displayHeight: wide }
    : { displayWidth: wide, displayHeight: high };
}

/** Checks whether a pixel format, by FFmpeg's name, has an alpha channel. A palette may contain transparent colors. */
export function hasAlpha(pixelFormat: string): boolean {
  return /^(?:yuva|rgba|bgra|argb|abgr|gbrap|ya8|ya16|ayuv|vuya|rgbaf|pal8)/.test(pixelFormat);
}

/**
 * Returns the decoder that reads the alpha of a WebM; null without alpha or such a decoder. The alpha is in a second
 * stream, which only libvpx combines with the picture.
 */
export function alphaDecoder({ fields, tags }: ProbedStream, decoders: ReadonlySet<string>): string | null {
  const mode = textField(tags, 'alpha_mode') || textField(tags, 'ALPHA_MODE');
  const codec = textField(fields, 'codec_name');
  const decoder = codec === 'vp8' ? 'libvpx' : codec === 'vp9' ? 'libvpx-vp9' : null;
  return mode === '1' && decoder !== null && decoders.has(decoder) ? decoder : null;
}

/** The seconds of a tick up to which rounding to ticks chooses the same frames. QuickTime's usual tick is 1/600 s. */
const FINE_TICK_SECONDS = 1 / 250;

/** Returns the frame rate, and the tick of a clock that is so coarse that rounding to its ticks chooses other frames. */
export function timingFacts(stream: ProbedStream): Pick<VideoFacts, 'frameRate' | 'tickSeconds'> {
  const tick = fractionField(stream.fields, 'time_base');
  const tickSeconds = tick === null ? 0 : tick.numerator / tick.denominator;
  return { frameRate: likelyFrameRate(stream), ...(tickSeconds > FINE_TICK_SECONDS ? { tickSeconds } : {}) };
}

/** The frame rates of cameras and editors. A measured rate close to one of them is rounded to it. */
const COMMON_RATES = [
  frameRate(24_000, 1001),
  frameRate(24),
  frameRate(25),
  frameRate(30_000, 1001),
  frameRate(30),
  frameRate(48),
  frameRate(50),
  frameRate(60_000, 1001),
  frameRate(60),
  frameRate(120_000, 1001),
  frameRate(120),
];
const RATE_TOLERANCE = 0.0004;
const MAX_RATE = 1000;
const MAX_TERM = 1_000_000;

/**
 * Returns the frames per second: the average, which is also correct for variable rates. Returns null if the container
 * states none.
 */
function likelyFrameRate({ fields }: ProbedStream): FrameRate | null {
  for (const name of ['avg_frame_rate', 'r_frame_rate']) {
    const fraction = fractionField(fields, name);
    if (fraction === null) continue;
    const rate = fraction.numerator / fraction.denominator;
    if (rate > MAX_RATE || rate < 1 / MAX_RATE) continue;
    const usual = COMMON_RATES.find(
      (usualRate) => Math.abs(rate / (usualRate.numerator / usualRate.denominator) - 1) < RATE_TOLERANCE,
    );
    if (usual !== undefined) return usual;
    const exact = frameRate(fraction.numerator, fraction.denominator);
    return exact.numerator <= MAX_TERM && exact.denominator <= MAX_TERM
      ? exact
      : frameRate(Math.max(1, Math.round(rate * 1000)), 1000);
  }
  return null;
}

/** The meaning of the values of a picture. */
export type ColorFacts = Pick<VideoFacts, 'matrix' | 'range' | 'transfer'>;

/** FFmpeg's names of color spaces (ITU-T H.273, MatrixCoefficients). */
const MATRICES: Readonly<Record<string, VideoFacts['matrix']>> = {
  bt709: 'bt709',
  smpte170m: 'bt601',
  bt470bg: 'bt601',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
  smpte240m: 'smpte240m',
  fcc: 'fcc',
};

/** Returns the color encoding of a picture. Missing tags get the defaults of players. */
export function colorFacts(
  { fields }: Pick<ProbedStream, 'fields'>,
  pixelFormat: string,
  width: number,
  height: number,
): ColorFacts {
  const transfer = transferOf(textField(fields, 'color_transfer'));
  const isRgb = /^(?:0?(?:rgb|bgr)|argb|abgr|gbr|x2rgb|x2bgr|pal8|bayer)/.test(pixelFormat);
  if (isRgb) return { matrix: 'rgb', range: 'full', transfer };
  const wide = transfer !== 'sdr' || textField(fields, 'color_primaries') === 'bt2020';
  const stated = MATRICES[textField(fields, 'color_space')];
  return {
    matrix: stated ?? (wide ? 'bt2020' : untaggedMatrix(width, height)),
    range: rangeOf(textField(fields, 'color_range'), pixelFormat),
    transfer,
  };
}

/** Returns the text of colors in a form, such as `bt709 limited sdr`. {@link colorsIn} parses it. */
export function colorText({ matrix, range, transfer }: ColorFacts): string {
  return `${matrix} ${range} ${transfer}`;
}

/** Returns the colors at the end of a form; null for a form of a picture whose colors never change. */
export function colorsIn(form: string): ColorFacts | null {
  const [, matrix, range, transfer] = / (\w+) (limited|full) (sdr|pq|hlg)$/.exec(form) ?? [];
  if (matrix === undefined) return null;
  const known = matrix === 'rgb' ? matrix : Object.values(MATRICES).find((name) => name === matrix);
  return known === undefined
    ? null
    : { matrix: known, range: range === 'full' ? range : 'limited', transfer: transferIn(transfer) };
}

function transferIn(name: string | undefined): ColorFacts['transfer'] {
  return name === 'pq' || name === 'hlg' ? name : 'sdr';
}

function transferOf(name: string): ColorFacts['transfer'] {
  if (name === 'smpte2084') return 'pq';
  return name === 'arib-std-b67' ? 'hlg' : 'sdr';
}

/**
 * Returns the matrix of a picture without a tag. The limit of 576 lines is the height of European television with
 * 720×576; mpv has the same rule.
 */
function untaggedMatrix(width: number, height: number): ColorFacts['matrix'] {
  return width >= 1280 || height > 576 ? 'bt709' : 'bt601';
}

function rangeOf(stated: string, pixelFormat: string): ColorFacts['range'] {
  if (stated === 'pc') return 'full';
  if (stated === 'tv') return 'limited';
  return /^(?:yuvj|gray|ya8|ya16|mono)/.test(pixelFormat) ? 'full' : 'limited';
}

/** Returns the form of a picture, such as `720x576 yuv420p 16:15 90°`. */
export function formOfFrame(frame: ProbedFrame): string {
  const { width, height, pix_fmt: pixels = '' } = frame;
  const aspect = /^[1-9]\d*:[1-9]\d*$/.test(frame['sample_aspect_ratio'] ?? '') ? frame['sample_aspect_ratio'] : '1:1';
  const rotation = frame['rotation'] === undefined ? '' : ` ${frame['rotation']}°`;
  return `${width}x${height} ${pixels} ${aspect}${rotation}`;
}

/** Returns the colors of a frame as films convert them, so that a missing tag equals its default. */
export function colorsOf(frame: ProbedFrame): string {
  const [width, height] = [Number(frame['width']), Number(frame['height'])];
  return colorText(colorFacts({ fields: frame }, frame['pix_fmt'] ?? '', width, height));
}

/** Returns the clockwise rotation of a form in degrees. A form has the angle of ffprobe, which is counterclockwise. */
function formRotation(form: string): number {
  const [, turn = '0'] = / (-?\d+)[.\d]*°/.exec(form) ?? [];
  return (720 - Number(turn)) % 360;
}

/** Returns the size of a form such as `720x576 yuv420p 16:15 90°`, in square pixels; null for another form. */
function formSize(form: string): { readonly width: number; readonly height: number } | null {
  const [, wide, high, up, down, turn] = /^(\d+)x(\d+) \S* (\d+):(\d+)(?: (-?\d+)[.\d]*°)?/.exec(form) ?? [];
  if (wide === undefined || high === undefined) return null;
  const aspect = Number(up) / Number(down);
  const width = Math.round(aspect > 1 ? Number(wide) * aspect : Number(wide));
  const height = Math.round(aspect < 1 ? Number(high) / aspect : Number(high));
  const isTurned = Math.abs(Number(turn ?? 0)) % 180 === 90;
  return isTurned ? { width: height, height: width } : { width, height };
}

/**
 * Checks whether a stream is a still picture, such as cover art or a thumbnail. FFmpeg treats it as a separate stream.
 */
export function isStill({ disposition }: ProbedStream): boolean {
  return ['attached_pic', 'timed_thumbnails', 'still_image'].some((flag) => numberField(disposition, flag) === 1);
}

/** Returns the numbers of picture and sound streams that are not used. Cover art and subtitles do not count. */
export function otherTracks({ streams }: Probe, used: readonly unknown[]): Pick<MediaFacts, 'otherTracks'> {
  const others = streams.filter((stream) => !used.includes(stream) && !isStill(stream));
  const count = (kind: string) => others.filter(({ fields }) => textField(fields, 'codec_type') === kind).length;
  const [pictures, sounds] = [count('video'), count('audio')];
  return pictures + sounds === 0 ? {} : { otherTracks: { video: pictures, audio: sounds } };
}

/** Returns the first rotation of the picture that is not a multiple of 90 degrees; an empty object if there is none. */
export function appliedRotation({ video, changes }: MediaFacts): Pick<VideoFacts, 'appliedRotation'> {
  const later = changes.filter(({ of }) => of === 'picture').map(({ form }) => formRotation(form));
  const degrees = [video?.rotation ?? 0, ...later].find((rotation) => rotation % 90 !== 0);
  return degrees === undefined ? {} : { appliedRotation: degrees };
}

/** Returns the largest of the forms, in square pixels. The other forms are fitted into it, as in players. */
export function canvasOf({ displayWidth, displayHeight }: VideoFacts, forms: readonly string[]) {
  const displaySize = { width: displayWidth, height: displayHeight };
  const sizes = [displaySize, ...forms.map(formSize).filter((size) => size !== null)];
  const largest = sizes.reduce((best, size) => (size.width * size.height > best.width * best.height ? size : best));
  const isOneSize = sizes.every(({ width, height }) => width === displaySize.width && height === displaySize.height);
  const even = (side: number) => Math.max(2, 2 * Math.round(side / 2));
  return { width: even(largest.width), height: even(largest.height), isOneSize };
}

/**
 * Returns the seconds by which FFmpeg shows the pictures of an AVI with reordered pictures later than their chunks. AVI
 * states no presentation times.
 */
export function reorderDelay({ fields }: ProbedStream, demuxer: Demuxer): number {
  const rate = demuxer === 'avi' ? fractionField(fields, 'r_frame_rate') : null;
  return rate === null ? 0 : ((numberField(fields, 'has_b_frames') ?? 0) * rate.denominator) / rate.numerator;
}
