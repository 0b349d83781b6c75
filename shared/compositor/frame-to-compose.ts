import type { ComposedRow } from '../film/rows/row.ts';
import type { Picture, Size } from './pictures/picture.ts';

/** What a row says about how its picture is laid over the others. */
export type PlacedRow = Pick<ComposedRow, 'matrix' | 'opacity' | 'blendMode' | 'window'>;

/** A layer in one frame. Effects and masks are in its picture already. */
export interface LayerToCompose {
  readonly row: PlacedRow;
  /** The layer's own size in pixels of the film: what `row.matrix` and `row.window` count in. */
  readonly size: Size;
  readonly picture: Picture;
}

/** A frame's layers from the lowest to the topmost. */
export interface FrameToCompose {
  /**
   * What lies under the lowest: a colour of BT.709 in limited range, or what the canvas holds already: an opaque video at
   * its place that was read right into it, of which only those pixels are touched over which something is laid.
   */
  readonly ground: readonly [y: number, cb: number, cr: number] | 'canvas';
  readonly layers: readonly LayerToCompose[];
}
