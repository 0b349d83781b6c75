import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { cachedMedia } from './cached-media.ts';

/** The FFmpeg with which tests make media and measure films. */
const TEST_FFMPEG = process.env['SCENEWRIGHT_FFMPEG'] ?? 'ffmpeg';
const TEST_FFPROBE = process.env['SCENEWRIGHT_FFPROBE'] ?? 'ffprobe';

/**
 * The encoders that the FFmpeg of the packages leaves out, although the product decodes their formats. The FFmpeg on
 * PATH makes media with them.
 */
const ENCODERS_LEFT_OUT = ['libvorbis', 'libtheora', 'libx265'];

/** Runs FFmpeg and returns its standard output. Throws with its messages if it fails. */
export async function ffmpeg(...programArguments: readonly string[]): Promise<Buffer> {
  const options = { encoding: 'buffer', maxBuffer: 2 ** 30 } as const;
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];
  const isLeftOut = programArguments.some((argument) => ENCODERS_LEFT_OUT.includes(argument));
  const program = isLeftOut ? 'ffmpeg' : TEST_FFMPEG;
  const { stdout } = await promisify(execFile)(program, [...quiet, ...programArguments], options);
  return stdout;
}

/** Runs ffprobe on a file and returns its JSON. */
export async function ffprobe(path: string, ...programArguments: readonly string[]): Promise<unknown> {
  const known = ['-v', 'error', '-print_format', 'json', ...programArguments, path];
  const { stdout } = await promisify(execFile)(TEST_FFPROBE, known, { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout);
}

export interface ClipOptions {
  readonly seconds?: number;
  /** The frame rate in FFmpeg's form, such as `30000/1001`. */
  readonly rate?: string;
  readonly width?: number;
  readonly height?: number;
  readonly pixelFormat?: string;
  /** A lavfi source without size, rate, and duration, such as `testsrc2`, `smptebars`, or `color=red`. */
  readonly picture?: string;
  /** A lavfi source without duration, such as `sine=440:r=48000`; null for no sound. */
  readonly sound?: string | null;
  /** The filters of the picture, such as `setsar=2/1`. */
  readonly filters?: string;
  /** The options of the encoder. The default depends on the container (see {@link CODECS}). */
  readonly codecs?: readonly string[];
  readonly extra?: readonly string[];
}

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-c:a', 'aac'];
/** Fast encoders by extension, for any picture that the container supports. */
const CODECS: Readonly<Record<string, readonly string[]>> = {
  mp4: H264,
  mov: H264,
  mkv: H264,
  ts: H264,
  m2ts: [...H264, '-f', 'mpegts', '-mpegts_m2ts_mode', '1'],
  flv: [...H264, '-ar', '44100'],
  webm: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '2M', '-c:a', 'libopus'],
  avi: ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame'],
  mpg: ['-c:v', 'mpeg2video', '-q:v', '3', '-c:a', 'mp2'],
  wmv: ['-c:v', 'wmv2', '-q:v', '3', '-c:a', 'wmav2'],
  ogv: ['-c:v', 'libtheora', '-q:v', '7', '-c:a', 'libvorbis'],
  gif: [],
};

/**
 * Makes a clip of a moving test picture, which has a counter of seconds and frames, and a tone. The default is two
 * seconds of 320×180 at 25 frames a second.
 */
export async function makeClip(path: string, options: ClipOptions = {}): Promise<string> {
  const {
    seconds = 2,
    rate = '25',
    width = 320,
    height = 180,
    picture = 'testsrc2',
    pixelFormat = 'yuv420p',
  } = options;
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const sound = extension === 'gif' ? null : (options.sound ?? (options.sound === null ? null : 'sine=440:r=48000'));
  const size = `${picture.includes('=') ? ':' : '='}s=${width}x${height}:r=${rate}:d=${seconds}`;
  const filters = options.filters === undefined ? [] : ['-vf', options.filters];
  await make(
    path,
    ...['-f', 'lavfi', '-i', picture + size],
    ...(sound === null ? [] : ['-f', 'lavfi', '-i', sound]),
    ...filters,
    ...(extension === 'gif' ? [] : ['-pix_fmt', pixelFormat]),
    ...(options.codecs ?? CODECS[extension] ?? []),
    ...(options.extra ?? []),
    ...['-t', String(seconds)],
  );
  return path;
}

/** Runs FFmpeg with arguments that read no file; see {@link cachedMedia}. */
async function make(path: string, ...programArguments: readonly string[]): Promise<void> {
  // The extension determines the container.
  const args = [...programArguments, path.slice(path.lastIndexOf('.'))];
  await cachedMedia(path, args, () => ffmpeg(...programArguments, path));
}

/** Makes a sound file of a tone. The extension determines the format. */
export async function makeSound(
  path: string,
  options: { readonly seconds?: number; readonly extra?: readonly string[] } = {},
): Promise<string> {
  const { seconds = 2, extra = [] } = options;
  await make(path, '-f', 'lavfi', '-i', `sine=440:r=48000:d=${seconds}`, ...extra);
  return path;
}

interface PacketPlace {
  readonly pts_time: string;
  readonly pos: string;
  readonly size: string;
  readonly codec_type: string;
}

