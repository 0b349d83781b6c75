import { err, ok, type Result } from '../../lib/result.ts';
import type { Size } from '../../template/values/placement.ts';
import {
  type DrawingFault,
  type DrawingLayout,
  type DrawnPicture,
  drawingLimits,
  type ImageDrawing,
  type SvgRefusal,
} from '../drawing/drawing.ts';
import { layoutOfSize } from '../drawing/pixels.ts';
import { fitImage, type Raster, resample } from './resample.ts';
import { type SvgTree, svgLimits, svgTree } from './svg-elements.ts';
import { unsupportedFeatures } from './svg-features.ts';
import { declaredEncoding, latin1, type SvgRoot, sizedSvg } from './svg-root.ts';
import { svgWork } from './svg-work.ts';

/** Draws SVG with the bundled fonts. Ignores scripts and references to anything outside the file. */
export interface SvgRasterizer {
  /** Returns whether one of the fonts contains a character. */
  hasGlyph(codePoint: number): boolean;
  /** Returns the reason why a file cannot be drawn; null if it can be drawn. */
  refusalOf(svg: Uint8Array): SvgRefusal | null;
  /** Draws a file, stretched to a size in pixels. */
  rasterize(svg: Uint8Array, size: Size): Raster | SvgRefusal;
}

/** An SVG image with its rasterizer. */
export interface SvgImage {
  readonly bytes: Uint8Array;
  /** The names of color functions that were removed from the file. */
  readonly dropped: readonly string[];
  readonly root: SvgRoot;
  readonly rasterizer: SvgRasterizer;
}

/** Returns the box after cropping and fitting. Parses the whole file to report damage before rendering starts. */
export function layOutSvg(
  drawing: ImageDrawing,
  { bytes, dropped, root, rasterizer }: SvgImage,
): Result<DrawingLayout, DrawingFault> {
  const tree = treeWithinLimits(drawing, bytes, root, rasterSize(drawing, root.size));
  if (!tree.ok) return tree;
  const refusal = rasterizer.refusalOf(bytes);
  if (refusal !== null) return unreadable(drawing, refusal, bytes);
  const { width, height } = fitImage(root.size, drawing, 'vector').box;
  const features = unsupportedFeatures(tree.value, dropped, rasterizer.hasGlyph);
  const layout = layoutOfSize(width, height);
  return ok(features.length === 0 ? layout : { ...layout, notShown: { of: 'svg', features } });
}

/** Draws an SVG at its display size, so an enlarged picture is as sharp as a shape. */
export function drawSvg(
  drawing: ImageDrawing,
  { bytes, root, rasterizer }: SvgImage,
): Result<DrawnPicture, DrawingFault> {
  const { size } = root;
  const { seen, box, pixels } = fitImage(size, drawing, 'vector');
  const isWhole = seen.width === size.width && seen.height === size.height;
  const requested = rasterSize(drawing, size);
  const tree = treeWithinLimits(drawing, bytes, root, requested);
  if (!tree.ok) return tree;
  const raster = rasterizer.rasterize(sizedSvg(bytes, root, requested), requested);
  if ('of' in raster) return unreadable(drawing, raster, bytes);
  const [across, down] = [raster.width / size.width, raster.height / size.height];
  const cut = {
    left: seen.left * across,
    top: seen.top * down,
    width: isWhole ? raster.width : seen.width * across,
    height: isWhole ? raster.height : seen.height * down,
  };
  const resampled = resample(raster, cut, pixels.width, pixels.height);
  const scales = { scaleX: resampled.width / box.width, scaleY: resampled.height / box.height };
  return ok({ ...resampled, originX: 0, originY: 0, ...scales, layout: layoutOfSize(box.width, box.height) });
}

/** Returns the size at which the whole image is drawn before cropping. */
function rasterSize(drawing: ImageDrawing, size: Size): Size {
  const { seen, pixels } = fitImage(size, drawing, 'vector');
  const isWhole = seen.width === size.width && seen.height === size.height;
  const rasterScale = wholeSize(size, Math.max(pixels.width / seen.width, pixels.height / seen.height));
  const isNear = Math.abs(rasterScale.width - pixels.width) <= 1 && Math.abs(rasterScale.height - pixels.height) <= 1;
  return isWhole && isNear ? pixels : rasterScale;
}

/** The time limit in seconds on an ordinary machine: a constant plus an allowance per pixel. */
const [BASE_SECONDS, SECONDS_PER_PIXEL] = [1, 60e-9];

/** Reads a file. Returns an error if drawing it would exceed the time limit. */
function treeWithinLimits(
  drawing: ImageDrawing,
  bytes: Uint8Array,
  root: SvgRoot,
  pixels: Size,
): Result<SvgTree, DrawingFault> {
  const tooMuchWork = err({ code: 'source/too-large', digest: drawing.image, of: 'work' } as const);
  const tree = svgTree(latin1(bytes));
  if (!tree.ok) return tree.error === null ? tooMuchWork : unreadable(drawing, tree.error, bytes);
  const most = BASE_SECONDS + SECONDS_PER_PIXEL * pixels.width * pixels.height;
  const { seconds, isTooDeep } = svgWork(tree.value, root.viewBox ?? root.size, pixels, most);
  if (isTooDeep) return unreadable(drawing, { of: 'depth', most: svgLimits.depth }, bytes);
  return seconds > most ? tooMuchWork : ok(tree.value);
}

function unreadable({ image }: ImageDrawing, refusal: SvgRefusal, bytes: Uint8Array): Result<never, DrawingFault> {
  return err({ code: 'source/unreadable', digest: image, svg: detailed(refusal, bytes) });
}

/** A reference to an entity that XML does not predefine. */
const ENTITY_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z_:][\w.:-]{0,40});/;

/** Adds details to a refusal: the declared encoding, or the undefined entity in the line that is not well-formed. */
function detailed(refusal: SvgRefusal, bytes: Uint8Array): SvgRefusal {
  if (refusal.of === 'encoding') return { ...refusal, encoding: declaredEncoding(bytes) };
  if (refusal.of !== 'xml' || refusal.line === null) return refusal;
  const line = latin1(bytes).split('\n', refusal.line)[refusal.line - 1] ?? '';
  const entity = ENTITY_REFERENCE.exec(line)?.[1];
  return entity === undefined ? refusal : { of: 'outside-entity', entity };
}

/** Returns the scaled size in whole pixels, limited to the largest allowed image. */
function wholeSize({ width, height }: Size, scale: number): Size {
  const { side, imagePixels } = drawingLimits;
  const applied = Math.min(scale, side / Math.max(width, height), Math.sqrt(imagePixels / (width * height)));
  return { width: Math.max(1, Math.round(width * applied)), height: Math.max(1, Math.round(height * applied)) };
}
