import type {
  Digest,
  Drawing,
  DrawingFault,
  DrawingLayout,
  DrawnPicture,
} from '../../../shared/drawings/drawing/drawing.ts';
import { sourcesOf } from '../../../shared/drawings/drawing/sources-of.ts';
import { err, type Result } from '../../../shared/lib/result.ts';
import { abortable } from '../waiting/abortable.ts';
import { blamed } from './blamed.ts';
import { bundledBytes } from './bundled-bytes.ts';
import type { DrawingTask } from './drawing-task.ts';
import { createPainterThread, ThreadFailure } from './painter-thread.ts';

/** Lays out and draws in a thread of its own, which starts when it is first needed and ends when nobody asks. */
export interface Drawings extends AsyncDisposable {
  /**
   * Where things lie, without drawing. What a font, an image or a path makes fail is answered as its fault. Rejects
   * with the signal's reason, with what `bytesOf` rejects with, and where the thread fails of itself.
   */
  layOut(drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal): Promise<Result<DrawingLayout, DrawingFault>>;
  /** The pixels; they belong to the asker, who may transfer them. Rejects as {@link layOut} does. */
  draw(drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal): Promise<Result<DrawnPicture, DrawingFault>>;
}

/** The bytes of a font or an image; bundled fonts are not asked for. */
export type BytesOf = (digest: Digest, signal: AbortSignal) => Promise<Uint8Array>;

/** What drawing may take. */
export interface DrawingLimits {
  /** A drawing takes milliseconds, the largest image a second; what takes so much longer was made to. */
  readonly seconds: number;
  /** So long a thread without work waits for more. */
  readonly idleSeconds: number;
}

const USUAL: DrawingLimits = { seconds: 15, idleSeconds: 20 };

export function createDrawings(limits: DrawingLimits = USUAL): Drawings {
  const thread = createPainterThread(limits);

  const ask = async (kind: DrawingTask['kind'], drawing: Drawing, bytesOf: BytesOf, signal: AbortSignal) => {
    signal.throwIfAborted();
    const bytes = async (digest: Digest) => (await bundledBytes(digest)) ?? (await bytesOf(digest, signal));
    const { image } = sourcesOf(drawing);
    const picture = image === null ? null : await bytesOf(image, signal);
    try {
      return await abortable(thread.ask({ kind, drawing, image: picture }, bytes, signal), signal);
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
    [Symbol.asyncDispose]: () => thread.stop(),
  };
}
