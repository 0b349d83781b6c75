import type { Digest, Drawing, DrawingFault, DrawingLayout, DrawnPicture } from '#shared/drawings/drawing/drawing.ts';
import { isBundled } from '#shared/drawings/fonts/bundled-fonts.ts';
import { sourcesOf } from '#shared/drawings/fonts/drawing-sources.ts';
import { imageFacts } from '#shared/drawings/images/image-facts.ts';
import { fitImage } from '#shared/drawings/images/resample.ts';
import { svgRoot } from '#shared/drawings/images/svg-root.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { err, type Result } from '#shared/lib/result.ts';
import { abortable } from '../waiting/abortable.ts';
import { createLimiter } from '../waiting/limiter.ts';
import { bundledBytes } from './bundled-bytes.ts';
import type { DrawingAnswer, DrawingTask } from './drawing-task.ts';
import { createPainterThread, ThreadFailure } from './painter-thread.ts';

/** A renderer of drawings in a separate thread. The thread starts at its first use and ends when it is idle. */
export interface Drawings extends AsyncDisposable {
  /**
   * Lays out a drawing without drawing it. Returns a fault if a font, an image, or a path causes a failure. Rejects
   * with the signal's reason, with the error of `bytesOf`, and with errors of the thread itself.
   */
  layOut(drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal): Promise<Result<DrawingLayout, DrawingFault>>;
  /** Draws the pixels. The caller owns them and can transfer them. Rejects as {@link layOut} does. */
  draw(drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal): Promise<Result<DrawnPicture, DrawingFault>>;
  /** Starts the thread ahead of time. */
  warm(): void;
}

/** A function that returns the bytes of a font or an image. It is not called for bundled fonts. */
export type BytesOf = (digest: Digest, signal: AbortSignal) => Promise<Uint8Array>;

export interface DrawingLimits {
  /**
   * The time limit of any drawing. A usual drawing takes milliseconds, and a drawing of the largest image takes a
   * second. Only a hostile drawing reaches the limit.
   */
  readonly seconds: number;
  /** The limit of a short text in fonts that are not bundled. Each letter adds `letterSeconds` to it. */
  readonly fontSeconds: number;
  readonly letterSeconds: number;
  /** The maximum limit of a still image; see `imageTimeLimitSeconds`. */
  readonly imageSeconds: number;
  /** The maximum limit of an SVG; see `svgTimeLimitSeconds`. */
  readonly svgSeconds: number;
  /** The time that an idle thread waits for more work. */
  readonly idleSeconds: number;
}

const DEFAULT_LIMITS: DrawingLimits = {
  seconds: 15,
  fontSeconds: 3,
  letterSeconds: 0.002,
  imageSeconds: 10,
  svgSeconds: 10,
  idleSeconds: 20,
};

/**
 * Prepares a drawing in steps. Other tasks run between the steps. Returns the fault if the drawing is impossible; null
 * when it is prepared.
 */
async function prepare(answer: (kind: 'approach') => Promise<DrawingAnswer>): Promise<DrawingAnswer | null> {
  for (;;) {
    const step = await answer('approach');
    if (!step.ok) return step;
    if (step.value === true) return null;
  }
}

/**
 * Checks whether a drawing is a frame of a moving image. A late frame can take long, because it needs all frames before
 * it.
 */
function isMovingFrame(drawing: Drawing): boolean {
  return drawing.kind === 'image' && drawing.frame !== undefined;
}

/**
 * Returns the time limit of a task. A frame of a moving image gets the full limit, because it needs all frames before
 * it.
 */
function secondsFor(
  kind: DrawingTask['kind'],
  drawing: Drawing,
  picture: Uint8Array | null,
  limits: DrawingLimits,
): number {
  const root = picture && svgRoot(picture);
  if (picture !== null && root !== null && drawing.kind === 'image') {
    const { width, height } = fitImage(root.size, drawing, 'vector').pixels;
    return svgTimeLimitSeconds(picture.length, kind === 'draw' ? width * height : 0, limits.svgSeconds);
  }
  if (drawing.kind === 'text' && hasForeignFont(drawing))
    return Math.min(limits.seconds, limits.fontSeconds + limits.letterSeconds * drawing.content.length);
  if (picture === null || isMovingFrame(drawing)) return limits.seconds;
  return Math.min(limits.seconds, imageTimeLimitSeconds(picture, limits.imageSeconds));
}

/**
 * Creates drawings with one thread, which answers one task at a time. A task that fails or exceeds its time limit ends
 * the thread, and a new thread runs the other tasks. The fault refers to the font, the image, or the path of the
 * drawing. Work that a file requests is counted before it is done; time limits cover work that cannot be counted. Fonts
 * of the machine are never used, so equal drawings have equal bytes on all machines.
 */
