import type { Digest, Drawing, DrawingFault, DrawingLayout, DrawnPicture } from '#shared/drawings/drawing/drawing.ts';
import type { Result } from '#shared/lib/result.ts';
import type { CompiledKit } from './open-canvas-kit.ts';

/** The first message to the thread. */
export interface ThreadStart {
  /** The compiled CanvasKit, which all threads share. */
  readonly module: CompiledKit;
}

export type ToDrawingThread = ThreadStart | DrawingTask;

/** A task for the thread, together with the bytes that the thread does not have yet. */
export interface DrawingTask {
  readonly kind: 'layOut' | 'draw' | 'approach' | 'openSvg';
  readonly drawing: Drawing;
  /** The fonts and moving images that the thread does not have yet. The thread stores them for later tasks. */
  readonly sources: readonly (readonly [Digest, Uint8Array])[];
  /** The bytes of the drawing's image; null if it has none. */
  readonly image: Uint8Array | null;
}

export type DrawingAnswer = Result<DrawingLayout | DrawnPicture | boolean, DrawingFault>;

/**
 * The reply to a task. `usedSeconds` is the processor time of the thread since its start. `message` is the error of
 * CanvasKit, after which the thread ends.
 */
export type DrawingReply =
  | { readonly ok: true; readonly answer: DrawingAnswer; readonly usedSeconds: number }
  | { readonly ok: false; readonly message: string };
