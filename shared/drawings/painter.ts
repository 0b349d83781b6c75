import type { CanvasKit } from 'canvaskit-wasm';
import { assertNever } from '../lib/assert.ts';
import { ok, type Result } from '../lib/result.ts';
import type { Digest, Drawing, DrawingFault, DrawingLayout, DrawnPicture } from './drawing/drawing.ts';
import { createFontShelf } from './fonts/font-shelf.ts';
import { approachFrame, drawImage, layOutImage } from './images/draw-image.ts';
import type { SvgRasteriser } from './images/draw-svg.ts';
import { createMovingImages } from './images/moving-images.ts';
import { drawShape, layOutShape } from './shapes/draw-shape.ts';
import { drawText, layOutText } from './text/draw-text.ts';

/** Draws with one CanvasKit, and keeps the fonts that it has read and the images that move. */
export interface Painter {
  layOut(drawing: Drawing, bytesOf: BytesOf): Result<DrawingLayout, DrawingFault>;
  draw(drawing: Drawing, bytesOf: BytesOf): Result<DrawnPicture, DrawingFault>;
  /**
   * Does a second's work or so towards a drawing that may take long, a late frame of an image that moves, so that other
   * questions come between. The answer says whether it can be drawn at once now.
   */
  approach(drawing: Drawing, bytesOf: BytesOf): Result<boolean, DrawingFault>;
  delete(): void;
}

/** The bytes of a font or an image that the drawing names. */
export type BytesOf = (digest: Digest) => Uint8Array;

/**
 * The same drawing is the same bytes wherever this runs. It throws only where CanvasKit itself fails, which may
 * then not be used any more.
 * @param svg What makes pixels of SVG; null where nothing does.
 */
export function createPainter(kit: CanvasKit, svg: () => SvgRasteriser | null = () => null): Painter {
  const shelf = createFontShelf(kit);
  const moving = createMovingImages(kit);
  return {
    layOut: (drawing, bytesOf) => {
      switch (drawing.kind) {
        case 'text':
          return layOutText(kit, shelf, drawing, bytesOf);
        case 'shape':
          return layOutShape(drawing);
        case 'image':
          return layOutImage(kit, svg(), drawing, bytesOf(drawing.image));
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
          return drawImage(kit, svg(), moving, drawing, bytesOf(drawing.image));
        default:
          return assertNever(drawing);
      }
    },
    approach: (drawing, bytesOf) =>
      drawing.kind === 'image' && drawing.frame !== undefined
        ? approachFrame(kit, moving, drawing, bytesOf(drawing.image))
        : ok(true),
    delete: () => {
      shelf.delete();
      moving.delete();
    },
  };
}
