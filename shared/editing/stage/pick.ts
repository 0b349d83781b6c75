import type { NodeId } from '../../template/document/document.ts';
import { boundsOfBox, type LayerBox } from '../../timeline/boxes.ts';
import type { Rect } from '../../timeline/layer-state.ts';
import { inverted, placeAt, type Vector } from '../../timeline/placement.ts';

/**
 * What can be selected at a place of the film, from the topmost: the layer that is seen there, or the group around it. A
 * group is one thing until it is opened.
 * @param open The groups that are open, from the outermost.
 */
export function pickedAt(boxes: readonly LayerBox[], place: Vector, open: readonly NodeId[]): readonly NodeId[] {
  const hits = boxes.toReversed().filter((box) => box.layer.kind !== 'group' && box.isPlayed && isIn(box, place));
  return [...new Set(hits.map((box) => atLevel(chainOf(box), open)))];
}

/** The next one beneath what is selected; from the lowest to the topmost again. */
export function pickedBeneath(picked: readonly NodeId[], selected: NodeId | null): NodeId | null {
  const at = selected === null ? -1 : picked.indexOf(selected);
  if (at === -1) return picked[1] ?? picked[0] ?? null;
  return picked[(at + 1) % picked.length] ?? null;
}

/** One step further in at a place: what stands in the group that is selected, or itself where it holds nothing there. */
export function pickedInside(boxes: readonly LayerBox[], place: Vector, selected: NodeId): NodeId {
  const hits = boxes.toReversed().filter((box) => box.layer.kind !== 'group' && box.isPlayed && isIn(box, place));
  const chain = hits.map(chainOf).find((each) => each.includes(selected));
  return chain?.[chain.indexOf(selected) + 1] ?? selected;
}

/** What lies in an area at least in part, from the lowest; a group is one thing. */
export function pickedWithin(boxes: readonly LayerBox[], area: Rect): readonly NodeId[] {
  const hits = boxes.filter((box) => box.layer.kind !== 'group' && box.isPlayed && box.row.opacity > 0);
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

/** The groups around a layer, from the outermost; those are open while it is selected. */
export function groupsAround(boxes: readonly LayerBox[], selected: NodeId | null): readonly NodeId[] {
  return boxes.find(({ layer }) => layer.id === selected)?.groups ?? [];
}

/** Whether a place of the film lies in the picture of a layer, and in the part of it that is seen. */
function isIn({ matrix, size, row }: LayerBox, place: Vector): boolean {
  const back = inverted(matrix);
  if (back === null || row.opacity <= 0) return false;
  const { x, y } = placeAt(back, place);
  return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
}

function chainOf({ groups, layer }: LayerBox): readonly NodeId[] {
  return [...groups, layer.id];
}

/** What stands for a layer while those groups are open: the outermost around it that is not. */
function atLevel(chain: readonly NodeId[], open: readonly NodeId[]): NodeId {
  let level = 0;
  while (level < open.length && level < chain.length - 1 && chain[level] === open[level]) level++;
  return chain[level] as NodeId;
}
