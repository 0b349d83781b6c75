import type { Layer } from '../../template/movie/movie.ts';
import { drawnPropertiesOf } from '../../template/movie/movie-kinds.ts';
import type { KeyProperty } from '../../template/values/animation.ts';
import { type Edges, inPixels, type Length, type Pair, type Point, percent } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import { type Between, keyframedValue } from '../../timeline/animation.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import { inverted, isMirroring, placeAt, transformOffset, type Vector } from '../../timeline/placement.ts';

/** The result of a gesture on a layer: the attributes that change. */
export interface LayerChange {
  readonly position?: Point;
  readonly anchor?: Point;
  readonly scale?: Pair;
  /** The rotation in degrees, clockwise. */
  readonly rotation?: number;
  readonly width?: Length;
  readonly height?: Length;
  /** The font size of a text. */
  readonly size?: number;
  readonly crop?: Edges;
}

export type ChangedName = keyof LayerChange;

/** The attributes that a gesture can change, in the order in which they are written. */
export const CHANGED_NAMES = [
  'position',
  'anchor',
  'scale',
  'rotation',
  'width',
  'height',
  'size',
  'crop',
] as const satisfies readonly ChangedName[];

/** The effect of dragging the handles of a layer. */
export type Scaling =
  /** Changes `scale`, which enlarges the picture. */
  | 'scale'
  /** Changes `width` and `height` of the box. */
  | 'box'
  /** Side handles change the box of a text and thus its layout. Corner handles change its font size. */
  | 'text';

export function scalingOf(layer: Layer): Scaling {
  if (layer.kind === 'text') return 'text';
  // A path has the same size in any box.
  const isPath = layer.kind === 'shape' && layer.outline.kind === 'path';
  return !isPath && drawnPropertiesOf(layer.kind).includes('width') ? 'box' : 'scale';
}

/** The number of decimals of written lengths. Any further decimal would be invisible. */
const DECIMALS = { px: 2, '%': 4 } as const;

/** Converts pixels to the unit of another length. `whole` is the size that is 100 percent. */
export function lengthLike(pixels: number, { unit }: Pick<Length, 'unit'>, whole: number): Length {
  return { amount: rounded(unit === '%' ? (pixels * 100) / whole : pixels, DECIMALS[unit]), unit };
}

/** Rounds a number and replaces negative zero by zero. */
export function rounded(value: number, figures: number): number {
  const factor = 10 ** figures;
  return Math.round(value * factor) / factor + 0;
}

/** A corner or the middle of a side of a picture. −1 is left or top, 1 is right or bottom, and 0 is the middle. */
export interface StageHandle {
  readonly across: -1 | 0 | 1;
  readonly down: -1 | 0 | 1;
}

/** All handles, clockwise from the upper left corner. */
export const HANDLES: readonly StageHandle[] = [
  { across: -1, down: -1 },
  { across: 0, down: -1 },
  { across: 1, down: -1 },
  { across: 1, down: 0 },
  { across: 1, down: 1 },
  { across: 0, down: 1 },
  { across: -1, down: 1 },
  { across: -1, down: 0 },
];

export function isCorner({ across, down }: StageHandle): boolean {
  return across !== 0 && down !== 0;
}

export function handleInPicture({ shown }: Pick<LayerBox, 'shown'>, { across, down }: StageHandle): Vector {
  return { x: shown.left + (shown.width * (across + 1)) / 2, y: shown.top + (shown.height * (down + 1)) / 2 };
}

/** Returns the position of a handle in the frame of the movie. */
export function handlePlace(box: Pick<LayerBox, 'shown' | 'matrix'>, handle: StageHandle): Vector {
  return placeAt(box.matrix, handleInPicture(box, handle));
}

/** Returns the position of the pivot in the frame of the movie. */
export function pivotPlace(box: LayerBox): Vector {
  return placeAt(box.outer, pivotOutside(box, currentPlacement(box)));
}

/** Returns the position of the rotation handle, at a distance above the upper side of the picture. */
export function rotationHandlePlace(box: LayerBox, distance: number): Vector {
  const top = handlePlace(box, { across: 0, down: -1 });
  const bottom = handlePlace(box, { across: 0, down: 1 });
  const length = Math.hypot(top.x - bottom.x, top.y - bottom.y);
  if (length < 1e-6) return { x: top.x, y: top.y - distance };
  const part = distance / length;
  return { x: top.x + (top.x - bottom.x) * part, y: top.y + (top.y - bottom.y) * part };
}

