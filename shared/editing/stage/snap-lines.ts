import type { NodeId } from '../../template/document/document.ts';
import type { Size } from '../../template/values/placement.ts';
import { boundsOfBox, type LayerBox } from '../../timeline/boxes.ts';
import type { Rect } from '../../timeline/layer-state.ts';
import { type SafeArea, safeRects } from './safe-areas.ts';

export type Axis = 'x' | 'y';

/** Which place of something a line goes through: its left or upper edge, its middle, its right or lower edge. */
export type LinePlace = 'start' | 'middle' | 'end';

/** What a guide touches, for its name. */
export type Touched =
  | { readonly kind: 'frame' | 'action-area' | 'title-area'; readonly place: LinePlace }
  | { readonly kind: 'layer'; readonly layer: NodeId; readonly place: LinePlace };

/** A line across the frame that something can lie on: where it crosses the axis. */
export interface SnapLine {
  readonly at: number;
  readonly touched: Touched;
  /** What it belongs to, along the line. */
  readonly from: number;
  readonly to: number;
}

/** What else there is in the frame, for what is dragged. */
export interface SnapGround {
  readonly x: readonly SnapLine[];
  readonly y: readonly SnapLine[];
  /** Other layers, upright: for equal gaps. */
  readonly others: readonly Rect[];
}

/**
 * What a layer can snap to: the frame, the safe areas that are shown, and the other layers.
 * @param dragged Which layers move; those in them and around them do not count.
 */
export function snapGround(
  boxes: readonly LayerBox[],
  dragged: readonly NodeId[],
  frame: Size,
  safeAreas: SafeArea | null,
): SnapGround {
  const moving = new Set(dragged);
  const around = new Set(boxes.filter(({ layer }) => moving.has(layer.id)).flatMap(({ groups }) => groups));
  const others = boxes.filter(
    ({ layer, groups, isPlayed }) =>
      isPlayed && !moving.has(layer.id) && !around.has(layer.id) && !groups.some((group) => moving.has(group)),
  );
  const rects = others.map((box) => ({ id: box.layer.id, rect: boundsOfBox(box) }));
  const whole = { left: 0, top: 0, ...frame };
  const areas = safeAreas === null ? [] : safeRects(safeAreas, frame);
  const lines = (axis: Axis) =>
    withoutDoubles([
      ...linesOf(whole, axis, (place) => ({ kind: 'frame', place })),
      ...areas.flatMap(({ kind, rect }) =>
        linesOf(rect, axis, (place) => ({ kind, place })).filter(({ touched }) => touched.place !== 'middle'),
      ),
      ...rects.flatMap(({ id, rect }) => linesOf(rect, axis, (place) => ({ kind: 'layer', layer: id, place }))),
    ]);
  return { x: lines('x'), y: lines('y'), others: rects.map(({ rect }) => rect) };
}

/** Its beginning and length along an axis. */
export function alongAxis(rect: Rect, axis: Axis): { readonly start: number; readonly length: number } {
  return axis === 'x' ? { start: rect.left, length: rect.width } : { start: rect.top, length: rect.height };
}

export function otherAxis(axis: Axis): Axis {
  return axis === 'x' ? 'y' : 'x';
}

/** Where the places of a rectangle are along an axis. */
export function placesOf(rect: Rect, axis: Axis): Readonly<Record<LinePlace, number>> {
  const { start, length } = alongAxis(rect, axis);
  return { start, middle: start + length / 2, end: start + length };
}

function linesOf(rect: Rect, axis: Axis, touched: (place: LinePlace) => Touched): readonly SnapLine[] {
  const places = placesOf(rect, axis);
  const { start, length } = alongAxis(rect, otherAxis(axis));
  return (['start', 'middle', 'end'] as const).map((place) => ({
    at: places[place],
    touched: touched(place),
    from: start,
    to: start + length,
  }));
}

/** Of lines in one place the first: that of the frame before those of layers that fill it. */
function withoutDoubles(lines: readonly SnapLine[]): readonly SnapLine[] {
  const kept: SnapLine[] = [];
  for (const line of lines) if (!kept.some(({ at }) => Math.abs(at - line.at) < 0.01)) kept.push(line);
  return kept;
}
