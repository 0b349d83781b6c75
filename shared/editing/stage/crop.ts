import type { Effect } from '../../template/effects/effects.ts';
import type { ImageLayer, VideoLayer } from '../../template/movie/movie.ts';
import { type Edges, type Length, percent, pixels } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import type { Affine } from '../../timeline/layer-state.ts';
import {
  fitSource,
  IDENTITY,
  inverted,
  multiplyAffine,
  transformOffset,
  type Vector,
} from '../../timeline/placement.ts';
import type { KnownSizes } from '../../timeline/timeline-kinds.ts';
import { type LayerChange, lengthLike, moveInContainer, type StageHandle } from './layer-change.ts';
import { pivotOffset } from './scale.ts';

/** A picture that can be cropped with handles. */
export interface Croppable {
  readonly layer: VideoLayer | ImageLayer;
  /** The size of the whole picture in the file. */
  readonly source: Size;
  /** The visible part of the picture, in its pixels. */
  readonly visiblePart: PicturePart;
  /** The number of pixels of the layer's picture per pixel of the file. */
  readonly scale: { readonly x: number; readonly y: number };
  /** The size of the visible part before effects, in pixels of the layer's picture. */
  readonly visibleSize: Size;
  /**
   * The matrix from the visible part to the picture after effects, which can be mirrored, rotated by right angles, or
   * cropped.
   */
  readonly matrix: Affine;
}

