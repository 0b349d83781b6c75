import type { Layer } from '../../template/movie/movie.ts';
import type { KeyProperty } from '../../template/values/animation.ts';
import { type Edges, inPixels, type Length, type Pair, type Point, percent } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import { type Between, keyed } from '../../timeline/animation.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import { inverted, isMirroring, placeAt, type Vector, wayBy } from '../../timeline/placement.ts';

/** What a gesture makes of a layer: the attributes that get another value, and no others. */
export interface LayerChange {
  readonly position?: Point;
  readonly anchor?: Point;
  readonly scale?: Pair;
  /** Degrees, clockwise. */
  readonly rotation?: number;
  readonly width?: Length;
  readonly height?: Length;
  /** Of a text's letters. */
  readonly size?: number;
  readonly crop?: Edges;
}

export type ChangedName = keyof LayerChange;

/** In which order they are written. */
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

/** How a layer becomes larger or smaller by its handles. */
export type Scaling =
  /** The layer's `scale`: its picture as it is, enlarged. */
  | 'scale'
  /** `width` and `height` of the box that it fills. */
  | 'box'
  /** A text: sides change the box, in which it is laid out anew, corners the size of its letters. */
  | 'text';

export function scalingOf(layer: Layer): Scaling {
  switch (layer.kind) {
    case 'text':
      return 'text';
    case 'solid':
      return 'box';
    case 'shape':
      // A path is drawn in pixels, however large its box is.
      return layer.outline.kind === 'path' ? 'scale' : 'box';
    default:
      return 'scale';
  }
}

/** Finer than anybody sees. */
const FIGURES = { px: 2, '%': 4 } as const;

/** So many pixels in the unit of another length; `whole` is what percentages are of. */
export function lengthLike(pixels: number, { unit }: Pick<Length, 'unit'>, whole: number): Length {
  return { amount: rounded(unit === '%' ? (pixels * 100) / whole : pixels, FIGURES[unit]), unit };
}

/** Without a negative zero, which would be written. */
export function rounded(value: number, figures: number): number {
  const factor = 10 ** figures;
  return Math.round(value * factor) / factor + 0;
}

/** A corner or the middle of a side of a picture: −1 for left and upper, 1 for right and lower, 0 between. */
export interface Handle {
  readonly across: -1 | 0 | 1;
  readonly down: -1 | 0 | 1;
}

/** From the upper left corner, clockwise. */
export const HANDLES: readonly Handle[] = [
  { across: -1, down: -1 },
  { across: 0, down: -1 },
  { across: 1, down: -1 },
  { across: 1, down: 0 },
  { across: 1, down: 1 },
  { across: 0, down: 1 },
  { across: -1, down: 1 },
  { across: -1, down: 0 },
];

export function isCorner({ across, down }: Handle): boolean {
  return across !== 0 && down !== 0;
}

/** Where a handle lies in the picture. */
export function handleInPicture({ shown }: Pick<LayerBox, 'shown'>, { across, down }: Handle): Vector {
  return { x: shown.left + (shown.width * (across + 1)) / 2, y: shown.top + (shown.height * (down + 1)) / 2 };
}

/** Where a handle lies in the frame of the film. */
export function handlePlace(box: Pick<LayerBox, 'shown' | 'matrix'>, handle: Handle): Vector {
  return placeAt(box.matrix, handleInPicture(box, handle));
}

/** Where the pivot lies in the frame of the film. */
export function pivotPlace(box: LayerBox): Vector {
  return placeAt(box.outer, pivotOutside(box, placedNow(box)));
}

/** Where the handle for turning lies: so far outside of the upper side, away from the picture. */
export function turningPlace(box: LayerBox, distance: number): Vector {
  const top = handlePlace(box, { across: 0, down: -1 });
  const bottom = handlePlace(box, { across: 0, down: 1 });
  const length = Math.hypot(top.x - bottom.x, top.y - bottom.y);
  if (length < 1e-6) return { x: top.x, y: top.y - distance };
  const part = distance / length;
  return { x: top.x + (top.x - bottom.x) * part, y: top.y + (top.y - bottom.y) * part };
}

/** Which way a handle points on screen, in steps of 45 degrees clockwise from upwards: what cursor it has. */
export function handleDirection(box: Pick<LayerBox, 'shown' | 'matrix'>, handle: Handle): number {
  const middle = handlePlace(box, { across: 0, down: 0 });
  const place = handlePlace(box, handle);
  const angle = Math.atan2(place.x - middle.x, middle.y - place.y);
  return (Math.round(angle / (Math.PI / 4)) + 8) % 8;
}

/** Where a layer lies in its frame, by its own attributes and keys: without what presets add for a while. */
export interface PlacedNow {
  /** From its origin, in pixels. */
  readonly position: Vector;
  /** From the middle of its picture, in pixels. */
  readonly anchor: Vector;
  readonly scale: Pair;
  readonly rotation: number;
  /** The same as it is written; between two keys in the units of the first. */
  readonly written: { readonly position: Point; readonly anchor: Point };
}

/** What keys call an attribute. */
export function keyNameOf(name: ChangedName): KeyProperty | null {
  if (name === 'size') return 'fontsize';
  return name === 'crop' ? null : name;
}

/** Whether keys say what an attribute is. */
export function isKeyed(layer: Layer, name: ChangedName): boolean {
  const property = keyNameOf(name);
  if (property === null) return false;
  return layer.animations.some(
    (each) => each.kind === 'custom' && each.enabled && each.keys.some(({ values }) => values[property] !== undefined),
  );
}

