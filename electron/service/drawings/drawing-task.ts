import type { Digest, Drawing, DrawingFault, DrawingLayout, DrawnPicture } from '#shared/drawings/drawing/drawing.ts';
import type { Result } from '#shared/lib/result.ts';
import type { CompiledKit } from './open-canvas-kit.ts';

/** The data that the thread starts with. */
export interface ThreadData {
  /** CanvasKit, compiled once for all threads. */
  readonly module: CompiledKit;
}

/** A task for the thread, with the bytes that it does not have yet. */
export interface DrawingTask {
  readonly kind: 'layOut' | 'draw' | 'approach' | 'openSvg';
  readonly drawing: Drawing;
  /** Fonts and moving images. The thread keeps them. */
  readonly kept: readonly (readonly [Digest, Uint8Array])[];
  /** The image of this drawing. */
  readonly image: Uint8Array | null;
}

export type DrawingAnswer = Result<DrawingLayout | DrawnPicture | boolean, DrawingFault>;

/** `message` is the error of CanvasKit. The thread then ends. */
export type DrawingReply =
  | { readonly ok: true; readonly answer: DrawingAnswer }
  | { readonly ok: false; readonly message: string };
