import type { NodeId } from '#shared/template/document/document.ts';
import type { ClipBox } from './clips.ts';

/** What of a scene is at a point of the lanes. */
export interface ClipHit {
  readonly box: ClipBox;
  readonly zone: 'start' | 'end' | 'body';
}

/** Pixels of a handle inside of a clip. */
const HANDLE = 10;
/** Of a selected clip the handles reach so far out of it. */
const HANDLE_OUTSIDE = 12;
const UNSELECTED_EDGE = 6;

/**
 * The scene at `x`, in pixels from the beginning of the film, and whether one of its edges is meant: the handles of what
 * is selected reach over its neighbours.
 */
export function hitClip(boxes: readonly ClipBox[], x: number, selected: ReadonlySet<NodeId>): ClipHit | null {
  return handleAt(boxes, x, selected) ?? clipAt(boxes, x);
}

function handleAt(boxes: readonly ClipBox[], x: number, selected: ReadonlySet<NodeId>): ClipHit | null {
  let best: (ClipHit & { readonly distance: number }) | null = null;
  for (const box of boxes) {
    if (!selected.has(box.scene.id)) continue;
    const inside = insideWidth(box, HANDLE);
    for (const zone of ['end', 'start'] as const) {
      const outward = zone === 'end' ? x - (box.left + box.width) : box.left - x;
      const isIn = outward < HANDLE_OUTSIDE && outward >= -inside;
      if (isIn && (best === null || Math.abs(outward) < best.distance))
        best = { box, zone, distance: Math.abs(outward) };
    }
  }
  return best === null ? null : { box: best.box, zone: best.zone };
}

function clipAt(boxes: readonly ClipBox[], x: number): ClipHit | null {
  const box = boxes.find((each) => x >= each.left && x < each.left + each.width);
  if (box === undefined) return null;
  const inside = insideWidth(box, UNSELECTED_EDGE);
  if (x - box.left < inside) return { box, zone: 'start' };
  if (box.left + box.width - x <= inside) return { box, zone: 'end' };
  return { box, zone: 'body' };
}

/** Half of a narrow clip stays its body, so that it can be moved. */
function insideWidth({ width }: ClipBox, wanted: number): number {
  return Math.min(wanted, width / 4);
}
