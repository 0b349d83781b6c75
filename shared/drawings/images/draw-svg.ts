import { err, ok, type Result } from '../../lib/result.ts';
import type { Size } from '../../template/values/placement.ts';
import type { DrawingFault, DrawingLayout, DrawnPicture, ImageDrawing } from '../drawing/drawing.ts';
import { drawingLimits } from '../drawing/drawing-limits.ts';
import { boxOnly } from '../drawing/pixels.ts';
import { fitImage } from './fit-image.ts';
import { type Raster, resample } from './resample.ts';
import { type SvgRoot, sizedSvg } from './svg-root.ts';

/** Makes pixels of SVG: without scripts, without anything from outside, in fonts that come with the program. */
export interface SvgRasteriser {
  /** Whether a file is whole and not too much. */
  canRead(svg: Uint8Array): boolean;
  /** Pixels as its root says; null where it cannot be read. */
  rasterise(svg: Uint8Array): Raster | null;
}

/** An SVG image, what it is made of, and what makes pixels of it. */
export interface SvgImage {
  readonly bytes: Uint8Array;
  readonly root: SvgRoot;
  readonly rasteriser: SvgRasteriser;
}

/** Its box after it was cut and fitted. The whole file is read, so that damage is told before a frame is made. */
export function layOutSvg(
  drawing: ImageDrawing,
  { bytes, root, rasteriser }: SvgImage,
): Result<DrawingLayout, DrawingFault> {
  if (!rasteriser.canRead(bytes)) return err({ code: 'source/unreadable', digest: drawing.image });
  const { width, height } = fitImage(root.size, drawing, 'vector').box;
  return ok(boxOnly(width, height));
}

/** Its pixels, as many as it is shown with: enlarged it is as sharp as a shape. */
export function drawSvg(
  drawing: ImageDrawing,
  { bytes, root, rasteriser }: SvgImage,
): Result<DrawnPicture, DrawingFault> {
  const { size } = root;
  const { seen, box, pixels } = fitImage(size, drawing, 'vector');
  const isWhole = seen.width === size.width && seen.height === size.height;
  const wanted = wholeSize(size, Math.max(pixels.width / seen.width, pixels.height / seen.height));
  const isNear = Math.abs(wanted.width - pixels.width) <= 1 && Math.abs(wanted.height - pixels.height) <= 1;
  const raster = rasteriser.rasterise(sizedSvg(bytes, root, isWhole && isNear ? pixels : wanted));
  if (raster === null) return err({ code: 'source/unreadable', digest: drawing.image });
  const [across, down] = [raster.width / size.width, raster.height / size.height];
  const cut = {
    left: seen.left * across,
    top: seen.top * down,
    width: isWhole ? raster.width : seen.width * across,
    height: isWhole ? raster.height : seen.height * down,
  };
  const made = resample(raster, cut, pixels.width, pixels.height);
  const scales = { scaleX: made.width / box.width, scaleY: made.height / box.height };
  return ok({ ...made, originX: 0, originY: 0, ...scales, layout: boxOnly(box.width, box.height) });
}

/** Whole pixels of all of it at that scale, or at the largest one that an image may have. */
function wholeSize({ width, height }: Size, scale: number): Size {
  const { side, imagePixels } = drawingLimits;
  const made = Math.min(scale, side / Math.max(width, height), Math.sqrt(imagePixels / (width * height)));
  return { width: Math.max(1, Math.round(width * made)), height: Math.max(1, Math.round(height * made)) };
}
