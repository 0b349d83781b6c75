import { assertNever } from '../lib/assert.ts';
import type { FittedPicture, VisualLayer } from '../template/movie/movie.ts';
import type { Side } from '../template/values/animation.ts';
import type { FrameRate } from '../template/values/frame-rate.ts';
import { type Edges, inPixels, type Length, type Pair, type Point } from '../template/values/lengths.ts';
import { placeSource, type Size } from '../template/values/placement.ts';
import { type Between, keyframedValue } from './animation.ts';
import type { Affine, Rect } from './layer-state.ts';
import { type PresetChange, presetAt } from './presets.ts';

/** The context for placing a layer. */
export interface PlacementContext {
  /** The size to which percentages refer: the frame, or the box of the group around the layer. */
  readonly frame: Size;
  readonly rate: FrameRate;
  /** The length of the layer in local frames. */
  readonly length: number;
  /** The size of the layer’s picture. */
  readonly picture: Size;
  /**
   * The size of the layer without animations. It determines how the layer is aligned to whole pixels. The default is
   * the size of the picture.
   */
  readonly snapped?: Size;
}

/** The placement of a layer in one frame, without its style and effects. */
export interface PlacedLayer {
  readonly matrix: Affine;
  /** The opacity, 0 to 1. */
  readonly opacity: number;
  /** The visible part of the picture; null for the whole picture. */
  readonly window: Rect | null;
}

/** The placement of a layer in a frame, in pixels and degrees. */
export interface PlacementInPixels {
  /** The position of the pivot, from the upper left corner of the frame. */
  readonly x: number;
  readonly y: number;
  /** The position of the pivot, from the center of the picture. */
  readonly anchorX: number;
  readonly anchorY: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** The rotation in degrees, clockwise. */
  readonly rotation: number;
}

/** A point or an offset, in pixels. */
export interface Vector {
  readonly x: number;
  readonly y: number;
}

const MAX_SCALE = 100;

/** Returns the matrix, the opacity, and the visible part of a layer at a local frame, which can be fractional. */
export function placementAt(layer: VisualLayer, frame: number, context: PlacementContext): PlacedLayer {
  const { length, picture } = context;
  const changes = presetChangesAt(layer, frame, context);
  const matrix = affineOf(placementInPixels(layer, frame, context, changes), picture);
  const opacity = changes.reduce(
    (product, change) => (change.kind === 'opacity' ? product * change.factor : product),
    clamped(numberAt(keyframedValue(layer, 'opacity', frame, length)) ?? layer.opacity, 0, 1),
  );
  return { matrix, opacity: clamped(opacity, 0, 1), window: windowOf(changes, picture) };
}

/** Returns the position, the scale, and the rotation of a layer at a local frame. */
export function placementInPixels(
  layer: VisualLayer,
  frame: number,
  context: PlacementContext,
  changes = presetChangesAt(layer, frame, context),
): PlacementInPixels {
  const keyedPlacement = placementByKeys(layer, frame, context);
  const moved = changes.reduce((placement, change) => withPresetChange(placement, change), keyedPlacement);
  const { x, y } = slideOffset(keyedPlacement, changes, context);
  return { ...moved, x: moved.x + x, y: moved.y + y };
}

function presetChangesAt(
  { animations }: VisualLayer,
  frame: number,
  { length, rate }: PlacementContext,
): readonly PresetChange[] {
  return animations.flatMap((animation) =>
    animation.kind === 'preset' && animation.enabled ? [presetAt(animation, frame, length, rate)] : [],
  );
}

/** Returns the translation that aligns a layer without scale and rotation to whole pixels. */
function snapOffset(
  { placement }: VisualLayer,
  { frame, picture: shown, snapped: picture = shown }: PlacementContext,
): { readonly x: number; readonly y: number } {
  const { scale, rotation, origin, position, anchor } = placement;
  if (scale.across !== 1 || scale.down !== 1 || rotation !== 0) return { x: 0, y: 0 };
  const corner = {
    x: across(origin, frame) + across(position, frame) - picture.width / 2 - across(anchor, picture),
    y: down(origin, frame) + down(position, frame) - picture.height / 2 - down(anchor, picture),
  };
  return { x: halvesDown(corner.x) - corner.x, y: halvesDown(corner.y) - corner.y };
}