/** Returns the direction of a handle on the screen for its cursor, in steps of 45 degrees clockwise from the top. */
export function handleDirection(box: Pick<LayerBox, 'shown' | 'matrix'>, handle: StageHandle): number {
  const middle = handlePlace(box, { across: 0, down: 0 });
  const place = handlePlace(box, handle);
  const angle = Math.atan2(place.x - middle.x, middle.y - place.y);
  return (Math.round(angle / (Math.PI / 4)) + 8) % 8;
}

/** The placement of a layer by its attributes and keyframes, without the effect of presets. */
export interface CurrentPlacement {
  /** The position relative to the origin of the position, in pixels. */
  readonly position: Vector;
  /** The pivot relative to the middle of the picture, in pixels. */
  readonly anchor: Vector;
  readonly scale: Pair;
  readonly rotation: number;
  /** The written values. Between two keyframes, the values have the units of the first keyframe. */
  readonly written: { readonly position: Point; readonly anchor: Point };
}

/** Returns the keyframe property that animates an attribute; null if it cannot be animated. */
export function keyNameOf(name: ChangedName): KeyProperty | null {
  if (name === 'size') return 'fontsize';
  return name === 'crop' ? null : name;
}

/** Returns whether keyframes set an attribute. */
export function isKeyed(layer: Layer, name: ChangedName): boolean {
  const property = keyNameOf(name);
  if (property === null) return false;
  return layer.animations.some(
    (animation) =>
      animation.kind === 'custom' &&
      animation.enabled &&
      animation.keys.some(({ values }) => values[property] !== undefined),
  );
}

export function currentPlacement({ layer, localFrame, length, frame, size }: LayerBox): CurrentPlacement {
  const { placement } = layer;
  const position = keyframedValue(layer, 'position', localFrame, length) ?? constant(placement.position);
  const anchor = keyframedValue(layer, 'anchor', localFrame, length) ?? constant(placement.anchor);
  const scale = keyframedValue(layer, 'scale', localFrame, length) ?? constant(placement.scale);
  const rotation = keyframedValue(layer, 'rotation', localFrame, length) ?? constant(placement.rotation);
  const [place, pivot] = [between(position, frame), between(anchor, size)];
  return {
    position: place,
    anchor: pivot,
    scale: {
      across: mixed(scale.from.across, scale.to.across, scale.part),
      down: mixed(scale.from.down, scale.to.down, scale.part),
    },
    rotation: mixed(rotation.from, rotation.to, rotation.part),
    written: {
      position: writtenPoint(position, place, frame),
      anchor: anchorUnits(layer, writtenPoint(anchor, pivot, size)),
    },
  };
}

export function pivotInPicture({ size }: LayerBox, { anchor }: Pick<CurrentPlacement, 'anchor'>): Vector {
  return { x: size.width / 2 + anchor.x, y: size.height / 2 + anchor.y };
}

/** Returns the position of the pivot in the container of the layer. */
export function pivotOutside(box: LayerBox, now: CurrentPlacement): Vector {
  return placeAt(box.state.matrix, pivotInPicture(box, now));
}

/**
 * Converts a pivot at its default to percent. A pivot that the user moves to a corner then stays there when the size of
 * the picture changes.
 */
function anchorUnits({ placement }: Layer, written: Point): Point {
  const { across, down } = placement.anchor;
  const isAtRest = across.amount === 0 && down.amount === 0;
  return isAtRest && written === placement.anchor ? { across: percent(0), down: percent(0) } : written;
}

function between({ from, to, part }: Between<Point>, whole: Size): Vector {
  const mix = (one: Length, other: Length, side: number) => mixed(inPixels(one, side), inPixels(other, side), part);
  return { x: mix(from.across, to.across, whole.width), y: mix(from.down, to.down, whole.height) };
}

function writtenPoint({ from, to, part }: Between<Point>, now: Vector, whole: Size): Point {
  if (part === 0 || from === to) return from;
  return { across: lengthLike(now.x, from.across, whole.width), down: lengthLike(now.y, from.down, whole.height) };
}

