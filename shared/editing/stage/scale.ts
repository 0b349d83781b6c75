import type { Effect } from '../../template/effects/effects.ts';
import type { ImageLayer, VideoLayer } from '../../template/movie/movie.ts';
import { type Edges, inPixels, type Length, type Pair, percent, pixels } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import type { Affine } from '../../timeline/layer-state.ts';
import {
  fitSource,
  IDENTITY,
  inverted,
  multiplyAffine,
  placeAt,
  transformOffset,
  type Vector,
} from '../../timeline/placement.ts';
import type { KnownSizes } from '../../timeline/timeline-kinds.ts';
import {
  currentPlacement,
  handleInPicture,
  isCorner,
  type LayerChange,
  lengthLike,
  moveInContainer,
  pivotInPicture,
  pivotOutside,
  rounded,
  type StageHandle,
  scalingOf,
} from './layer-change.ts';

/** The options for dragging a handle. */
export interface ScaleOptions {
  readonly keepsShape: boolean;
  /** Whether the pivot stays in place instead of the opposite side or corner. */
  readonly aboutPivot: boolean;
}

/** Returns the factors by which a picture grows when its handle is dragged by an offset in the picture. */
export function factorsOf(box: LayerBox, handle: StageHandle, offset: Vector, options: ScaleOptions): Pair {
  const fixed = fixedPlace(box, handle, options);
  const from = handleInPicture(box, handle);
  const arm = { x: from.x - fixed.x, y: from.y - fixed.y };
  const grow = (side: 0 | -1 | 1, length: number, by: number) =>
    side === 0 || Math.abs(length) < 1e-6 ? 1 : (length + by) / length;
  const free = { across: grow(handle.across, arm.x, offset.x), down: grow(handle.down, arm.y, offset.y) };
  if (!options.keepsShape && !isFontScaled(box, handle)) return free;
  if (!isCorner(handle)) {
    const factor = handle.across === 0 ? free.down : free.across;
    return { across: factor, down: factor };
  }
  // Project the offset on the line from the fixed point to the handle.
  const reach = arm.x * arm.x + arm.y * arm.y;
  const factor = reach < 1e-6 ? 1 : 1 + (offset.x * arm.x + offset.y * arm.y) / reach;
  return { across: factor, down: factor };
}

/** Returns the change of a layer whose picture is scaled around a fixed point. */
export function scaleChange(box: LayerBox, handle: StageHandle, factors: Pair, options: ScaleOptions): LayerChange {
  const kind = scalingOf(box.layer);
  if (kind === 'scale') return changeScale(box, factors, fixedPlace(box, handle, options));
  const fixed = fixedPlace(box, handle, options);
  return isFontScaled(box, handle)
    ? resizeText(box, factors.across, fixed)
    : resizeBox(box, handle, factors, options, fixed);
}

/**
 * Returns the change of one of several layers that are scaled together around a point of the frame. Each layer is
 * scaled around its own pivot, and the distance between its pivot and the point is multiplied by the same factor.
 */
export function scaledTogether(box: LayerBox, factor: number, about: Vector): LayerChange {
  const back = inverted(box.outer);
  if (back === null || factor === 1) return {};
  const corner: StageHandle = { across: 1, down: 1 };
  const change = scaleChange(box, corner, { across: factor, down: factor }, { keepsShape: true, aboutPivot: true });
  const pivot = placeAt(box.outer, pivotOutside(box, currentPlacement(box)));
  const offset = transformOffset(back, {
    x: (pivot.x - about.x) * (factor - 1),
    y: (pivot.y - about.y) * (factor - 1),
  });
  const { position } = currentPlacement(box);
  const changed = change.position;
  const own =
    changed === undefined
      ? { x: 0, y: 0 }
      : {
          x: inPixels(changed.across, box.frame.width) - position.x,
          y: inPixels(changed.down, box.frame.height) - position.y,
        };
  return { ...change, ...moveInContainer(box, { x: offset.x + own.x, y: offset.y + own.y }) };
}

/** Returns the point of the picture that stays in place while a handle is dragged. */
function fixedPlace(box: LayerBox, handle: StageHandle, { aboutPivot }: ScaleOptions): Vector {
  if (aboutPivot) return pivotInPicture(box, currentPlacement(box));
  const opposite = { across: -handle.across, down: -handle.down } as StageHandle;
  return handleInPicture(box, opposite);
}

/** Returns whether a handle changes the font size of a text. */
function isFontScaled({ layer }: LayerBox, handle: StageHandle): boolean {
  return scalingOf(layer) === 'text' && isCorner(handle);
}

const MAX_SCALE = 100;

function changeScale(box: LayerBox, factors: Pair, fixed: Vector): LayerChange {
  const now = currentPlacement(box);
  const to = {
    across: boundedScale(now.scale.across * factors.across),
    down: boundedScale(now.scale.down * factors.down),
  };
  if (to.across === now.scale.across && to.down === now.scale.down) return {};
  const part = (value: number, before: number) => (before === 0 ? 1 : value / before);
  const applied = { across: part(to.across, now.scale.across), down: part(to.down, now.scale.down) };
  const pivot = pivotInPicture(box, now);
  const arm = { x: fixed.x - pivot.x, y: fixed.y - pivot.y };
  const offset = transformOffset(box.state.matrix, { x: arm.x * (1 - applied.across), y: arm.y * (1 - applied.down) });
  return { scale: to, ...moveInContainer(box, offset) };
}

