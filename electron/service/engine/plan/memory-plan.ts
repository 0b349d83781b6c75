import { frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { allComposedLayers, type ComposedPart } from '../parts/composed-part.ts';
import type { AnyPart } from '../parts/part.ts';

/** A part with its thread counts on this machine. */
export interface PlannedPart {
  readonly part: AnyPart;
  readonly decodingThreads: number;
  readonly encodingThreads: number;
}

/** The memory of an idle process. */
export const PROCESS_BYTES = 64 * 2 ** 20;
/** The memory of a sound part and its decoder. */
const SOUND_BYTES = 16 * 2 ** 20;

/**
 * The memory of encoders with two threads, in bytes per pixel of the frame: lookahead frames, reference frames, and
 * their analysis. Measured as the peak memory of the process with Debian's FFmpeg 5.1 and with the FFmpeg 7.1 of
 * `build/ffmpeg`, with 64 MiB for the process: at 1280×720, VP9 takes 126 and 93, SVT-AV1 343 and 371, and x265 199
 * (only 5.1). The values include a margin for other sizes and pictures.
 */
const ENCODER_BYTES: Readonly<Record<string, number>> = {
  'libvpx-vp9': 130,
  libsvtav1: 600,
  libx265: 250,
  prores: 50,
  prores_ks: 60,
  ffvhuff: 45,
  mpeg2video: 35,
  mpeg4: 20,
  wmv2: 20,
};
/**
 * Measured at 4096×4096, like {@link ENCODER_BYTES}: `ultrafast` takes 8 with both versions, `veryfast` 81 and 80, and
 * `medium` 174 (5.1). At 1280×720, `medium` takes 177 and 142.
 */
const X264_BYTES: Readonly<Record<string, number>> = { ultrafast: 20, veryfast: 90, medium: 190 };
const MAX_ENCODER_BYTES = 225;
/**
 * The additional memory of each thread beyond two, in bytes per pixel. Each thread works on a separate frame. Measured
 * with x264 and 16 threads at 1280×720, with FFmpeg 5.1 and 7.1.
 */
const THREAD_BYTES = 10;
/** The memory of a layer's frames in the filters, with transparency, in bytes per pixel. */
const LAYER_BYTES = 12;
/** The memory of a layer's filters, independent of the frame size. */
const LAYER_OVERHEAD_BYTES = 2 ** 20;
/** The memory of a decoded pixel with 10 bits and 4:2:2, in bytes. */
const DECODED_BYTES = 4;
/** The number of frames that a decoder holds in addition to one frame per thread. */
const REFERENCE_FRAMES = 8;

/**
 * Estimates the maximum memory of a process that makes these parts, in bytes.
 * @param sourcePixels Returns the pixels per frame of a source by digest; 0 for a source without a picture.
 */
export function memoryOf(
  parts: readonly PlannedPart[],
  canvas: Size,
  sourcePixels: (sha256: string) => number,
): number {
  const pixels = canvas.width * canvas.height;
  return parts.reduce((bytes, { part, decodingThreads, encodingThreads }) => {
    if (part.kind === 'sound') return bytes + SOUND_BYTES;
    const layers = part.inputs.length;
    const decoded = part.inputs.reduce(
      (sum, input) => sum + (input.kind === 'source' ? sourcePixels(input.sha256) : 0),
      0,
    );
    const need = { encoding: part.encoding, layers, decoded, pixels, decodingThreads, encodingThreads };
    return bytes + pictureBytes(need) + (part.kind === 'composed' ? composingBytes(part) : 0);
  }, PROCESS_BYTES);
}

/** The memory of an idle thread and of the tables of the kernels. */
const COMPOSING_BYTES = 24 * 2 ** 20;
/**
 * The number of raw frames in memory for each decoder and for the canvas: three in use, and one in the thread's memory.
 */
const RAW_FRAMES = 4;
/**
 * The memory of a drawing, in bytes per pixel of the frame. A drawing is usually at most as large as the frame. Its
 * pixels count twice, because they are copied to the thread.
 */
const DRAWING_BYTES = 8;

/** Returns the memory of composing without the encoder, in bytes: decoders, the thread, frames in use, and drawings. */
function composingBytes({ decoders, ...part }: Pick<ComposedPart, 'scene' | 'over' | 'decoders'>): number {
  const { scene } = part;
  const canvas = scene.canvas.width * scene.canvas.height;
  const rawBytes = decoders.reduce((sum, { picture }) => sum + frameBytes(picture), frameBytes(scene.canvas));
  const drawings = allComposedLayers(part).filter(({ from }) => from.kind !== 'decoder').length;
  // A transition holds two more frames: one of each scene.
  const heldFrames = scene.kind === 'transition' ? RAW_FRAMES + 2 : RAW_FRAMES;
  return COMPOSING_BYTES + decoders.length * PROCESS_BYTES + heldFrames * rawBytes + drawings * DRAWING_BYTES * canvas;
}

/** The properties of a scene's picture that determine its memory. */
export interface PictureNeed {
  readonly encoding: readonly string[];
  readonly layers: number;
  /** The pixels per frame of all layers' sources together. */
  readonly decoded: number;
  /** The pixels per frame of the film. */
  readonly pixels: number;
  readonly decodingThreads: number;
  readonly encodingThreads: number;
}

/** Returns the memory that a scene's picture adds to an idle process, in bytes. */
export function pictureBytes(need: PictureNeed): number {
  const { encoding, layers, decoded, pixels, decodingThreads, encodingThreads } = need;
  const encoder = encoderBytes(encoding) + THREAD_BYTES * Math.max(0, encodingThreads - 2);
  const decoders = DECODED_BYTES * (REFERENCE_FRAMES + decodingThreads) * decoded;
  return pixels * (encoder + LAYER_BYTES * Math.max(1, layers)) + LAYER_OVERHEAD_BYTES * layers + decoders;
}

function encoderBytes(encoding: readonly string[]): number {
  const encoder = optionValue('-c:v', encoding);
  if (encoder === 'libx264') return X264_BYTES[optionValue('-preset', encoding)] ?? MAX_ENCODER_BYTES;
  const bytes = ENCODER_BYTES[encoder] ?? MAX_ENCODER_BYTES;
  // VP9 encodes the opacity as a second stream.
  return encoding.includes('yuva420p') ? 2 * bytes : bytes;
}

/** The address space that SVT-AV1 reserves for its threads without using it: 1.5 GiB at 320×64 and at 1280×720. */
const AV1_RESERVED_BYTES = 2 ** 31;

/** Returns the address space that encoders reserve without using its memory, in bytes. */
export function reservedBytes(parts: readonly { readonly encoding: readonly string[] }[]): number {
  const av1Parts = parts.filter(({ encoding }) => encoding.includes('libsvtav1'));
  return av1Parts.length * AV1_RESERVED_BYTES;
}

function optionValue(option: string, encoding: readonly string[]): string {
  return encoding[encoding.indexOf(option) + 1] ?? '';
}
