import type { Size } from '../../template/values/placement.ts';
import { boundsAround, boundsOfBox, type LayerBox } from '../../timeline/boxes.ts';
import type { Rect } from '../../timeline/layer-state.ts';
import type { Vector } from '../../timeline/placement.ts';
import { type Axis, alongAxis, type LinePlace, placesOf } from './snap.ts';

/** A way to arrange layers along an axis: by an edge, by the middle, or with equal gaps. */
export type Alignment =
  | { readonly kind: 'align'; readonly axis: Axis; readonly place: LinePlace }
  | { readonly kind: 'distribute'; readonly axis: Axis };

/**
 * Returns the minimum number of layers: one for an alignment, because a single layer is aligned with the frame; three
 * for a distribution.
 */
export function minLayersFor({ kind }: Alignment): number {
  return kind === 'align' ? 1 : 3;
}

/**
 * Returns the offset of each layer, in order, in pixels of the movie. Several layers are aligned with their common
 * bounds, and a single layer with the frame. A distribution keeps the outermost layers in place. If the space is
 * insufficient, the layers overlap evenly.
 */
export function alignmentOffsets(boxes: readonly LayerBox[], alignment: Alignment, frame: Size): readonly Vector[] {
  const rects = boxes.map(boundsOfBox);
  const offsets =
    alignment.kind === 'align'
      ? alignedBy(rects, alignment.axis, alignment.place, frame)
      : distributedBy(rects, alignment.axis);
  return offsets.map((offset) => (alignment.axis === 'x' ? { x: offset, y: 0 } : { x: 0, y: offset }));
}

function alignedBy(rects: readonly Rect[], axis: Axis, place: LinePlace, frame: Size): readonly number[] {
  const target = placesOf(rects.length === 1 ? { left: 0, top: 0, ...frame } : boundsAround(rects), axis)[place];
  return rects.map((rect) => target - placesOf(rect, axis)[place]);
}

function distributedBy(rects: readonly Rect[], axis: Axis): readonly number[] {
  const places = rects.map((rect, index) => ({ index, ...alongAxis(rect, axis) }));
  const order = places.toSorted((one, other) => one.start + one.length / 2 - other.start - other.length / 2);
  const [first, last] = [order[0], order.at(-1)];
  if (first === undefined || last === undefined || order.length < 3) return rects.map(() => 0);
  const occupied = order.reduce((sum, { length }) => sum + length, 0);
  const gap = (last.start + last.length - first.start - occupied) / (order.length - 1);
  const offsets = rects.map(() => 0);
  let at = first.start;
  for (const { index, start, length } of order) {
    offsets[index] = index === last.index ? 0 : at - start;
    at += length + gap;
  }
  return offsets;
}