function placementByKeys(layer: VisualLayer, at: number, context: PlacementContext): PlacementInPixels {
  const { frame, picture, length } = context;
  const { placement } = layer;
  const position = pointAt(keyframedValue(layer, 'position', at, length) ?? constant(placement.position), frame);
  const anchor = pointAt(keyframedValue(layer, 'anchor', at, length) ?? constant(placement.anchor), picture);
  const scale = pairAt(keyframedValue(layer, 'scale', at, length) ?? constant(placement.scale));
  const snap = snapOffset(layer, context);
  return {
    x: across(placement.origin, frame) + position.x + snap.x,
    y: down(placement.origin, frame) + position.y + snap.y,
    anchorX: anchor.x,
    anchorY: anchor.y,
    scaleX: scale.across,
    scaleY: scale.down,
    rotation: numberAt(keyframedValue(layer, 'rotation', at, length)) ?? placement.rotation,
  };
}

function withPresetChange(placement: PlacementInPixels, change: PresetChange): PlacementInPixels {
  switch (change.kind) {
    case 'scale':
      return {
        ...placement,
        scaleX: clamped(placement.scaleX * change.factor, -MAX_SCALE, MAX_SCALE),
        scaleY: clamped(placement.scaleY * change.factor, -MAX_SCALE, MAX_SCALE),
      };
    case 'rotation':
      return { ...placement, rotation: placement.rotation + change.degrees };
    case 'opacity':
    case 'slide':
    case 'window':
    case 'text':
      return placement;
    default:
      return assertNever(change);
  }
}

/** Returns the offset of slide presets. The default distance moves the layer just outside of the frame. */
function slideOffset(
  placement: PlacementInPixels,
  changes: readonly PresetChange[],
  { frame, picture }: PlacementContext,
) {
  const offset = { x: 0, y: 0 };
  for (const change of changes) {
    if (change.kind !== 'slide') continue;
    const { x, y } = exitOffset(boundsOf(affineOf(placement, picture), picture), change.side, change.distance, frame);
    offset.x += change.part * x;
    offset.y += change.part * y;
  }
  return offset;
}

