import type { Digest, Drawing, DrawingFault, DrawingLayout, DrawnPicture } from '#shared/drawings/drawing/drawing.ts';
import { fitImage } from '#shared/drawings/images/fit-image.ts';
import { svgRoot } from '#shared/drawings/images/svg-root.ts';
import { sourcesOf } from '#shared/drawings/sources-of.ts';
import { err, type Result } from '#shared/lib/result.ts';
import { abortable } from '../waiting/abortable.ts';
import { createLimiter } from '../waiting/limiter.ts';
import { blamed, hasForeignFont } from './blamed.ts';
import { bundledBytes } from './bundled-bytes.ts';
import type { DrawingAnswer, DrawingTask } from './drawing-task.ts';
import { imageSeconds } from './image-seconds.ts';
import { createPainterThread, ThreadFailure } from './painter-thread.ts';
import { svgSeconds } from './svg-seconds.ts';

/** Lays out and draws in a thread of its own, which starts when it is first needed and ends when nobody asks. */
export interface Drawings extends AsyncDisposable {
  /**
   * Where things lie, without drawing. What a font, an image or a path makes fail is answered as its fault. Rejects
   * with the signal's reason, with what `bytesOf` rejects with, and where the thread fails of itself.
   */
  layOut(drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal): Promise<Result<DrawingLayout, DrawingFault>>;
  /** The pixels; they belong to the asker, who may transfer them. Rejects as {@link layOut} does. */
  draw(drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal): Promise<Result<DrawnPicture, DrawingFault>>;
  /** Says that something will be drawn soon: the thread starts meanwhile. */
  warm(): void;
}

/** The bytes of a font or an image; bundled fonts are not asked for. */
export type BytesOf = (digest: Digest, signal: AbortSignal) => Promise<Uint8Array>;

/** What drawing may take. */
export interface DrawingLimits {
  /** A drawing takes milliseconds, the largest image a second; what takes so much longer was made to. */
  readonly seconds: number;
  /** Of a text of few letters in fonts that do not come with the program; `letterSeconds` is of each letter beside that. */
  readonly fontSeconds: number;
  readonly letterSeconds: number;
  /** Of a still image, however large; see `imageSeconds`. */
  readonly imageSeconds: number;
  /** Of an SVG, however large; see `svgSeconds`. */
  readonly svgSeconds: number;
  /** So long a thread without work waits for more. */
  readonly idleSeconds: number;
}

const USUAL: DrawingLimits = {
  seconds: 15,
  fontSeconds: 3,
  letterSeconds: 0.002,
  imageSeconds: 10,
  svgSeconds: 10,
  idleSeconds: 20,
};

/** Goes towards a drawing in steps between which others are answered; the fault where it cannot be drawn. */
async function approach(answer: (kind: 'approach') => Promise<DrawingAnswer>): Promise<DrawingAnswer | null> {
  for (;;) {
    const reached = await answer('approach');
    if (!reached.ok) return reached;
    if (reached.value === true) return null;
  }
}

/** A late frame of an image that moves is made of all before it. */
function mayTakeLong(drawing: Drawing): boolean {
  return drawing.kind === 'image' && drawing.frame !== undefined;
}

/** How long a question may be worked on. A frame of an image that moves has all before it to go through. */
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
  if (picture === null || mayTakeLong(drawing)) return limits.seconds;
  return Math.min(limits.seconds, imageSeconds(picture, limits.imageSeconds));
}

export function createDrawings(given: Partial<DrawingLimits> = {}): Drawings {
  const limits = { ...USUAL, ...given };
  const thread = createPainterThread(limits);
  // Two that go through large images by turns would have each other begin anew, without an end.
  const approaching = createLimiter(1);

  const ask = async (kind: DrawingTask['kind'], drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal) => {
    signal.throwIfAborted();
    const bytes = async (digest: Digest) => (await bundledBytes(digest)) ?? (await bytesOf(digest, signal));
    const { image } = sourcesOf(drawing);
    const picture = image === null ? null : await bytesOf(image, signal);
    const seconds = secondsFor(kind, drawing, picture, limits);
    const answer = (asked: DrawingTask['kind']) =>
      abortable(thread.ask({ kind: asked, drawing, image: picture }, bytes, { seconds, signal }), signal);
    try {
      // What draws SVG is opened before the file's time counts.
      if (picture !== null && svgRoot(picture) !== null)
        await thread.ask({ kind: 'openSvg', drawing, image: null }, bytes, { seconds: limits.seconds, signal });
      if (kind !== 'draw' || !mayTakeLong(drawing)) return await answer(kind);
      return await approaching.run(signal, async () => (await approach(answer)) ?? (await answer(kind)));
    } catch (error) {
      const fault = error instanceof ThreadFailure ? blamed(drawing) : null;
      if (fault === null) throw error;
      return err(fault);
    }
  };
  return {
    // The thread answers each kind of question with its kind of result.
    layOut: (...question) => ask('layOut', ...question) as Promise<Result<DrawingLayout, DrawingFault>>,
    draw: (...question) => ask('draw', ...question) as Promise<Result<DrawnPicture, DrawingFault>>,
    warm: thread.warm,
    [Symbol.asyncDispose]: () => thread.stop(),
  };
}
