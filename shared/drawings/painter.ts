import type { Canvas, CanvasKit, Paint, Path } from 'canvaskit-wasm';
import { assertNever } from '../lib/assert.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { isTangled, readPathData } from '../template/values/svg-path.ts';
import type { Digest, Drawing, DrawingFault, DrawingLayout, DrawnPicture, ShapeDrawing } from './drawing/drawing.ts';
import { drawPixels, inkOf, type Keep, layoutOfSize, type Reach, withScope } from './drawing/pixels.ts';
import { createFontRegistry } from './fonts/font-registry.ts';
import { createMovingImages, decodeTowardFrame, drawImage, layOutImage } from './images/draw-image.ts';
import type { SvgRasterizer } from './images/draw-svg.ts';
import { drawText, layOutText } from './text/draw-text.ts';

/** Draws with one CanvasKit instance. Caches the fonts and animated images that it has read. */
export interface Painter {
  layOut(drawing: Drawing, bytesOf: BytesOf): Result<DrawingLayout, DrawingFault>;
  draw(drawing: Drawing, bytesOf: BytesOf): Result<DrawnPicture, DrawingFault>;
  /**
   * Decodes an animated image toward a late frame for about a second (up to three seconds for WebP). Other requests can
   * run between calls. Returns whether `draw` is now fast.
   */
  approach(drawing: Drawing, bytesOf: BytesOf): Result<boolean, DrawingFault>;
  delete(): void;
}

/** Returns the bytes of a font or an image in a drawing. */
export type BytesOf = (digest: Digest) => Uint8Array;

/**
 * Creates a painter. The same drawing gives the same bytes on every machine. The methods throw only if CanvasKit fails.
 * Do not use that CanvasKit instance afterward.
 * @param svg Returns the SVG rasterizer; null if there is none.
 */
export function createPainter(kit: CanvasKit, svg: () => SvgRasterizer | null = () => null): Painter {
  const fonts = createFontRegistry(kit);
  const moving = createMovingImages(kit);
  return {
    layOut: (drawing, bytesOf) => {
      switch (drawing.kind) {
        case 'text':
          return layOutText(kit, fonts, drawing, bytesOf);
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
          return drawText(kit, fonts, drawing, bytesOf);
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
        ? decodeTowardFrame(kit, moving, drawing, bytesOf(drawing.image))
        : ok(true),
    delete: () => {
      fonts.delete();
      moving.delete();
    },
  };
}

/** Checks a shape. Returns its layout, which is the given box. */
function layOutShape({ width, height, outline }: ShapeDrawing): Result<DrawingLayout, DrawingFault> {
  const path = outline.kind === 'path' ? drawablePath(outline.data) : null;
  if (path !== null && !path.ok) return path;
  return ok(layoutOfSize(width, height));
}

/** Paints the fill, then the stroke. */
function drawShape(kit: CanvasKit, drawing: ShapeDrawing): Result<DrawnPicture, DrawingFault> {
  return withScope((keep) => {
    const outline = outlineOf(kit, drawing, keep);
    if (!outline.ok) return outline;
    const { reach, paint } = outline.value;
    const { fill, stroke } = drawing;
    const margin = stroke === null ? 0 : stroke.width / 2;
    const withStroke = {
      left: reach.left - margin,
      top: reach.top - margin,
      right: reach.right + margin,
      bottom: reach.bottom + margin,
    };
    const drawn = drawPixels(kit, layoutOfSize(drawing.width, drawing.height), withStroke, drawing.scale, (canvas) => {
      if (fill !== null) {
        const ink = keep(new kit.Paint());
        ink.setAntiAlias(true);
        ink.setColor(inkOf(kit, fill));
        paint(canvas, ink);
      }
      if (stroke !== null) {
        const ink = keep(new kit.Paint());
        ink.setAntiAlias(true);
        ink.setStyle(kit.PaintStyle.Stroke);
        ink.setStrokeWidth(stroke.width);
        ink.setStrokeJoin(kit.StrokeJoin.Round);
        ink.setColor(inkOf(kit, stroke.color));
        paint(canvas, ink);
      }
    });
    return ok(drawn);
  });
}

interface PaintedOutline {
  readonly reach: Reach;
  readonly paint: (canvas: Canvas, ink: Paint) => void;
}

function outlineOf(
  kit: CanvasKit,
  { outline, width, height }: ShapeDrawing,
  keep: Keep,
): Result<PaintedOutline, DrawingFault> {
  const box = { left: 0, top: 0, right: width, bottom: height };
  const rect = kit.XYWHRect(0, 0, width, height);
  switch (outline.kind) {
    case 'rectangle': {
      const radius = Math.min(outline.radius, width / 2, height / 2);
      const rounded = kit.RRectXY(rect, radius, radius);
      return ok({
        reach: box,
        paint: (canvas, ink) => (radius > 0 ? canvas.drawRRect(rounded, ink) : canvas.drawRect(rect, ink)),
      });
    }
    case 'ellipse':
      return ok({ reach: box, paint: (canvas, ink) => canvas.drawOval(rect, ink) });
    case 'path': {
      const path = pathOf(kit, outline.data);
      if (!path.ok) return path;
      keep(path.value);
      const [left = 0, top = 0, right = 0, bottom = 0] = path.value.getBounds();
      return ok({
        reach: { left, top, right, bottom },
        paint: (canvas, ink) => canvas.drawPath(path.value, ink),
      });
    }
    default:
      return assertNever(outline);
  }
}

/**
 * Checks path data: it must be valid, and drawing it must take less than about a second. The error has the position of
 * the invalid part, or 0 for a path that is too complex.
 */
function drawablePath(data: string): Result<string, DrawingFault> {
  const read = readPathData(data);
  if (!read.ok) return err({ code: 'template/path', at: read.error });
  return isTangled(read.value) ? err({ code: 'template/path', at: 0 }) : read;
}

function pathOf(kit: CanvasKit, data: string): Result<Path, DrawingFault> {
  const read = drawablePath(data);
  if (!read.ok) return read;
  const path = kit.Path.MakeFromSVGString(read.value);
  return path === null ? err({ code: 'template/path', at: 0 }) : ok(path);
}
