import type { Effect } from '../../template/effects/effects.ts';
import type { ImageLayer, VideoLayer } from '../../template/movie/movie.ts';
import { type Edges, inPixels, type Length, type Pair, percent, pixels } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import type { KnownSizes, LayerBox } from '../../timeline/boxes.ts';
import type { Affine } from '../../timeline/layer-state.ts';
import { chained, fitSource, IDENTITY, inverted, placeAt, type Vector, wayBy } from '../../timeline/placement.ts';
import {
  type Handle,
  handleInPicture,
  isCorner,
  type LayerChange,
  lengthLike,
  movedInside,
  pivotInPicture,
  pivotOutside,
  placedNow,
  rounded,
  scalingOf,
} from './layer-change.ts';

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
function wayOfGrowth(box: LayerBox, growth: Pair, fixed: Vector): Vector {
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

/** A picture that can be cut off at its edges. */
export interface Croppable {
  readonly layer: VideoLayer | ImageLayer;
  /** Of the whole picture in its file. */
  readonly source: Size;
  /** What of it is seen, in its own pixels. */
  readonly seen: PicturePart;
  /** Pixels of the layer's picture for one of the file's. */
  readonly scale: { readonly x: number; readonly y: number };
  /** What is shown of it before effects, in pixels of the layer's picture. */
  readonly shown: Size;
  /** From there to the picture as effects have made it: mirrored, turned by right angles, cut. */
  readonly laid: Affine;
}

/** A part of a picture, from its upper left corner. */
interface PicturePart {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Null for what is no picture of a file, for a file that nothing is known of, and where effects give it another shape. */
export function croppable({ layer, frame, size, row }: LayerBox, known: KnownSizes): Croppable | null {
  if (layer.kind !== 'video' && layer.kind !== 'image') return null;
  const source = known.ofSource(layer);
  if (source === null) return null;
  const { used, scaled, shown } = fitSource(source, layer, frame, 1);
  const laid = laidBy(row.effects, shown);
  if (laid === null || laid.width !== size.width || laid.height !== size.height) return null;
  const whole = used ?? { left: 0, top: 0, ...source };
  const scale = { x: scaled.width / whole.width, y: scaled.height / whole.height };
  const left = whole.left + shown.left / scale.x;
  const top = whole.top + shown.top / scale.y;
  return {
    layer,
    source,
    seen: { left, top, right: left + shown.width / scale.x, bottom: top + shown.height / scale.y },
    scale,
    shown,
    laid: laid.matrix,
  };
}

/** Whether effects bend or turn the picture of a file: no corner of it is one of the file's picture. */
export function isShapedByEffects(box: LayerBox, known: KnownSizes): boolean {
  const { layer } = box;
  if (layer.kind !== 'video' && layer.kind !== 'image') return false;
  return known.ofSource(layer) !== null && croppable(box, known) === null;
}

/**
 * What a layer becomes whose corner is dragged so far, a way in its picture, to cut it off there, or to show again what
 * was cut off. What stays of the picture lies where it lay and is as large: a box that it was fitted to becomes as large
 * as what stays.
 */
export function cropped(box: LayerBox, picture: Croppable, handle: Handle, way: Vector): LayerChange {
  const { layer, source, seen, scale, shown, laid } = picture;
  const inner = insideOf(picture, handle, way);
  const by = { x: inner.way.x / scale.x, y: inner.way.y / scale.y };
  const [left, right] = dragged(seen.left, seen.right, inner.handle.across, by.x, source.width);
  const [top, bottom] = dragged(seen.top, seen.bottom, inner.handle.down, by.y, source.height);
  if (left === seen.left && right === seen.right && top === seen.top && bottom === seen.bottom) return {};
  const crop = cropLike(layer.crop, { left, top, right, bottom }, source);
  const to = {
    width: layer.fit === 'none' ? right - left : sideOf((right - left) * scale.x),
    height: layer.fit === 'none' ? bottom - top : sideOf((bottom - top) * scale.y),
  };
  const more = wayBy(laid, { x: to.width - shown.width, y: to.height - shown.height });
  // Sides that are mirrored grow to the other side.
  const signs = wayBy(laid, { x: 1, y: 1 });
  const growth = {
    across: 1 + (more.x * signs.x) / box.size.width,
    down: 1 + (more.y * signs.y) / box.size.height,
  };
  const fixed = {
    x: handle.across < 0 ? box.size.width : 0,
    y: handle.down < 0 ? box.size.height : 0,
  };
  return { crop, ...boxFor(box, layer, to), ...movedInside(box, wayOfGrowth(box, growth, fixed)) };
}

/** As much of a way as a corner can go: no further than there is a picture, and not past what stays of it. */
export function wayWithin(picture: Croppable, handle: Handle, way: Vector): Vector {
  const { source, seen, scale, laid } = picture;
  const inner = insideOf(picture, handle, way);
  const { across, down } = inner.handle;
  const [left, right] = dragged(seen.left, seen.right, across, inner.way.x / scale.x, source.width);
  const [top, bottom] = dragged(seen.top, seen.bottom, down, inner.way.y / scale.y, source.height);
  return wayBy(laid, {
    x: (across < 0 ? left - seen.left : right - seen.right) * scale.x,
    y: (down < 0 ? top - seen.top : bottom - seen.bottom) * scale.y,
  });
}

/** How large a picture is after effects, and how they have laid it. */
interface Laid extends Size {
  readonly matrix: Affine;
}

/** How a picture of a size is laid by its effects; null where one of them gives it another shape. */
function laidBy(effects: readonly Effect[], shown: Size): Laid | null {
  return effects.reduce<Laid | null>((laid, effect) => laid && laidOn(laid, effect), { ...shown, matrix: IDENTITY });
}

/** What one effect makes of it; null where it turns by other than right angles, bends, or cuts off more of what is larger. */
function laidOn(laid: Laid, effect: Effect): Laid | null {
  const { width, height, matrix } = laid;
  switch (effect.type) {
    case 'perspective':
      return null;
    case 'flip': {
      const isAcross = effect.parameters.axis === 'x';
      const mirror = isAcross ? { ...IDENTITY, a: -1, e: width } : { ...IDENTITY, d: -1, f: height };
      return { ...laid, matrix: chained(mirror, matrix) };
    }
    case 'rotate': {
      const { angle } = effect.parameters;
      return angle % 90 === 0 ? quarterTurns(laid, (((angle / 90) % 4) + 4) % 4) : null;
    }
    case 'crop': {
      const { left, top, right, bottom } = effect.parameters;
      if ([left, top, right, bottom].some(({ amount, unit }) => amount !== 0 && unit === '%')) return null;
      return {
        width: width - left.amount - right.amount,
        height: height - top.amount - bottom.amount,
        matrix: chained({ ...IDENTITY, e: -left.amount, f: -top.amount }, matrix),
      };
    }
    default:
      return laid;
  }
}

/** Turned clockwise by so many right angles. */
function quarterTurns({ width, height, matrix }: Laid, count: number): Laid {
  if (count === 0) return { width, height, matrix };
  const turned = chained({ a: 0, b: 1, c: -1, d: 0, e: height, f: 0 }, matrix);
  return quarterTurns({ width: height, height: width, matrix: turned }, count - 1);
}

/** A handle and its way in the picture that its effects have not laid yet. */
function insideOf({ laid }: Croppable, { across, down }: Handle, way: Vector) {
  const back = inverted(laid) ?? IDENTITY;
  const corner = wayBy(back, { x: across, y: down });
  return { way: wayBy(back, way), handle: { across: Math.sign(corner.x), down: Math.sign(corner.y) } as Handle };
}

/** Both ends of a side, in whole pixels where one is dragged; one pixel stays at least. */
function dragged(start: number, end: number, side: -1 | 0 | 1, by: number, length: number): readonly [number, number] {
  if (side < 0) return [Math.max(0, Math.min(Math.round(start + by), Math.floor(end) - 1)), end];
  if (side > 0) return [start, Math.min(length, Math.max(Math.round(end + by), Math.ceil(start) + 1))];
  return [start, end];
}

/** In the units that are written; an edge of which nothing was cut off gets a percentage, which suits any file. */
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

/** The box of what stays. A picture that nobody fitted has none; a side that follows from the other goes on to. */
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
