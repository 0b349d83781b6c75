import type { Layer } from '../../template/movie/movie.ts';
import type { KeyProperty } from '../../template/values/animation.ts';
import { inPixels, type Length, type Pair, type Point, percent } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import { type Between, keyed } from '../../timeline/animation.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import { placeAt, type Vector } from '../../timeline/placement.ts';
import { type ChangedName, lengthLike } from './layer-change.ts';

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
