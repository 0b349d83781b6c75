import type { Effect } from '../../template/effects/effects.ts';
import type { ImageLayer, VideoLayer } from '../../template/movie/movie.ts';
import { type Edges, type Length, percent, pixels } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import type { KnownSizes, LayerBox } from '../../timeline/boxes.ts';
import type { Affine } from '../../timeline/layer-state.ts';
import { chained, fitSource, IDENTITY, inverted, type Vector, wayBy } from '../../timeline/placement.ts';
import type { Handle } from './handles.ts';
import { type LayerChange, lengthLike } from './layer-change.ts';
import { movedInside } from './move.ts';
import { wayOfGrowth } from './scale.ts';

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
