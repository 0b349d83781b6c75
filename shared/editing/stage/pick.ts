import type { NodeId } from '../../template/document/document.ts';
import { boundsOfBox, type LayerBox } from '../../timeline/boxes.ts';
import type { Rect } from '../../timeline/layer-state.ts';
import { inverted, placeAt, type Vector } from '../../timeline/placement.ts';

/**
 * Returns the selectable layers at a point of the frame, topmost first: visible layers, or the closed groups that
 * contain them.
 * @param open The open groups, outermost first.
 */
export function pickedAt(boxes: readonly LayerBox[], place: Vector, open: readonly NodeId[]): readonly NodeId[] {
  const hits = boxes
    .toReversed()
    .filter((box) => box.layer.kind !== 'group' && box.isPlayed && containsPoint(box, place));
  return [...new Set(hits.map((box) => atLevel(chainOf(box), open)))];
}

/**
 * Returns the layer below the selected layer; null if no layer was hit. Below the lowest layer, returns the topmost. If
 * the selected layer was not hit, returns the second layer from the top.
 */
export function pickedBeneath(picked: readonly NodeId[], selected: NodeId | null): NodeId | null {
  const at = selected === null ? -1 : picked.indexOf(selected);
  if (at === -1) return picked[1] ?? picked[0] ?? null;
  return picked[(at + 1) % picked.length] ?? null;
}

/**
 * Returns the layer at a point, one level deeper than the selection: a member of the selected group, or the selected
 * layer itself if it has no member there.
 */
export function pickedInside(boxes: readonly LayerBox[], place: Vector, selected: NodeId): NodeId {
  const hits = boxes
    .toReversed()
    .filter((box) => box.layer.kind !== 'group' && box.isPlayed && containsPoint(box, place));
  const chain = hits.map(chainOf).find((candidate) => candidate.includes(selected));
  return chain?.[chain.indexOf(selected) + 1] ?? selected;
}

/** Returns the layers that are at least partly in an area, lowest first. A group counts as one layer. */
export function pickedWithin(boxes: readonly LayerBox[], area: Rect): readonly NodeId[] {
  const hits = boxes.filter((box) => box.layer.kind !== 'group' && box.isPlayed && box.state.opacity > 0);
  const inside = hits.filter((box) => overlap(boundsOfBox(box), area));
  return [...new Set(inside.map((box) => atLevel(chainOf(box), [])))];
}

function overlap(one: Rect, other: Rect): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** Returns the groups that contain a layer, outermost first. These groups are open while the layer is selected. */
export function groupsAround(boxes: readonly LayerBox[], selected: NodeId | null): readonly NodeId[] {
  return boxes.find(({ layer }) => layer.id === selected)?.groups ?? [];
}

/** Returns whether a point of the frame is inside the visible picture of a layer. */
function containsPoint({ matrix, size, state: row }: LayerBox, place: Vector): boolean {
  const back = inverted(matrix);
  if (back === null || row.opacity <= 0) return false;
  const { x, y } = placeAt(back, place);
  return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
}

function chainOf({ groups, layer }: LayerBox): readonly NodeId[] {
  return [...groups, layer.id];
}

/** Returns the element to pick for a layer: its outermost closed ancestor, or the layer itself. */
function atLevel(chain: readonly NodeId[], open: readonly NodeId[]): NodeId {
  let level = 0;
  while (level < open.length && level < chain.length - 1 && chain[level] === open[level]) level++;
  return chain[level] as NodeId;
}
