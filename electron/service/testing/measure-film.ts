import { ffmpeg, ffprobe } from './make-media.ts';

/** Bits that a counted clip shows, each as a block of this many pixels, from the lowest at the left. */
const BITS = 10;
export const COUNTER_WIDTH = 320;
export const COUNTER_HEIGHT = 64;
const BLOCK = COUNTER_WIDTH / BITS;

/** Filters that write each frame's number into it, so that a film can be read back frame by frame. */
export const COUNTER_FILTERS = `format=yuv420p,geq=lum='if(mod(floor(N/pow(2,floor(X/${BLOCK}))),2),210,40)':cb=128:cr=128`;

/** The numbers of the frames of a film made of counted clips; −1 for a black frame. */
export async function readCounters(path: string): Promise<readonly number[]> {
  const frames = await readFrames(path, COUNTER_WIDTH, COUNTER_HEIGHT);
  return frames.map(counterIn);
}

/** The number that a counted clip shows in a frame of its size, whose first bytes are its luma; −1 for a black one. */
export function counterIn(frame: Buffer): number {
  const row = (COUNTER_HEIGHT / 2) * COUNTER_WIDTH;
  const bits = Array.from({ length: BITS }, (_, bit) => frame[row + bit * BLOCK + BLOCK / 2] ?? 0);
  if (bits.every((luma) => luma < 25)) return -1;
  return bits.reduce((number, luma, bit) => number + (luma > 125 ? 2 ** bit : 0), 0);
}

/** Every frame as full-range grey, scaled to that size; none is doubled or dropped on the way. */
async function readFrames(path: string, width: number, height: number): Promise<readonly Buffer[]> {
  const filters = `scale=${width}:${height}:flags=area,format=gray`;
  return split(await decode(path, filters), width * height);
}

/** Every frame as interleaved RGB, read with the film's own matrix. */
export async function readRgbFrames(path: string, width: number, height: number): Promise<readonly Buffer[]> {
  return split(
    await decode(path, 'scale=in_color_matrix=bt709:flags=accurate_rnd+full_chroma_int,format=rgb24'),
    width * height * 3,
  );
}

/** Planes of one frame as they were encoded. */
export async function readPlanes(path: string, frame: number, pixelFormat = 'yuv444p'): Promise<Buffer> {
  return ffmpeg('-i', path, '-vf', `select=eq(n\\,${frame}),format=${pixelFormat}`, '-frames:v', '1', ...RAW, '-');
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

/** Presentation times of a film's frames in seconds; those a container leaves out follow from the rate. */
export async function readFrameTimes(path: string): Promise<readonly number[]> {
  const report = await ffprobe(
    path,
    '-select_streams',
    'v:0',
    '-show_entries',
    'stream=r_frame_rate:frame=best_effort_timestamp_time',
  );
  const { streams, frames } = report as {
    streams: readonly { r_frame_rate: string }[];
    frames: readonly { best_effort_timestamp_time?: string }[];
  };
  const [numerator = 1, denominator = 1] = (streams[0]?.r_frame_rate ?? '').split('/').map(Number);
  const times: number[] = [];
  for (const { best_effort_timestamp_time: time } of frames)
    times.push(time === undefined ? (times.at(-1) ?? 0) + denominator / numerator : Number(time));
  return times;
}

/**
 * How long after each flash its beep is heard, in milliseconds, from where the container says that frames and samples
 * are. For films of flash-and-beep clips; the first flash is left out, because some formats lose the first samples.
 */
export async function measureSync(path: string): Promise<readonly number[]> {
  const [frames, times, beeps] = await Promise.all([readFrames(path, 16, 8), readFrameTimes(path), readBeeps(path)]);
  const bright = frames.map((frame) => (frame[4 * 16 + 8] ?? 0) > 128);
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

async function readBeeps(path: string): Promise<readonly number[]> {
  const [bytes, report] = await Promise.all([
    ffmpeg('-i', path, '-map', '0:a:0', '-ac', '1', '-ar', String(RATE), '-f', 's16le', '-'),
    ffprobe(
      path,
      '-select_streams',
      'a:0',
      '-read_intervals',
      '%+1',
      '-show_entries',
      'frame=best_effort_timestamp_time',
    ),
  ]);
  const { frames } = report as { frames: readonly { best_effort_timestamp_time?: string }[] };
  const start = Number(frames[0]?.best_effort_timestamp_time ?? 0);
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
