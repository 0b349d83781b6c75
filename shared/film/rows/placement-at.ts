import { assertNever } from '../../lib/assert.ts';
import type { SeenLayer } from '../../template/movie/seen-layer.ts';
import type { Side } from '../../template/values/animation.ts';
import type { FrameRate } from '../../template/values/frame-rate.ts';
import { inPixels, type Length, type Pair, type Point } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import { type PresetChange, presetAt } from '../motion/presets.ts';
import { type Between, keyed } from '../motion/tracks.ts';
import { affineOf, boundsOf, halvesDown, type PlacementInPixels } from './affine.ts';
import type { Affine, Rect } from './row.ts';

/** What the place of a layer is judged by. */
export interface Surroundings {
  /** What percentages are of: the frame, or the box of the group that the layer stands in. */
  readonly frame: Size;
  readonly rate: FrameRate;
  /** How long the layer is there, in its own frames. */
  readonly length: number;
  /** Of the layer. */
  readonly picture: Size;
  /** By which it is moved to whole pixels: as large as the layer is written. Without it the picture's own size counts. */
  readonly snapped?: Size;
}

/** A layer in one of its frames, but for its look and effects. */
export interface PlacedLayer {
  readonly matrix: Affine;
  /** 0 to 1. */
  readonly opacity: number;
  /** Null for all of the picture. */
  readonly window: Rect | null;
}

const LARGEST_SCALE = 100;

/** Where a layer lies in its own frame, whole or not, how opaque it is, and what of its picture is seen. */
export function placementAt(layer: SeenLayer, frame: number, around: Surroundings): PlacedLayer {
  const { length, picture, rate } = around;
  const changes = layer.animations.flatMap((animation) =>
    animation.kind === 'preset' && animation.enabled ? [presetAt(animation, frame, length, rate)] : [],
  );
  const keyedPlacement = placementByKeys(layer, frame, around);
  const moved = changes.reduce((placement, change) => changed(placement, change), keyedPlacement);
  const { x, y } = slid(keyedPlacement, changes, around);
  const matrix = affineOf({ ...moved, x: moved.x + x, y: moved.y + y }, picture);
  const opacity = changes.reduce(
    (product, change) => (change.kind === 'opacity' ? product * change.factor : product),
    clamped(numberAt(keyed(layer, 'opacity', frame, length)) ?? layer.opacity, 0, 1),
  );
  return { matrix, opacity: clamped(opacity, 0, 1), window: windowOf(changes, picture) };
}

/** How far a layer that is neither scaled nor turned is moved, so that its corner as written lies on a whole pixel. */
function snapping(
  { placement }: SeenLayer,
  { frame, picture: shown, snapped: picture = shown }: Surroundings,
): { readonly x: number; readonly y: number } {
  const { scale, rotation, origin, position, anchor } = placement;
  if (scale.across !== 1 || scale.down !== 1 || rotation !== 0) return { x: 0, y: 0 };
  const corner = {
    x: across(origin, frame) + across(position, frame) - picture.width / 2 - across(anchor, picture),
    y: down(origin, frame) + down(position, frame) - picture.height / 2 - down(anchor, picture),
  };
  return { x: halvesDown(corner.x) - corner.x, y: halvesDown(corner.y) - corner.y };
}

function placementByKeys(layer: SeenLayer, at: number, around: Surroundings): PlacementInPixels {
  const { frame, picture, length } = around;
  const { placement } = layer;
  const position = pointAt(keyed(layer, 'position', at, length) ?? resting(placement.position), frame);
  const anchor = pointAt(keyed(layer, 'anchor', at, length) ?? resting(placement.anchor), picture);
  const scale = pairAt(keyed(layer, 'scale', at, length) ?? resting(placement.scale));
  const snap = snapping(layer, around);
  return {
    x: across(placement.origin, frame) + position.x + snap.x,
    y: down(placement.origin, frame) + position.y + snap.y,
    anchorX: anchor.x,
    anchorY: anchor.y,
    scaleX: scale.across,
    scaleY: scale.down,
    rotation: numberAt(keyed(layer, 'rotation', at, length)) ?? placement.rotation,
  };
}

function changed(placement: PlacementInPixels, change: PresetChange): PlacementInPixels {
  switch (change.kind) {
    case 'scale':
      return {
        ...placement,
        scaleX: clamped(placement.scaleX * change.factor, -LARGEST_SCALE, LARGEST_SCALE),
        scaleY: clamped(placement.scaleY * change.factor, -LARGEST_SCALE, LARGEST_SCALE),
      };
    case 'rotation':
      return { ...placement, rotation: placement.rotation + change.degrees };
    case 'opacity':
    case 'slide':
    case 'window':
    case 'units':
      return placement;
    default:
      return assertNever(change);
  }
}

/** How far presets push a layer: a whole way is as long as it needs to be just outside of the frame. */
function slid(placement: PlacementInPixels, changes: readonly PresetChange[], { frame, picture }: Surroundings) {
  const way = { x: 0, y: 0 };
  for (const change of changes) {
    if (change.kind !== 'slide') continue;
    const { x, y } = wayOut(boundsOf(affineOf(placement, picture), picture), change.side, change.distance, frame);
    way.x += change.part * x;
    way.y += change.part * y;
  }
  return way;
}

function wayOut({ left, top, width, height }: Rect, side: Side, distance: Length | null, frame: Size) {
  const far = (whole: number, needed: number) => (distance === null ? Math.max(0, needed) : inPixels(distance, whole));
  switch (side) {
    case 'left':
      return { x: -far(frame.width, left + width), y: 0 };
    case 'right':
      return { x: far(frame.width, frame.width - left), y: 0 };
    case 'top':
      return { x: 0, y: -far(frame.height, top + height) };
    case 'bottom':
      return { x: 0, y: far(frame.height, frame.height - top) };
    default:
      return assertNever(side);
  }
}

/** Of several windows each lies in the one before. */
function windowOf(changes: readonly PresetChange[], picture: Size): Rect | null {
  return changes.reduce<Rect | null>((outer, change) => {
    if (change.kind !== 'window') return outer;
    const { left, top, width, height } = outer ?? { left: 0, top: 0, ...picture };
    const inner = { width: width / change.zoom, height: height / change.zoom };
    return {
      left: left + change.at.across * (width - inner.width),
      top: top + change.at.down * (height - inner.height),
      ...inner,
    };
  }, null);
}

function resting<Value>(value: Value): Between<Value> {
  return { from: value, to: value, part: 0 };
}

function pointAt({ from, to, part }: Between<Point>, whole: Size): { readonly x: number; readonly y: number } {
  return {
    x: mixed(across(from, whole), across(to, whole), part),
    y: mixed(down(from, whole), down(to, whole), part),
  };
}

function pairAt({ from, to, part }: Between<Pair>): Pair {
  const within = (value: number) => clamped(value, -LARGEST_SCALE, LARGEST_SCALE);
  return { across: within(mixed(from.across, to.across, part)), down: within(mixed(from.down, to.down, part)) };
}

function numberAt(between: Between<number> | null): number | null {
  return between === null ? null : mixed(between.from, between.to, between.part);
}

function across(point: Point, { width }: Size): number {
  return inPixels(point.across, width);
}

function down(point: Point, { height }: Size): number {
  return inPixels(point.down, height);
}

/** A value that goes nowhere stays exactly what it is. */
function mixed(from: number, to: number, part: number): number {
  return from === to ? from : from + (to - from) * part;
}

function clamped(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
