import type { LayerToCompose } from '../compositor/frame-to-compose.ts';
import type { Picture, PixelPicture } from '../compositor/pictures/picture.ts';
import type { DrawingLayout } from '../drawings/drawing/drawing.ts';
import type { Size } from '../template/values/placement.ts';

/** What a layer shows at the moment. */
export interface Shown {
  readonly size: Size;
  readonly picture: () => Picture;
  /** Of a text whose parts move by themselves: those that are seen, from the lowest, placed in its box. */
  readonly parts?: readonly LayerToCompose[];
}

export interface ShownPixels extends Shown {
  readonly pixels: PixelPicture;
}

/** Something drawn, in the kernels' memory. */
export interface ShownDrawing extends ShownPixels {
  readonly layout: DrawingLayout;
}
