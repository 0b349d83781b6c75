import { inPixels, type Length, type Pair, pixels } from '../../template/values/lengths.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import { inverted, placeAt, type Vector, wayBy } from '../../timeline/placement.ts';
import { type Handle, handleInPicture, isCorner } from './handles.ts';
import { type LayerChange, lengthLike, rounded, scalingOf } from './layer-change.ts';
import { movedInside } from './move.ts';
import { pivotInPicture, pivotOutside, placedNow } from './placed-now.ts';

/** How a handle is dragged. */
export interface ScaleHow {
  readonly keepsShape: boolean;
  /** Else the opposite side or corner stays where it is. */
  readonly aboutPivot: boolean;
}

/** The place of the picture that stays where it is while a handle is dragged. */
function fixedPlace(box: LayerBox, handle: Handle, { aboutPivot }: ScaleHow): Vector {
  if (aboutPivot) return pivotInPicture(box, placedNow(box));
  const opposite = { across: -handle.across, down: -handle.down } as Handle;
  return handleInPicture(box, opposite);
}

/** By which factors a picture grows whose handle is dragged so far, a way in the picture. */
export function factorsOf(box: LayerBox, handle: Handle, way: Vector, how: ScaleHow): Pair {
  const fixed = fixedPlace(box, handle, how);
  const from = handleInPicture(box, handle);
  const arm = { x: from.x - fixed.x, y: from.y - fixed.y };
  const grown = (side: 0 | -1 | 1, length: number, by: number) =>
    side === 0 || Math.abs(length) < 1e-6 ? 1 : (length + by) / length;
  const free = { across: grown(handle.across, arm.x, way.x), down: grown(handle.down, arm.y, way.y) };
  if (!how.keepsShape && !isFontScaled(box, handle)) return free;
  if (!isCorner(handle)) {
    const one = handle.across === 0 ? free.down : free.across;
    return { across: one, down: one };
  }
  // How far along the diagonal.
  const reach = arm.x * arm.x + arm.y * arm.y;
  const one = reach < 1e-6 ? 1 : 1 + (way.x * arm.x + way.y * arm.y) / reach;
  return { across: one, down: one };
}

/** What a layer becomes whose picture grows by factors, a place of it staying where it is. */
export function scaled(box: LayerBox, handle: Handle, factors: Pair, how: ScaleHow): LayerChange {
  const kind = scalingOf(box.layer);
  if (kind === 'scale') return rescaled(box, factors, fixedPlace(box, handle, how));
  const fixed = fixedPlace(box, handle, how);
  return isFontScaled(box, handle) ? resetText(box, factors.across, fixed) : reboxed(box, handle, factors, how, fixed);
}

/**
 * What one of several layers becomes that grow together about a place of the frame: larger by a factor about its own pivot,
 * which moves away from that place by the same factor.
 */
export function scaledTogether(box: LayerBox, factor: number, about: Vector): LayerChange {
  const back = inverted(box.outer);
  if (back === null || factor === 1) return {};
  const corner: Handle = { across: 1, down: 1 };
  const change = scaled(box, corner, { across: factor, down: factor }, { keepsShape: true, aboutPivot: true });
  const pivot = placeAt(box.outer, pivotOutside(box, placedNow(box)));
  const way = wayBy(back, { x: (pivot.x - about.x) * (factor - 1), y: (pivot.y - about.y) * (factor - 1) });
  const { position } = placedNow(box);
  const grown = change.position;
  const own =
    grown === undefined
      ? { x: 0, y: 0 }
      : {
          x: inPixels(grown.across, box.frame.width) - position.x,
          y: inPixels(grown.down, box.frame.height) - position.y,
        };
  return { ...change, ...movedInside(box, { x: way.x + own.x, y: way.y + own.y }) };
}

/** Whether a handle changes the letters of a text. */
function isFontScaled({ layer }: LayerBox, handle: Handle): boolean {
  return scalingOf(layer) === 'text' && isCorner(handle);
}

const MOST = 100;

function rescaled(box: LayerBox, factors: Pair, fixed: Vector): LayerChange {
  const now = placedNow(box);
  const to = {
    across: boundedScale(now.scale.across * factors.across),
    down: boundedScale(now.scale.down * factors.down),
  };
  if (to.across === now.scale.across && to.down === now.scale.down) return {};
  const part = (value: number, before: number) => (before === 0 ? 1 : value / before);
  const got = { across: part(to.across, now.scale.across), down: part(to.down, now.scale.down) };
  const pivot = pivotInPicture(box, now);
  const arm = { x: fixed.x - pivot.x, y: fixed.y - pivot.y };
  const way = wayBy(box.row.matrix, { x: arm.x * (1 - got.across), y: arm.y * (1 - got.down) });
  return { scale: to, ...movedInside(box, way) };
}

/** Never nothing, which could not be dragged any more. */
function boundedScale(value: number): number {
  const within = rounded(Math.max(-MOST, Math.min(MOST, value)), 4);
  return within === 0 ? 0.0001 : within;
}

/** Letters of another size, in a box that grows with them where it is written. */
function resetText(box: LayerBox, factor: number, fixed: Vector): LayerChange {
  const { layer, frame, row } = box;
  if (layer.kind !== 'text') return {};
  const before = row.look?.fontsize ?? layer.style.size;
  const size = rounded(Math.min(2000, Math.max(1, before * Math.abs(factor))), 1);
  if (size === before) return {};
  const got = size / before;
  const grown = (side: 'width' | 'height'): LayerChange => {
    const written = layer.box[side];
    return written === null ? {} : { [side]: sideLike(inPixels(written, frame[side]) * got, written, frame[side]) };
  };
  const growth = { across: got, down: got };
  return { size, ...grown('width'), ...grown('height'), ...movedInside(box, wayOfGrowth(box, growth, fixed)) };
}

/** A box with other sides; those that the handle does not move stay as they are written. */
function reboxed(box: LayerBox, handle: Handle, factors: Pair, how: ScaleHow, fixed: Vector): LayerChange {
  const { layer, frame, size } = box;
  if (!('box' in layer)) return {};
  const { box: written } = layer;
  const changes = (side: -1 | 0 | 1, factor: number) => (side !== 0 || how.keepsShape) && factor !== 1;
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
    ...movedInside(box, wayOfGrowth(box, growth, fixed)),
  };
}

/** One pixel at least, and whole ones. */
function sideLike(side: number, written: Length | null, whole: number): Length {
  return lengthLike(Math.max(1, Math.round(side)), written ?? pixels(0), whole);
}

/** How far the pivot moves in what the layer is placed in, so that a place of its growing picture stays. */
export function wayOfGrowth(box: LayerBox, growth: Pair, fixed: Vector): Vector {
  const { size, layer, row } = box;
  const now = placedNow(box);
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
  return wayBy(row.matrix, { x: armBefore.x - armAfter.x, y: armBefore.y - armAfter.y });
}