export function placedNow({ layer, own, length, frame, size }: LayerBox): PlacedNow {
  const { placement } = layer;
  const position = keyed(layer, 'position', own, length) ?? resting(placement.position);
  const anchor = keyed(layer, 'anchor', own, length) ?? resting(placement.anchor);
  const scale = keyed(layer, 'scale', own, length) ?? resting(placement.scale);
  const rotation = keyed(layer, 'rotation', own, length) ?? resting(placement.rotation);
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
      position: writtenNow(position, place, frame),
      anchor: anchorUnits(layer, writtenNow(anchor, pivot, size)),
    },
  };
}

/** The pivot of a layer in its picture. */
export function pivotInPicture({ size }: LayerBox, { anchor }: Pick<PlacedNow, 'anchor'>): Vector {
  return { x: size.width / 2 + anchor.x, y: size.height / 2 + anchor.y };
}

/** The pivot of a layer in what it is placed in. */
export function pivotOutside(box: LayerBox, now: PlacedNow): Vector {
  return placeAt(box.row.matrix, pivotInPicture(box, now));
}

/** A pivot that nobody has moved is written in percentages: it stays at its corner when the picture gets another size. */
function anchorUnits({ placement }: Layer, written: Point): Point {
  const { across, down } = placement.anchor;
  const isAtRest = across.amount === 0 && down.amount === 0;
  return isAtRest && written === placement.anchor ? { across: percent(0), down: percent(0) } : written;
}

function between({ from, to, part }: Between<Point>, whole: Size): Vector {
  const mix = (one: Length, other: Length, side: number) => mixed(inPixels(one, side), inPixels(other, side), part);
  return { x: mix(from.across, to.across, whole.width), y: mix(from.down, to.down, whole.height) };
}

function writtenNow({ from, to, part }: Between<Point>, now: Vector, whole: Size): Point {
  if (part === 0 || from === to) return from;
  return { across: lengthLike(now.x, from.across, whole.width), down: lengthLike(now.y, from.down, whole.height) };
}

function resting<Value>(value: Value): Between<Value> {
  return { from: value, to: value, part: 0 };
}

function mixed(from: number, to: number, part: number): number {
  return from === to ? from : from + (to - from) * part;
}

/** What a layer becomes that is moved so far in the frame of the film; nothing where that is nowhere. */
export function moved(box: LayerBox, by: Vector): LayerChange {
  const back = inverted(box.outer);
  return back === null ? {} : movedInside(box, wayBy(back, by));
}

/** The same by a way in what the layer is placed in. A side that does not move stays as it is written. */
export function movedInside(box: LayerBox, way: Vector): LayerChange {
  const { position, written } = placedNow(box);
  const { frame } = box;
  const along = (length: Length, from: number, by: number, whole: number): Length =>
    Math.abs(by) < 1e-9 ? length : lengthLike(from + by, length, whole);
  const to = {
    across: along(written.position.across, position.x, way.x, frame.width),
    down: along(written.position.down, position.y, way.y, frame.height),
  };
  return to.across === written.position.across && to.down === written.position.down ? {} : { position: to };
}

/** What a layer becomes whose position is typed: pixels from its origin, null for what stays. */
export function movedTo(box: LayerBox, x: number | null, y: number | null): LayerChange {
  const { position } = placedNow(box);
  return movedInside(box, { x: x === null ? 0 : x - position.x, y: y === null ? 0 : y - position.y });
}

/** In degrees. */
const STEP = 15;

/** What a layer becomes that a pointer turns around its pivot, from one place of the film to another. */
export function turned(box: LayerBox, from: Vector, to: Vector, inSteps: boolean): LayerChange {
  const pivot = pivotPlace(box);
  const before = Math.atan2(from.y - pivot.y, from.x - pivot.x);
  const after = Math.atan2(to.y - pivot.y, to.x - pivot.x);
  const way = (((((after - before) * 180) / Math.PI + 180) % 360) + 360) % 360;
  const degrees = (way - 180) * (isMirroring(box.outer) ? -1 : 1);
  const { rotation } = placedNow(box);
  const requested = rotation + degrees;
  return turnedTo(box, inSteps ? Math.round(requested / STEP) * STEP : requested);
}

/** The same to an angle. */
export function turnedTo(box: LayerBox, degrees: number): LayerChange {
  const rotation = rounded(degrees, 1);
  return rotation === placedNow(box).rotation ? {} : { rotation };
}

/**
 * What a layer becomes whose pivot is put to a place of the film: what is seen of it stays where it is. It goes to a corner,
 * to the middle of a side or of the picture where that is near.
 */
export function pivoted(box: LayerBox, to: Vector, tolerance: number): LayerChange {
  const backFromOuter = inverted(box.outer);
  const back = inverted(box.matrix);
  if (back === null || backFromOuter === null) return {};
  const places = [...HANDLES, { across: 0, down: 0 } as const].map((handle) => handlePlace(box, handle));
  const near = places.find(({ x, y }) => Math.hypot(x - to.x, y - to.y) <= tolerance) ?? to;
  const { size, frame } = box;
  const now = placedNow(box);
  const inside = placeAt(back, near);
  const { across, down } = now.written.anchor;
  const like = (pixels: number, length: Length, whole: number) => lengthLike(pixels, length, whole);
  const anchor = {
    across: like(inside.x - size.width / 2, across, size.width),
    down: like(inside.y - size.height / 2, down, size.height),
  };
  const pivot = pivotOutside(box, now);
  const place = placeAt(backFromOuter, near);
  const way = { x: rounded(place.x - pivot.x, 2), y: rounded(place.y - pivot.y, 2) };
  return frame.width === 0 ? {} : { anchor, ...movedInside(box, way) };
}