/** Avoids the scale 0, from which a handle cannot be dragged. */
function boundedScale(value: number): number {
  const within = rounded(Math.max(-MAX_SCALE, Math.min(MAX_SCALE, value)), 4);
  return within === 0 ? 0.0001 : within;
}

/** Returns the change to another font size. The written sides of the box change by the same factor. */
function resizeText(box: LayerBox, factor: number, fixed: Vector): LayerChange {
  const { layer, frame, state } = box;
  if (layer.kind !== 'text') return {};
  const before = state.look?.fontsize ?? layer.style.size;
  const size = rounded(Math.min(2000, Math.max(1, before * Math.abs(factor))), 1);
  if (size === before) return {};
  const applied = size / before;
  const grown = (side: 'width' | 'height'): LayerChange => {
    const written = layer.box[side];
    return written === null ? {} : { [side]: sideLike(inPixels(written, frame[side]) * applied, written, frame[side]) };
  };
  const growth = { across: applied, down: applied };
  return { size, ...grown('width'), ...grown('height'), ...moveInContainer(box, pivotOffset(box, growth, fixed)) };
}

/** Returns the change to another box. Sides that the handle does not move keep their notation. */
function resizeBox(
  box: LayerBox,
  handle: StageHandle,
  factors: Pair,
  options: ScaleOptions,
  fixed: Vector,
): LayerChange {
  const { layer, frame, size } = box;
  if (!('box' in layer)) return {};
  const { box: written } = layer;
  const changes = (side: -1 | 0 | 1, factor: number) => (side !== 0 || options.keepsShape) && factor !== 1;
  const width = changes(handle.across, factors.across)
    ? sideLike(size.width * Math.abs(factors.across), written.width, frame.width)
    : null;
  const height = changes(handle.down, factors.down)
    ? sideLike(size.height * Math.abs(factors.down), written.height, frame.height)
    : null;
  if (width === null && height === null) return {};
  const growth = {
    across: width === null ? 1 : inPixels(width, frame.width) / size.width,
    down: height === null ? 1 : inPixels(height, frame.height) / size.height,
  };
  return {
    ...(width && { width }),
    ...(height && { height }),
    ...moveInContainer(box, pivotOffset(box, growth, fixed)),
  };
}

/** Rounds a side to whole pixels, at least one. */
function sideLike(side: number, written: Length | null, whole: number): Length {
  return lengthLike(Math.max(1, Math.round(side)), written ?? pixels(0), whole);
}

/** Returns how far the pivot moves in the container, so that a point of the scaled picture stays in place. */
function pivotOffset(box: LayerBox, growth: Pair, fixed: Vector): Vector {
  const { size, layer, state } = box;
  const now = currentPlacement(box);
  const before = pivotInPicture(box, now);
  const { across, down } = layer.placement.anchor;
  const anchorAfter = (length: Length, pixelsNow: number, factor: number) =>
    length.unit === '%' ? pixelsNow * factor : pixelsNow;
  const after = {
    x: (size.width * growth.across) / 2 + anchorAfter(across, now.anchor.x, growth.across),
    y: (size.height * growth.down) / 2 + anchorAfter(down, now.anchor.y, growth.down),
  };
  const armBefore = { x: fixed.x - before.x, y: fixed.y - before.y };
  const armAfter = { x: fixed.x * growth.across - after.x, y: fixed.y * growth.down - after.y };
  return transformOffset(state.matrix, { x: armBefore.x - armAfter.x, y: armBefore.y - armAfter.y });
}

/** A picture that can be cropped with handles. */
export interface Croppable {
  readonly layer: VideoLayer | ImageLayer;
  /** The size of the whole picture in its file. */
  readonly source: Size;
  /** The visible part of the picture, in its pixels. */
  readonly visiblePart: PicturePart;
  /** The pixels of the layer's picture per pixel of the file. */
  readonly scale: { readonly x: number; readonly y: number };
  /** The size of the visible part before effects, in pixels of the layer's picture. */
  readonly visibleSize: Size;
  /** The matrix from the visible part to the picture after effects: mirrored, rotated by right angles, or cropped. */
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
 * Returns the data for cropping a layer. Returns null for a layer without a picture file, for an unknown file, and if
 * effects reshape the picture.
 */
export function croppable({ layer, frame, size, state }: LayerBox, known: KnownSizes): Croppable | null {
  if (layer.kind !== 'video' && layer.kind !== 'image') return null;
  const source = known.ofSource(layer);
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

/**
 * Returns whether effects reshape the picture of a file, so that its corners differ from the corners of the file's
 * picture.
 */
export function isShapedByEffects(box: LayerBox, known: KnownSizes): boolean {
  const { layer } = box;
  if (layer.kind !== 'video' && layer.kind !== 'image') return false;
  return known.ofSource(layer) !== null && croppable(box, known) === null;
}

/**
 * Returns the change of a layer whose corner is dragged by an offset in its picture. Dragging crops the picture or
 * restores cropped parts. The remaining picture keeps its position and scale, and its box gets the size of the
 * remaining part.
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
  // Mirrored sides move in the opposite direction.
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

/** Limits the offset of a corner. It stops at the edge of the picture and before the opposite side. */
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

/** Returns the size and matrix of a picture after its effects; null if an effect reshapes it. */
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
 * Applies an effect. Returns null for a rotation that is not a multiple of a right angle, for a perspective, and for a
 * crop in percent.
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

/** Converts a handle and its offset to the picture before effects. */
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

/** Returns the crop in the written units. An uncropped edge gets a percentage, which is valid for any file. */
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
 * Returns the box of the remaining part. A picture with the fit `none` needs no box. A side that follows from the other
 * side is not written.
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
