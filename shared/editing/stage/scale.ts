import { inPixels, type Length, type Pair, pixels } from '../../template/values/lengths.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import { inverted, placeAt, transformOffset, type Vector } from '../../timeline/placement.ts';
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

/** Returns the factors by which a picture is scaled when its handle is dragged by an offset in the picture. */
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
 * Returns the change of one of several layers that are scaled around a common point of the frame. The layer is scaled
 * around its own pivot. The distance from the pivot to the point is multiplied by the same factor.
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

/** Limits a scale, and avoids 0, because a picture of size 0 has no handles to drag. */
function boundedScale(value: number): number {
  const within = rounded(Math.max(-MAX_SCALE, Math.min(MAX_SCALE, value)), 4);
  return within === 0 ? 0.0001 : within;
}

/**
 * Returns the change that scales the font size by `factor`. If the box has an explicit width or height, it is scaled by
 * the same factor.
 */
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

/** Returns the change to another box. Sides that the handle does not change keep their notation. */
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

/** Returns the offset of the pivot in the container that keeps a point of the scaled picture in place. */
export function pivotOffset(box: LayerBox, growth: Pair, fixed: Vector): Vector {
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
