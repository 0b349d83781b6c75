import type { CanvasKit } from 'canvaskit-wasm';
import { assertNever } from '../lib/assert.ts';
import type { Result } from '../lib/result.ts';
import type { Digest, Drawing, DrawingFault, DrawingLayout, DrawnPicture } from './drawing/drawing.ts';
import { createFontShelf } from './fonts/font-shelf.ts';
import { drawImage, layOutImage } from './images/draw-image.ts';
import { drawShape, layOutShape } from './shapes/draw-shape.ts';
import { drawText, layOutText } from './text/draw-text.ts';

/** Draws with one CanvasKit, and keeps the fonts that it has read. */
export interface Painter {
  layOut(drawing: Drawing, bytesOf: BytesOf): Result<DrawingLayout, DrawingFault>;
  draw(drawing: Drawing, bytesOf: BytesOf): Result<DrawnPicture, DrawingFault>;
  delete(): void;
}

/** The bytes of a font or an image that the drawing names. */
export type BytesOf = (digest: Digest) => Uint8Array;

/**
 * The same drawing is the same bytes wherever this runs. It throws only where CanvasKit itself fails, which may
 * then not be used any more.
 */
export function createPainter(kit: CanvasKit): Painter {
  const shelf = createFontShelf(kit);
  return {
    layOut: (drawing, bytesOf) => {
      switch (drawing.kind) {
        case 'text':
          return layOutText(kit, shelf, drawing, bytesOf);
        case 'shape':
          return layOutShape(drawing);
        case 'image':
          return layOutImage(kit, drawing, bytesOf(drawing.image));
        default:
          return assertNever(drawing);
      }
    },
    draw: (drawing, bytesOf) => {
      switch (drawing.kind) {
        case 'text':
          return drawText(kit, shelf, drawing, bytesOf);
        case 'shape':
          return drawShape(kit, drawing);
        case 'image':
          return drawImage(kit, drawing, bytesOf(drawing.image));
        default:
          return assertNever(drawing);
      }
    },
    delete: () => shelf.delete(),
  };
}
