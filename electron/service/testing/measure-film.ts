import { readFile, rm } from 'node:fs/promises';
import { ffmpeg, ffprobe } from './make-media.ts';

/**
 * The number of bits of the frame number in a counted clip. Each bit is a block of `BLOCK` pixels; the lowest is at the
 * left.
 */
const BITS = 10;
export const COUNTER_WIDTH = 320;
export const COUNTER_HEIGHT = 64;
const BLOCK = COUNTER_WIDTH / BITS;

/** The filters that draw the number of each frame into the frame, so that a test can identify every frame of a film. */
export const COUNTER_FILTERS = `format=yuv420p,geq=lum='if(mod(floor(N/pow(2,floor(X/${BLOCK}))),2),210,40)':cb=128:cr=128`;

/** Returns the frame numbers of a film of counted clips; −1 for a black frame. */
export async function readCounters(path: string): Promise<readonly number[]> {
  const frames = await readFrames(path, COUNTER_WIDTH, COUNTER_HEIGHT);
  return frames.map(counterIn);
}

/**
 * Returns the number in a frame of a counted clip; −1 for a black frame. Reads the first bytes of the frame, which are
 * the luma.
 */
export function counterIn(frame: Buffer): number {
  return counterInRow(frame.subarray((COUNTER_HEIGHT / 2) * COUNTER_WIDTH));
}

/** Returns the number from the luma of a row, starting at its left edge. */
export function counterInRow(row: Buffer): number {
  const bits = Array.from({ length: BITS }, (_, bit) => row[bit * BLOCK + BLOCK / 2] ?? 0);
  if (bits.every((luma) => luma < 25)) return -1;
  return bits.reduce((number, luma, bit) => number + (luma > 125 ? 2 ** bit : 0), 0);
}

/** Decodes every frame as full-range gray, scaled to the size, without duplicates or drops. */
async function readFrames(path: string, width: number, height: number): Promise<readonly Buffer[]> {
  return split(await decode(path, greyFilters(width, height)), width * height);
}

function greyFilters(width: number, height: number): string {
  return `scale=${width}:${height}:flags=area,format=gray`;
}

/** Decodes every frame as interleaved RGB, with the film's own matrix. */
export async function readRgbFrames(path: string, width: number, height: number): Promise<readonly Buffer[]> {
  return split(
    await decode(path, 'scale=in_color_matrix=bt709:flags=accurate_rnd+full_chroma_int,format=rgb24'),
    width * height * 3,
  );
}

/** Decodes the planes of frames without conversion, in the order of the film. */
export async function readPlanes(
  path: string,
  numbers: readonly number[],
  pixelFormat = 'yuv444p',
): Promise<readonly Buffer[]> {
  const chosen = numbers.map((number) => `eq(n\\,${number})`).join('+');
  const bytes = await ffmpeg('-i', path, '-vf', `select=${chosen},format=${pixelFormat}`, ...RAW, '-');
  return split(bytes, bytes.length / numbers.length);
}

const RAW = ['-fps_mode', 'passthrough', '-f', 'rawvideo'];

function decode(path: string, filters: string): Promise<Buffer> {
  return ffmpeg('-i', path, '-map', '0:v:0', '-vf', filters, ...RAW, '-');
}

function split(bytes: Buffer, size: number): readonly Buffer[] {
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

interface FrameReport {
  readonly streams: readonly { readonly codec_type: string; readonly r_frame_rate: string }[];
  readonly frames: readonly { readonly media_type: string; readonly best_effort_timestamp_time?: string }[];
}

/** Returns the times that the container states for frames and for blocks of samples. */
async function readReport(path: string, ...selected: readonly string[]): Promise<FrameReport> {
  const entries = 'stream=codec_type,r_frame_rate:frame=media_type,best_effort_timestamp_time';
  return (await ffprobe(path, ...selected, '-show_entries', entries)) as FrameReport;
}

/** Returns the presentation times of a film's frames in seconds. Computes missing times from the rate. */
export async function readFrameTimes(path: string): Promise<readonly number[]> {
  return frameTimesIn(await readReport(path, '-select_streams', 'v:0'));
}

function frameTimesIn({ streams, frames }: FrameReport): readonly number[] {
  const rate = streams.find(({ codec_type: type }) => type === 'video')?.r_frame_rate ?? '';
  const [numerator = 1, denominator = 1] = rate.split('/').map(Number);
  const times: number[] = [];
  for (const { media_type: type, best_effort_timestamp_time: time } of frames)
    if (type === 'video') times.push(time === undefined ? (times.at(-1) ?? 0) + denominator / numerator : Number(time));
  return times;
}

/**
 * Returns the delay of each beep after its flash in milliseconds, by the container's times of frames and samples. It is
 * for films of flash-and-beep clips. Omits the first flash, because some formats drop the first samples.
 */
export async function measureSync(path: string): Promise<readonly number[]> {
  const heard = `${path}.heard`;
  const [pictures, report] = await Promise.all([
    ffmpeg(
      ...['-i', path, '-map', '0:v:0', '-vf', greyFilters(16, 8), ...RAW, '-'],
      ...['-map', '0:a:0', '-ac', '1', '-ar', String(RATE), '-f', 's16le', heard],
    ),
    readReport(path),
  ]);
  const beeps = beepsIn(await readFile(heard), report);
  await rm(heard);
  const times = frameTimesIn(report);
  const bright = split(pictures, 16 * 8).map((frame) => (frame[4 * 16 + 8] ?? 0) > 128);
  const flashes = times.filter((_, index) => bright[index] && !bright[index - 1]);
  return flashes.slice(1).map((flash) => {
    const nearest = beeps.reduce(
      (best, beep) => (Math.abs(beep - flash) < Math.abs(best - flash) ? beep : best),
      Number.POSITIVE_INFINITY,
    );
    return (nearest - flash) * 1000;
  });
}

const RATE = 48_000;

function beepsIn(bytes: Buffer, { frames }: FrameReport): readonly number[] {
  const first = frames.find(({ media_type: type }) => type === 'audio');
  const start = Number(first?.best_effort_timestamp_time ?? 0);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2));
  const beeps: number[] = [];
  let quiet = RATE;
  samples.forEach((sample, index) => {
    if (Math.abs(sample) < 5000) {
      quiet++;
      return;
    }
    if (quiet > RATE / 5) beeps.push(start + index / RATE);
    quiet = 0;
  });
  return beeps;
}