/** A part of a picture, measured from its upper left corner. */
interface PicturePart {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Returns the data for cropping a layer. Returns null if the layer has no picture file, if the file is unknown, or if
 * effects reshape the picture.
 */
export function croppable({ layer, frame, size, state }: LayerBox, sizes: KnownSizes): Croppable | null {
  if (layer.kind !== 'video' && layer.kind !== 'image') return null;
  const source = sizes.ofSource(layer);
  if (source === null) return null;
  const { used, scaled, shown } = fitSource(source, layer, frame, 1);
  const transformed = effectTransform(state.effects, shown);
  if (transformed === null || transformed.width !== size.width || transformed.height !== size.height) return null;
  const whole = used ?? { left: 0, top: 0, ...source };
  const scale = { x: scaled.width / whole.width, y: scaled.height / whole.height };
  const left = whole.left + shown.left / scale.x;
  const top = whole.top + shown.top / scale.y;
  return {
    layer,
    source,
    visiblePart: { left, top, right: left + shown.width / scale.x, bottom: top + shown.height / scale.y },
    scale,
    visibleSize: shown,
    matrix: transformed.matrix,
  };
}

/** Returns whether effects reshape the picture, so that its corners differ from the corners of the file's picture. */
export function isShapedByEffects(box: LayerBox, sizes: KnownSizes): boolean {
  const { layer } = box;
  if (layer.kind !== 'video' && layer.kind !== 'image') return false;
  return sizes.ofSource(layer) !== null && croppable(box, sizes) === null;
}

/**
 * Returns the change of a layer when the user drags a corner by an offset in its picture. Dragging crops the picture or
 * restores cropped parts. The remaining part keeps its position and scale, and the box gets its size.
 */
export function cropChange(box: LayerBox, picture: Croppable, handle: StageHandle, offset: Vector): LayerChange {
  const { layer, source, visiblePart, scale, visibleSize, matrix } = picture;
  const inner = beforeEffects(picture, handle, offset);
  const by = { x: inner.way.x / scale.x, y: inner.way.y / scale.y };
  const [left, right] = dragged(visiblePart.left, visiblePart.right, inner.handle.across, by.x, source.width);
  const [top, bottom] = dragged(visiblePart.top, visiblePart.bottom, inner.handle.down, by.y, source.height);
  if (
    left === visiblePart.left &&
    right === visiblePart.right &&
    top === visiblePart.top &&
    bottom === visiblePart.bottom
  )
    return {};
  const crop = cropLike(layer.crop, { left, top, right, bottom }, source);
  const to = {
    width: layer.fit === 'none' ? right - left : sideOf((right - left) * scale.x),
    height: layer.fit === 'none' ? bottom - top : sideOf((bottom - top) * scale.y),
  };
  const more = transformOffset(matrix, { x: to.width - visibleSize.width, y: to.height - visibleSize.height });
  // A mirrored side moves in the opposite direction.
  const signs = transformOffset(matrix, { x: 1, y: 1 });
  const growth = {
    across: 1 + (more.x * signs.x) / box.size.width,
    down: 1 + (more.y * signs.y) / box.size.height,
  };
  const fixed = {
    x: handle.across < 0 ? box.size.width : 0,
    y: handle.down < 0 ? box.size.height : 0,
  };
  return { crop, ...boxFor(box, layer, to), ...moveInContainer(box, pivotOffset(box, growth, fixed)) };
}

/** Limits the offset of a corner: it stops at the edge of the picture and before the opposite side. */
export function clampCornerOffset(picture: Croppable, handle: StageHandle, offset: Vector): Vector {
  const { source, visiblePart, scale, matrix } = picture;
  const inner = beforeEffects(picture, handle, offset);
  const { across, down } = inner.handle;
  const [left, right] = dragged(visiblePart.left, visiblePart.right, across, inner.way.x / scale.x, source.width);
  const [top, bottom] = dragged(visiblePart.top, visiblePart.bottom, down, inner.way.y / scale.y, source.height);
  return transformOffset(matrix, {
    x: (across < 0 ? left - visiblePart.left : right - visiblePart.right) * scale.x,
    y: (down < 0 ? top - visiblePart.top : bottom - visiblePart.bottom) * scale.y,
  });
}

/** The size and the matrix of a picture after effects. */
interface TransformedSize extends Size {
  readonly matrix: Affine;
}

/** Returns the size and matrix of a picture after its effects; null if an effect reshapes the picture. */
function effectTransform(effects: readonly Effect[], shown: Size): TransformedSize | null {
  return effects.reduce<TransformedSize | null>(
    (transformed, effect) => transformed && applyEffect(transformed, effect),
    {
      ...shown,
      matrix: IDENTITY,
    },
  );
}

/**
 * Applies an effect. Returns null for a perspective, for a crop in percent, and for a rotation other than by right
 * angles.
 */
function applyEffect(transformed: TransformedSize, effect: Effect): TransformedSize | null {
  const { width, height, matrix } = transformed;
  switch (effect.type) {
    case 'perspective':
      return null;
    case 'flip': {
      const isAcross = effect.parameters.axis === 'x';
      const mirror = isAcross ? { ...IDENTITY, a: -1, e: width } : { ...IDENTITY, d: -1, f: height };
      return { ...transformed, matrix: multiplyAffine(mirror, matrix) };
    }
    case 'rotate': {
      const { angle } = effect.parameters;
      return angle % 90 === 0 ? quarterTurns(transformed, (((angle / 90) % 4) + 4) % 4) : null;
    }
    case 'crop': {
      const { left, top, right, bottom } = effect.parameters;
      if ([left, top, right, bottom].some(({ amount, unit }) => amount !== 0 && unit === '%')) return null;
      return {
        width: width - left.amount - right.amount,
        height: height - top.amount - bottom.amount,
        matrix: multiplyAffine({ ...IDENTITY, e: -left.amount, f: -top.amount }, matrix),
      };
    }
    default:
      return transformed;
  }
}

/** Rotates clockwise by a number of right angles. */
function quarterTurns({ width, height, matrix }: TransformedSize, count: number): TransformedSize {
  if (count === 0) return { width, height, matrix };
  const rotated = multiplyAffine({ a: 0, b: 1, c: -1, d: 0, e: height, f: 0 }, matrix);
  return quarterTurns({ width: height, height: width, matrix: rotated }, count - 1);
}

/** Converts a handle and its offset to coordinates before effects. */
function beforeEffects({ matrix }: Croppable, { across, down }: StageHandle, offset: Vector) {
  const back = inverted(matrix) ?? IDENTITY;
  const corner = transformOffset(back, { x: across, y: down });
  return {
    way: transformOffset(back, offset),
    handle: { across: Math.sign(corner.x), down: Math.sign(corner.y) } as StageHandle,
  };
}

/** Returns both ends of a side. A dragged end is rounded to whole pixels, and at least one pixel remains. */
function dragged(start: number, end: number, side: -1 | 0 | 1, by: number, length: number): readonly [number, number] {
  if (side < 0) return [Math.max(0, Math.min(Math.round(start + by), Math.floor(end) - 1)), end];
  if (side > 0) return [start, Math.min(length, Math.max(Math.round(end + by), Math.ceil(start) + 1))];
  return [start, end];
}

/**
 * Returns the crop in the units in which it is written. An edge without a crop gets a percentage, which is valid for
 * any file.
 */
function cropLike(written: Edges, { left, top, right, bottom }: PicturePart, source: Size): Edges {
  const edge = (length: Length, amount: number, whole: number): Length =>
    Math.abs(amount) < 1e-6 ? pixels(0) : lengthLike(amount, length.amount === 0 ? percent(0) : length, whole);
  return {
    top: edge(written.top, top, source.height),
    right: edge(written.right, source.width - right, source.width),
    bottom: edge(written.bottom, source.height - bottom, source.height),
    left: edge(written.left, left, source.width),
  };
}

/**
 * Returns the change of the box to the remaining part. A picture with the fit `none` needs no box. Omits a side that
 * follows from the other side.
 */
function boxFor({ frame }: LayerBox, { box, fit }: VideoLayer | ImageLayer, to: Size): LayerChange {
  if (fit === 'none') return {};
  const isFree = box.width === null && box.height === null;
  const side = (written: Length | null, length: number, whole: number) =>
    lengthLike(length, written ?? pixels(0), whole);
  return {
    ...((isFree || box.width !== null) && { width: side(box.width, to.width, frame.width) }),
    ...((isFree || box.height !== null) && { height: side(box.height, to.height, frame.height) }),
  };
}

function sideOf(length: number): number {
  return Math.max(1, Math.round(length));
}