export function createDrawings(overrides: Partial<DrawingLimits> = {}): Drawings {
  const limits = { ...DEFAULT_LIMITS, ...overrides };
  const thread = createPainterThread(limits);
  // Prepare one moving image at a time. Two large images in alternation would discard each other's state and restart
  // endlessly.
  const preparing = createLimiter(1);

  const runTask = async (kind: DrawingTask['kind'], drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal) => {
    signal.throwIfAborted();
    const bytes = async (digest: Digest) => (await bundledBytes(digest)) ?? (await bytesOf(digest, signal));
    const { image } = sourcesOf(drawing);
    const picture = image === null ? null : await bytesOf(image, signal);
    const seconds = secondsFor(kind, drawing, picture, limits);
    const answer = (taskKind: DrawingTask['kind']) =>
      abortable(thread.ask({ kind: taskKind, drawing, image: picture }, bytes, { seconds, signal }), signal);
    try {
      // Open the SVG renderer first, so that the time limit of the file does not include this.
      if (picture !== null && svgRoot(picture) !== null)
        await thread.ask({ kind: 'openSvg', drawing, image: null }, bytes, { seconds: limits.seconds, signal });
      if (kind !== 'draw' || !isMovingFrame(drawing)) return await answer(kind);
      return await preparing.run(signal, async () => (await prepare(answer)) ?? (await answer(kind)));
    } catch (error) {
      const fault = error instanceof ThreadFailure ? faultOf(drawing) : null;
      if (fault === null) throw error;
      return err(fault);
    }
  };
  return {
    // The casts are safe: the thread answers each kind of task with its kind of result.
    layOut: (...parameters) => runTask('layOut', ...parameters) as Promise<Result<DrawingLayout, DrawingFault>>,
    draw: (...parameters) => runTask('draw', ...parameters) as Promise<Result<DrawnPicture, DrawingFault>>,
    warm: thread.warm,
    [Symbol.asyncDispose]: () => thread.stop(),
  };
}

/** Checks whether a text uses a font that is not bundled. */
function hasForeignFont(drawing: Drawing): boolean {
  return sourcesOf(drawing).shared.some((font) => !isBundled(font));
}

/**
 * Returns the fault that names the probable cause of the thread's failure; null if no part of the drawing can be the
 * cause.
 */
function faultOf(drawing: Drawing): DrawingFault | null {
  switch (drawing.kind) {
    case 'text': {
      const digest = sourcesOf(drawing).shared.find((font) => !isBundled(font));
      return digest === undefined ? { code: 'text/too-slow' } : { code: 'font/unreadable', digest };
    }
    case 'image':
      return { code: 'source/unreadable', digest: drawing.image };
    case 'shape':
      return drawing.outline.kind === 'path' ? { code: 'template/path', at: 0 } : null;
    default:
      return assertNever(drawing);
  }
}

/** The base of the time limit of a still image, in seconds. The time for its pixels is added. */
const IMAGE_BASE_SECONDS = 1;
/**
 * The time limit per pixel in nanoseconds: twice the measured time for decoding and scaling, to allow for loaded
 * machines. A photo of 50 megapixels takes 3.1 s with 16 bits per channel, and 4.5 s in lossless WebP. The limit is
 * enough for up to a dozen scans of a progressive JPEG. The main thread does not count the scans, because a file can be
 * long and counting would delay other requests.
 */
const IMAGE_PIXEL_NANOSECONDS = { jpeg: 200, png: 90, deepPng: 180, webp: 180, other: 60 } as const;

/**
 * Returns the time limit of a still image: about a second for few pixels, and more for many pixels. Time for pixels is
 * added only if the facts of the content are readable.
 */
export function imageTimeLimitSeconds(bytes: Uint8Array, most: number): number {
  const facts = imageFacts(bytes);
  if (facts === null) return Math.min(most, IMAGE_BASE_SECONDS);
  const { format, width, height } = facts;
  // Byte 24 has the bits per sample (PNG 3, 11.2.1).
  const kind = format === 'png' && bytes[24] === 16 ? 'deepPng' : format;
  const nanoseconds =
    kind in IMAGE_PIXEL_NANOSECONDS
      ? IMAGE_PIXEL_NANOSECONDS[kind as keyof typeof IMAGE_PIXEL_NANOSECONDS]
      : IMAGE_PIXEL_NANOSECONDS.other;
  return Math.min(most, IMAGE_BASE_SECONDS + width * height * nanoseconds * 1e-9);
}

const MEBIBYTE = 2 ** 20;
/**
 * The maximum factor by which a machine is slower than an ordinary one. The machine may be old, or it may share its
 * processors, so that waiting counts as work.
 */
const SLOWEST_MACHINE_FACTOR = 4;
/**
 * The base of the time limit of an SVG on an ordinary machine, in seconds. Most SVGs take a few hundredths of a second.
 */
const SVG_BASE_SECONDS = 1;
/** The size in bytes above which an SVG gets more time. Ordinary drawings of a megabyte take half a second. */
const SVG_BASE_BYTES = MEBIBYTE / 4;
const SVG_BYTES_PER_SECOND = MEBIBYTE / 2;
/**
 * The number of pixels above which an SVG gets more time. Filters process all pixels, possibly several times. One
 * filter over this many pixels takes a third of a second.
 */
const SVG_BASE_PIXELS = 2 * MEBIBYTE;
const SVG_PIXELS_PER_SECOND = 4 * MEBIBYTE;

/**
 * Returns the time limit of an SVG in seconds of processor time. A few lines can request any amount of work, so a small
 * file gets only a few seconds. Large files and drawings with many pixels get the additional time that ordinary
 * drawings of that size need.
 * @param pixels The number of drawn pixels; 0 if the file is only parsed.
 */
export function svgTimeLimitSeconds(bytes: number, pixels: number, most: number): number {
  const forBytes = Math.max(0, bytes - SVG_BASE_BYTES) / SVG_BYTES_PER_SECOND;
  const forPixels = Math.max(0, pixels - SVG_BASE_PIXELS) / SVG_PIXELS_PER_SECOND;
  return Math.min(most, SLOWEST_MACHINE_FACTOR * (SVG_BASE_SECONDS + forBytes + forPixels));
}