function exitOffset({ left, top, width, height }: Rect, side: Side, distance: Length | null, frame: Size) {
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

/** Combines windows. Each window is relative to the previous one. */
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

function constant<Value>(value: Value): Between<Value> {
  return { from: value, to: value, part: 0 };
}

function pointAt({ from, to, part }: Between<Point>, whole: Size): { readonly x: number; readonly y: number } {
  return {
    x: mixed(across(from, whole), across(to, whole), part),
    y: mixed(down(from, whole), down(to, whole), part),
  };
}

function pairAt({ from, to, part }: Between<Pair>): Pair {
  const within = (value: number) => clamped(value, -MAX_SCALE, MAX_SCALE);
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

/** Interpolates two numbers. Two equal numbers give this number, without rounding errors. */
function mixed(from: number, to: number, part: number): number {
  return from === to ? from : from + (to - from) * part;
}

function clamped(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/**
 * Returns the matrix of a placement. x = X + cos θ · s_x · (q_x − c_x) − sin θ · s_y · (q_y − c_y), and y = Y + sin θ ·
 * s_x · (q_x − c_x) + cos θ · s_y · (q_y − c_y), where c = (w ÷ 2 + anchor_x, h ÷ 2 + anchor_y).
 */
export function affineOf(placement: PlacementInPixels, picture: Size): Affine {
  const { x, y, scaleX, scaleY, rotation } = placement;
  const { cos, sin } = rotationOf(rotation);
  const centerX = picture.width / 2 + placement.anchorX;
  const centerY = picture.height / 2 + placement.anchorY;
  const [a, b, c, d] = [cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY];
  return { a, b, c, d, e: x - a * centerX - c * centerY, f: y - b * centerX - d * centerY };
}

/** Returns the bounding box of the transformed picture in the frame. */
export function boundsOf({ a, b, c, d, e, f }: Affine, { width, height }: Size): Rect {
  const left = e + Math.min(0, a * width) + Math.min(0, c * height);
  const right = e + Math.max(0, a * width) + Math.max(0, c * height);
  const top = f + Math.min(0, b * width) + Math.min(0, d * height);
  const bottom = f + Math.max(0, b * width) + Math.max(0, d * height);
  return { left, top, width: right - left, height: bottom - top };
}

/** Rounds to the nearest integer. Halves are rounded down, which means to the left or up. */
function halvesDown(value: number): number {
  return Math.ceil(value - 0.5);
}

/** Returns the cosine and the sine. They are exact at multiples of 90°, so that such layers stay on whole pixels. */
function rotationOf(degrees: number): { readonly cos: number; readonly sin: number } {
  const within = ((degrees % 360) + 360) % 360;
  if (within === 0) return { cos: 1, sin: 0 };
  if (within === 90) return { cos: 0, sin: 1 };
  if (within === 180) return { cos: -1, sin: 0 };
  if (within === 270) return { cos: 0, sin: -1 };
  const angle = (within * Math.PI) / 180;
  return { cos: Math.cos(angle), sin: Math.sin(angle) };
}

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** Returns the matrix that applies `inner` first, and then `outer`. */
export function multiplyAffine(outer: Affine, inner: Affine): Affine {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    ...placeVector(placeAt(outer, { x: inner.e, y: inner.f })),
  };
}

/** Transforms a point. */
export function placeAt({ a, b, c, d, e, f }: Affine, { x, y }: Vector): Vector {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Transforms an offset. The translation of the matrix is ignored. */
export function transformOffset({ a, b, c, d }: Affine, { x, y }: Vector): Vector {
  return { x: a * x + c * y, y: b * x + d * y };
}

/** Returns the inverse; null for a singular matrix, for example of a layer with the scale 0. */
export function inverted({ a, b, c, d, e, f }: Affine): Affine | null {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-12) return null;
  const back = { a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant };
  return { ...back, e: -(back.a * e + back.c * f), f: -(back.b * e + back.d * f) };
}

/** Returns whether a matrix mirrors the picture. */
export function isMirroring({ a, b, c, d }: Affine): boolean {
  return a * d - b * c < 0;
}

function placeVector({ x, y }: Vector): Pick<Affine, 'e' | 'f'> {
  return { e: x, f: y };
}

/** A rectangle in whole pixels of a picture. */
export interface PixelRect extends Size {
  readonly left: number;
  readonly top: number;
}

/** The crop and the scale of the frames of a source. */
export interface FittedSource {
  /** The visible part of the source in square pixels; null for the whole source. */
  readonly used: PixelRect | null;
  /** The size after scaling. */
  readonly scaled: Size;
  /** The part of the scaled source that becomes the picture of the layer. */
  readonly shown: PixelRect;
}

/**
 * Crops a source and fits it into its box according to `crop`, `fit`, and `focus`. All sides are multiples of `step`. A
 * plain video with chroma subsampling needs the step 2, because two pixels share their colors.
 * @param source The size of the source in square pixels.
 * @param frame The frame to which percentages refer.
 */
export function fitSource(
  source: Size,
  { box, fit, crop, focus }: Pick<FittedPicture, 'box' | 'fit' | 'crop' | 'focus'>,
  frame: Size,
  step: 1 | 2,
): FittedSource {
  const used = croppedTo(source, crop);
  const cropped = used ?? source;
  const requested = boxOf(cropped, box, frame);
  const { scaled, picture } = placeSource(cropped, requested, fit, step);
  const placed = (space: number, part: number): number => Math.round(space * part);
  return {
    used,
    scaled,
    shown: {
      ...picture,
      left: placed(scaled.width - picture.width, focus.across),
      top: placed(scaled.height - picture.height, focus.down),
    },
  };
}

function croppedTo(source: Size, { top, right, bottom, left }: Edges): PixelRect | null {
  const across = croppedSide(source.width, left, right);
  const down = croppedSide(source.height, top, bottom);
  if (across.length === source.width && down.length === source.height) return null;
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

/** Returns the part of a side after cropping, at least one pixel. */
function croppedSide(side: number, before: Length, after: Length): { readonly start: number; readonly length: number } {
  const start = Math.min(side - 1, Math.max(0, Math.round(inPixels(before, side))));
  const end = Math.min(side, Math.round(side - inPixels(after, side)));
  return { start, length: Math.max(1, end - start) };
}

/**
 * Returns the box in whole pixels. Without written sides, it is the frame. If one side is written, the other side
 * follows from the aspect ratio of the picture.
 */
function boxOf(source: Size, { width, height }: FittedPicture['box'], frame: Size): Size {
  // The container of a layer in a group or a mask can have fractional sides.
  if (width === null && height === null) return { width: whole(frame.width), height: whole(frame.height) };
  const across = width === null ? null : inPixels(width, frame.width);
  const down = height === null ? null : inPixels(height, frame.height);
  return {
    width: whole(across ?? ((down ?? 0) * source.width) / source.height),
    height: whole(down ?? ((across ?? 0) * source.height) / source.width),
  };
}

function whole(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}
