import { err, ok, type Result } from '../../lib/result.ts';
import type { Size } from '../../template/values/placement.ts';
import type { DrawingFault, DrawingLayout, DrawnPicture, ImageDrawing } from '../drawing/drawing.ts';
import { drawingLimits } from '../drawing/drawing-limits.ts';
import { boxOnly } from '../drawing/pixels.ts';
import { fitImage } from './fit-image.ts';
import { type Raster, resample } from './resample.ts';
import { latin1, type SvgRoot, sizedSvg } from './svg-root.ts';
import { svgWork } from './svg-work.ts';

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
  const raster = rasterSize(drawing, root.size);
  if (isTooMuch(bytes, root, raster)) return err({ code: 'source/too-large', digest: drawing.image, of: 'work' });
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
  const wanted = rasterSize(drawing, size);
  if (isTooMuch(bytes, root, wanted)) return err({ code: 'source/too-large', digest: drawing.image, of: 'work' });
  const raster = rasteriser.rasterise(sizedSvg(bytes, root, wanted));
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

/** With how many pixels all of it is drawn, whatever is cut off then. */
function rasterSize(drawing: ImageDrawing, size: Size): Size {
  const { seen, pixels } = fitImage(size, drawing, 'vector');
  const isWhole = seen.width === size.width && seen.height === size.height;
  const wanted = wholeSize(size, Math.max(pixels.width / seen.width, pixels.height / seen.height));
  const isNear = Math.abs(wanted.width - pixels.width) <= 1 && Math.abs(wanted.height - pixels.height) <= 1;
  return isWhole && isNear ? pixels : wanted;
}

/** Seconds of an ordinary machine that any drawing may take, and what each of its pixels may take beside that. */
const [ANY_SECONDS, PIXEL_SECONDS] = [1, 60e-9];

function isTooMuch(bytes: Uint8Array, root: SvgRoot, pixels: Size): boolean {
  const most = ANY_SECONDS + PIXEL_SECONDS * pixels.width * pixels.height;
  return svgWork(latin1(bytes), root.viewBox ?? root.size, pixels, most) > most;
}

/** Whole pixels of all of it at that scale, or at the largest one that an image may have. */
function wholeSize({ width, height }: Size, scale: number): Size {
  const { side, imagePixels } = drawingLimits;
  const made = Math.min(scale, side / Math.max(width, height), Math.sqrt(imagePixels / (width * height)));
  return { width: Math.max(1, Math.round(width * made)), height: Math.max(1, Math.round(height * made)) };
}
