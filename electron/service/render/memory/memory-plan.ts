import type { Size } from '#shared/template/values/placement.ts';
import { allComposed, type ComposedPart } from '../parts/composed-part.ts';
import type { AnyPart } from '../parts/part.ts';

/** A part and what it is made with on this machine. */
export interface PlannedPart {
  readonly part: AnyPart;
  readonly decodingThreads: number;
  readonly encodingThreads: number;
}

/** A process with nothing in it. */
export const PROCESS_BYTES = 64 * 2 ** 20;
/** Samples of sound and what reads them. */
const SOUND_BYTES = 16 * 2 ** 20;

/**
 * What encoders keep of a film, in bytes for each of its pixels, with two threads: frames that they look ahead to, reference
 * frames, and what they know of them. Measured with FFmpeg 5.1 as the most that a process had in memory, at 1280×720 and at
 * 4096×4096 (x264 97, VP9 120); some more than that, because sizes and pictures differ.
 */
const ENCODER_BYTES: Readonly<Record<string, number>> = {
  'libvpx-vp9': 130,
  prores: 50,
  ffvhuff: 45,
  mpeg2video: 35,
  mpeg4: 20,
  wmv2: 20,
};
const X264_BYTES: Readonly<Record<string, number>> = { ultrafast: 40, veryfast: 120, medium: 225 };
const MOST_ENCODER_BYTES = 225;
/** Each further thread works on a frame of its own. */
const THREAD_BYTES = 5;
/** Frames of a layer on their way through the filters, with transparency. */
const LAYER_BYTES = 12;
/** A layer's filters themselves, however small their frames are. */
const LAYER_OVERHEAD_BYTES = 2 ** 20;
/** A pixel of a decoded frame with 10 bits and half the colours. */
const DECODED_BYTES = 4;
/** Frames that a decoder keeps beside those that its threads work on. */
const REFERENCE_FRAMES = 8;

/**
 * Bytes of memory that a process takes at most that makes these parts, as far as it can be told before.
 * @param sourcePixels Pixels of a source's frame, by digest; 0 where it has none.
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

/** A thread with nothing in it, and the kernels' tables. */
const COMPOSING_BYTES = 24 * 2 ** 20;
/** Raw frames of a decoder and canvases: three that go round, one in the thread's own memory. */
const FRAMES_HELD = 4;
/** A pixel of a frame with its opacity. */
const FRAME_BYTES = 4;
/** What is drawn is as large as the frame at most, mostly: its pixels, and once more while they come over. */
const DRAWING_BYTES = 8;

/** What composing takes beside the encoder: processes of decoders, the thread, frames on their way, and drawings. */
function composingBytes({ decoders, ...part }: Pick<ComposedPart, 'scene' | 'over' | 'decoders'>): number {
  const { scene } = part;
  const canvas = scene.canvas.width * scene.canvas.height;
  const frames = decoders.reduce((sum, { picture }) => sum + picture.width * picture.height, canvas);
  const drawings = allComposed(part).filter(({ from }) => from.kind !== 'decoder').length;
  // Of a transition both scenes' frames are held as well.
  const held = scene.kind === 'transition' ? FRAMES_HELD + 2 : FRAMES_HELD;
  return (
    COMPOSING_BYTES + decoders.length * PROCESS_BYTES + held * FRAME_BYTES * frames + drawings * DRAWING_BYTES * canvas
  );
}

/** A scene's picture, as far as its memory depends on it. */
export interface PictureNeed {
  readonly encoding: readonly string[];
  readonly layers: number;
  /** Pixels of a frame of each layer's source, together. */
  readonly decoded: number;
  /** Of a frame of the film. */
  readonly pixels: number;
  readonly decodingThreads: number;
  readonly encodingThreads: number;
}

/** Bytes that a process takes for a scene's picture, beside what it takes with nothing in it. */
export function pictureBytes(need: PictureNeed): number {
  const { encoding, layers, decoded, pixels, decodingThreads, encodingThreads } = need;
  const encoder = encoderBytes(encoding) + THREAD_BYTES * Math.max(0, encodingThreads - 2);
  const decoders = DECODED_BYTES * (REFERENCE_FRAMES + decodingThreads) * decoded;
  return pixels * (encoder + LAYER_BYTES * Math.max(1, layers)) + LAYER_OVERHEAD_BYTES * layers + decoders;
}

function encoderBytes(encoding: readonly string[]): number {
  const encoder = after('-c:v', encoding);
  if (encoder === 'libx264') return X264_BYTES[after('-preset', encoding)] ?? MOST_ENCODER_BYTES;
  return ENCODER_BYTES[encoder] ?? MOST_ENCODER_BYTES;
}

function after(option: string, encoding: readonly string[]): string {
  return encoding[encoding.indexOf(option) + 1] ?? '';
}