/** Overwrites the packets of a stream that start in a range of seconds. */
export async function damagePackets(path: string, type: 'video' | 'audio', from: number, until: number): Promise<void> {
  const { packets } = (await ffprobe(path, '-show_packets')) as { packets: readonly PacketPlace[] };
  const bytes = await readFile(path);
  for (const { pts_time, pos, size, codec_type } of packets)
    if (codec_type === type && Number(pts_time) >= from && Number(pts_time) < until)
      bytes.fill(0xaa, Number(pos), Number(pos) + Number(size));
  await writeFile(path, bytes);
}

/** Makes an AVI of two seconds of 640×360 noise. No encoder compresses noise well. */
export async function makeNoise(path: string): Promise<string> {
  const source = 'nullsrc=size=640x360:rate=25:duration=2,format=yuv420p,noise=alls=100:allf=t';
  await make(path, ...['-f', 'lavfi', '-i', source, '-c:v', 'mjpeg', '-q:v', '1']);
  return path;
}

/**
 * Makes a black clip that turns white for one frame at each whole second, with a 1 kHz beep of 40 ms at the same time.
 * The sound is lossless, so that a test can compare picture and sound to the sample.
 */
export async function makeFlashAndBeep(
  path: string,
  options: { readonly seconds?: number; readonly rate?: string } = {},
): Promise<string> {
  const { seconds = 3, rate = '25' } = options;
  const flash = `geq=lum='if(lt(mod(T+0.001,1),1/(${rate})),235,16)':cb=128:cr=128`;
  await make(
    path,
    ...['-f', 'lavfi', '-i', `color=black:s=160x90:r=${rate}:d=${seconds},format=yuv420p,${flash}`],
    ...['-f', 'lavfi', '-i', `aevalsrc='if(lt(mod(t,1),0.04),0.8*sin(2*PI*1000*t),0)':s=48000:d=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10'],
    ...['-c:a', path.endsWith('.mp4') ? 'aac' : 'pcm_s16le'],
  );
  return path;
}

/** Makes a clip whose frames have unequal durations: it omits four of every ten frames. */
export async function makeVariableRate(path: string, options: ClipOptions = {}): Promise<string> {
  const uneven = "select='not(between(mod(n,10),3,6))'";
  return makeClip(path, { ...options, filters: uneven, extra: ['-fps_mode', 'passthrough', ...(options.extra ?? [])] });
}

/**
 * Makes an MP4 that starts in the middle of a group of pictures: its edit list states where the presentation begins.
 */
export async function makeEditList(
  path: string,
  options: ClipOptions & { readonly startSeconds?: number } = {},
): Promise<string> {
  const { startSeconds = 0.6, ...clip } = options;
  const whole = await makeClip(`${path}.whole.mp4`, { ...clip, seconds: (clip.seconds ?? 2) + startSeconds });
  await ffmpeg('-ss', String(startSeconds), '-i', whole, '-c', 'copy', path);
  await rm(whole);
  return path;
}

/** Makes a VP9 (or VP8) WebM with alpha: a square that is opaque on the left and transparent on the right. */
export async function makeAlphaWebm(
  path: string,
  options: ClipOptions & { readonly codec?: 'vp8' | 'vp9' } = {},
): Promise<string> {
  const encoder = options.codec === 'vp8' ? 'libvpx' : 'libvpx-vp9';
  const half = "geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(X,W/2),255,0)'";
  return makeClip(path, {
    sound: null,
    ...options,
    pixelFormat: 'yuva420p',
    filters: `format=rgba,${half},format=yuva420p`,
    codecs: ['-c:v', encoder, '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M', '-auto-alt-ref', '0'],
  });
}

/**
 * Makes an MP4 with a display matrix, like a recording of an upright phone. `transform` is the clockwise rotation in
 * degrees, or a reflection.
 */
export async function makeRotated(
  path: string,
  transform: keyof typeof TRANSFORMS,
  options: ClipOptions = {},
): Promise<string> {
  await makeClip(path, options);
  return await rotateFile(path, transform);
}

/** Writes a display matrix into an MP4. `transform` is the clockwise rotation in degrees, or a reflection. */
export async function rotateFile(path: string, transform: keyof typeof TRANSFORMS): Promise<string> {
  const bytes = await readFile(path);
  setDisplayMatrix(bytes, transform);
  await writeFile(path, bytes);
  return path;
}

/**
 * The values a, b, c, d of ISO/IEC 14496-12's matrix {a b u; c d v; x y w} for a clockwise rotation in degrees, and for
 * mirrored pictures.
 */
const TRANSFORMS = {
  0: [1, 0, 0, 1],
  45: [Math.SQRT1_2, Math.SQRT1_2, -Math.SQRT1_2, Math.SQRT1_2],
  90: [0, 1, -1, 0],
  180: [-1, 0, 0, -1],
  270: [0, -1, 1, 0],
  mirrored: [-1, 0, 0, 1],
  flipped: [1, 0, 0, -1],
  transposed: [0, 1, 1, 0],
} as const;

/** Writes the matrix into the first track's header box. FFmpeg's own option differs between its versions. */
function setDisplayMatrix(file: Buffer, transform: keyof typeof TRANSFORMS): void {
  const type = file.indexOf('tkhd');
  const version = file.readUInt8(type + 4);
  const matrix = type + 4 + (version === 1 ? 52 : 40);
  const [a, b, c, d] = TRANSFORMS[transform];
  for (const [offset, value] of [
    [0, a],
    [4, b],
    [12, c],
    [16, d],
  ] as const)
    file.writeInt32BE(Math.round(value * 65536), matrix + offset);
}
