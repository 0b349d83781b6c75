import type { Digest, Drawing, DrawingFault, DrawingLayout, DrawnPicture } from '#shared/drawings/drawing/drawing.ts';
import { isBundled } from '#shared/drawings/fonts/bundled-fonts.ts';
import { sourcesOf } from '#shared/drawings/fonts/drawing-sources.ts';
import { fitImage } from '#shared/drawings/images/resample.ts';
import { svgRoot } from '#shared/drawings/images/svg-root.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { err, type Result } from '#shared/lib/result.ts';
import { abortable } from '../waiting/abortable.ts';
import { createLimiter } from '../waiting/limiter.ts';
import { bundledBytes } from './bundled-bytes.ts';
import { imageSeconds, svgSeconds } from './drawing-seconds.ts';
import type { DrawingAnswer, DrawingTask } from './drawing-task.ts';
import { createPainterThread, ThreadFailure } from './painter-thread.ts';

/** Lays out and draws in a separate thread, which starts on demand and ends when it is idle. */
export interface Drawings extends AsyncDisposable {
  /**
   * Lays out a drawing without drawing it. If a font, an image, or a path makes it fail, the result is that fault.
   * Rejects with the signal's reason, with the error of `bytesOf`, and with errors of the thread itself.
   */
  layOut(drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal): Promise<Result<DrawingLayout, DrawingFault>>;
  /** Draws the pixels. The caller owns them and can transfer them. Rejects like {@link layOut}. */
  draw(drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal): Promise<Result<DrawnPicture, DrawingFault>>;
  /** Starts the thread ahead of time. */
  warm(): void;
}

/** Returns the bytes of a font or an image. Not called for bundled fonts. */
export type BytesOf = (digest: Digest, signal: AbortSignal) => Promise<Uint8Array>;

/** The time limits of drawing. */
export interface DrawingLimits {
  /**
   * The limit of any drawing. A drawing takes milliseconds, and the largest image a second. Only a hostile one takes
   * this long.
   */
  readonly seconds: number;
  /** The limit of a short text in fonts that are not bundled. Each letter adds `letterSeconds`. */
  readonly fontSeconds: number;
  readonly letterSeconds: number;
  /** The limit of a still image of any size; see `imageSeconds`. */
  readonly imageSeconds: number;
  /** The limit of an SVG of any size; see `svgSeconds`. */
  readonly svgSeconds: number;
  /** How long an idle thread waits for more work. */
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
 * Prepares a drawing in steps, with other tasks in between. Returns the fault if it cannot be drawn; null when it is
 * ready.
 */
async function prepare(answer: (kind: 'approach') => Promise<DrawingAnswer>): Promise<DrawingAnswer | null> {
  for (;;) {
    const reached = await answer('approach');
    if (!reached.ok) return reached;
    if (reached.value === true) return null;
  }
}

/** Checks whether a drawing can take long. A late frame of a moving image needs all frames before it. */
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
    return svgSeconds(picture.length, kind === 'draw' ? width * height : 0, limits.svgSeconds);
  }
  if (drawing.kind === 'text' && hasForeignFont(drawing))
    return Math.min(limits.seconds, limits.fontSeconds + limits.letterSeconds * drawing.content.length);
  if (picture === null || isMovingFrame(drawing)) return limits.seconds;
  return Math.min(limits.seconds, imageSeconds(picture, limits.imageSeconds));
}

/**
 * Creates drawings with one thread, which answers one task at a time. A task that fails or exceeds its time ends the
 * thread and fails alone: the fault names its font, image, or path, and a new thread continues. The work that a file
 * requests is counted before it is done; the time limits are for work that cannot be counted. Fonts of the machine are
 * never used, so equal drawings are equal bytes on all machines.
 */
export function createDrawings(given: Partial<DrawingLimits> = {}): Drawings {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const thread = createPainterThread(limits);
  // One at a time: two large moving images in alternation would make each other start again without end.
  const preparing = createLimiter(1);

  const ask = async (kind: DrawingTask['kind'], drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal) => {
    signal.throwIfAborted();
    const bytes = async (digest: Digest) => (await bundledBytes(digest)) ?? (await bytesOf(digest, signal));
    const { image } = sourcesOf(drawing);
    const picture = image === null ? null : await bytesOf(image, signal);
    const seconds = secondsFor(kind, drawing, picture, limits);
    const answer = (taskKind: DrawingTask['kind']) =>
      abortable(thread.ask({ kind: taskKind, drawing, image: picture }, bytes, { seconds, signal }), signal);
    try {
      // Open the SVG renderer before the time of the file counts.
      if (picture !== null && svgRoot(picture) !== null)
        await thread.ask({ kind: 'openSvg', drawing, image: null }, bytes, { seconds: limits.seconds, signal });
      if (kind !== 'draw' || !isMovingFrame(drawing)) return await answer(kind);
      return await preparing.run(signal, async () => (await prepare(answer)) ?? (await answer(kind)));
    } catch (error) {
      const fault = error instanceof ThreadFailure ? blamed(drawing) : null;
      if (fault === null) throw error;
      return err(fault);
    }
  };
  return {
    // The thread answers each kind of task with its kind of result.
    layOut: (...question) => ask('layOut', ...question) as Promise<Result<DrawingLayout, DrawingFault>>,
    draw: (...question) => ask('draw', ...question) as Promise<Result<DrawnPicture, DrawingFault>>,
    warm: thread.warm,
    [Symbol.asyncDispose]: () => thread.stop(),
  };
}

/** Checks whether a text uses a font that is not bundled. */
function hasForeignFont(drawing: Drawing): boolean {
  return sourcesOf(drawing).shared.some((font) => !isBundled(font));
}

/** Returns the source that may have made the thread fail; null if no part of the drawing can. */
function blamed(drawing: Drawing): DrawingFault | null {
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
