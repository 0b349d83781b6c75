import type { Digest, Drawing, DrawingFault, DrawingLayout, DrawnPicture } from '#shared/drawings/drawing/drawing.ts';
import type { Result } from '#shared/lib/result.ts';
import type { CompiledKit } from './open-canvas-kit.ts';

/** What the thread starts with. */
export interface ThreadData {
  /** CanvasKit, compiled once for all threads. */
  readonly module: CompiledKit;
}

/** A question to the thread, with the bytes that it does not have yet. */
export interface DrawingTask {
  readonly kind: 'layOut' | 'draw' | 'approach' | 'openSvg';
  readonly drawing: Drawing;
  /** Fonts and images that move; kept by the thread. */
  readonly kept: readonly (readonly [Digest, Uint8Array])[];
  /** Of this drawing. */
  readonly image: Uint8Array | null;
}

export type DrawingAnswer = Result<DrawingLayout | DrawnPicture | boolean, DrawingFault>;

/** `message` is what CanvasKit failed with; the thread then ends. */
export type DrawingReply =
  | { readonly ok: true; readonly answer: DrawingAnswer }
  | { readonly ok: false; readonly message: string };