function constant<Value>(value: Value): Between<Value> {
  return { from: value, to: value, part: 0 };
}

function mixed(from: number, to: number, part: number): number {
  return from === to ? from : from + (to - from) * part;
}

/**
 * Returns the change of a layer that moves by an offset in the frame of the movie; empty if the scale of its container
 * is zero.
 */
export function moveChange(box: LayerBox, by: Vector): LayerChange {
  const back = inverted(box.outer);
  return back === null ? {} : moveInContainer(box, transformOffset(back, by));
}

/**
 * Returns the change for an offset in the container of the layer. A coordinate that does not move keeps its notation.
 */
export function moveInContainer(box: LayerBox, offset: Vector): LayerChange {
  const { position, written } = currentPlacement(box);
  const { frame } = box;
  const along = (length: Length, from: number, by: number, whole: number): Length =>
    Math.abs(by) < 1e-9 ? length : lengthLike(from + by, length, whole);
  const to = {
    across: along(written.position.across, position.x, offset.x, frame.width),
    down: along(written.position.down, position.y, offset.y, frame.height),
  };
  return to.across === written.position.across && to.down === written.position.down ? {} : { position: to };
}

/**
 * Returns the change for a typed position in pixels, relative to the origin of the position. Null keeps a coordinate.
 */
export function moveToChange(box: LayerBox, x: number | null, y: number | null): LayerChange {
  const { position } = currentPlacement(box);
  return moveInContainer(box, { x: x === null ? 0 : x - position.x, y: y === null ? 0 : y - position.y });
}

/** The angle between two steps of a rotation, in degrees. */
const ROTATION_STEP = 15;

/**
 * Returns the change of a layer when a pointer moves from one point of the frame to another and rotates it around its
 * pivot.
 */
export function rotateChange(box: LayerBox, from: Vector, to: Vector, inSteps: boolean): LayerChange {
  const pivot = pivotPlace(box);
  const before = Math.atan2(from.y - pivot.y, from.x - pivot.x);
  const after = Math.atan2(to.y - pivot.y, to.x - pivot.x);
  const turn = (((((after - before) * 180) / Math.PI + 180) % 360) + 360) % 360;
  const degrees = (turn - 180) * (isMirroring(box.outer) ? -1 : 1);
  const { rotation } = currentPlacement(box);
  const requested = rotation + degrees;
  return rotateToChange(box, inSteps ? Math.round(requested / ROTATION_STEP) * ROTATION_STEP : requested);
}

/** Returns the change for a rotation to an angle. */
export function rotateToChange(box: LayerBox, degrees: number): LayerChange {
  const rotation = rounded(degrees, 1);
  return rotation === currentPlacement(box).rotation ? {} : { rotation };
}

/**
 * Returns the change of a layer when its pivot moves to a point of the frame. The picture stays in place. The pivot
 * snaps to the corners of the picture, and to the middles of the picture and its sides.
 */
export function pivotChange(box: LayerBox, to: Vector, tolerance: number): LayerChange {
  const backFromOuter = inverted(box.outer);
  const back = inverted(box.matrix);
  if (back === null || backFromOuter === null) return {};
  const places = [...HANDLES, { across: 0, down: 0 } as const].map((handle) => handlePlace(box, handle));
  const snapped = places.find(({ x, y }) => Math.hypot(x - to.x, y - to.y) <= tolerance) ?? to;
  const { size, frame } = box;
  const now = currentPlacement(box);
  const inside = placeAt(back, snapped);
  const { across, down } = now.written.anchor;
  const like = (pixels: number, length: Length, whole: number) => lengthLike(pixels, length, whole);
  const anchor = {
    across: like(inside.x - size.width / 2, across, size.width),
    down: like(inside.y - size.height / 2, down, size.height),
  };
  const pivot = pivotOutside(box, now);
  const place = placeAt(backFromOuter, snapped);
  const offset = { x: rounded(place.x - pivot.x, 2), y: rounded(place.y - pivot.y, 2) };
  return frame.width === 0 ? {} : { anchor, ...moveInContainer(box, offset) };
}
