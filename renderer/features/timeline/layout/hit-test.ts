import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { ClipPlace } from './clips.ts';

/** What of a scene is at a place. */
export interface ClipHit {
  readonly place: ClipPlace;
  readonly zone: 'start' | 'end' | 'body';
}

/** Pixels of a handle inside of a clip. */
const HANDLE = 10;
/** Of a selected clip the handles reach so far out of it. */
const HANDLE_OUTSIDE = 12;
const UNSELECTED_EDGE = 6;

/**
 * The scene at `x`, in pixels from the beginning of the film, and whether one of its edges is meant. Tabs of scenes
 * that are switched off lie over their neighbours, and have no edges; then come the handles of what is selected.
 */
export function hitClip(places: readonly ClipPlace[], x: number, selected: ReadonlySet<NodeId>): ClipHit | null {
  const tab = places.find((place) => place.tab && x >= place.left && x < place.left + place.width);
  if (tab !== undefined) return { place: tab, zone: 'body' };
  return handleAt(places, x, selected) ?? clipAt(places, x);
}

function handleAt(places: readonly ClipPlace[], x: number, selected: ReadonlySet<NodeId>): ClipHit | null {
  let best: (ClipHit & { readonly distance: number }) | null = null;
  for (const place of places) {
    if (place.tab || !selected.has(place.scene.id)) continue;
    const inside = insideWidth(place, HANDLE);
    for (const zone of ['end', 'start'] as const) {
      const outward = zone === 'end' ? x - (place.left + place.width) : place.left - x;
      const isIn = outward < HANDLE_OUTSIDE && outward >= -inside;
      if (isIn && (best === null || Math.abs(outward) < best.distance))
        best = { place, zone, distance: Math.abs(outward) };
    }
  }
  return best === null ? null : { place: best.place, zone: best.zone };
}

function clipAt(places: readonly ClipPlace[], x: number): ClipHit | null {
  const place = places.find((each) => !each.tab && x >= each.left && x < each.left + each.width);
  if (place === undefined) return null;
  const inside = insideWidth(place, UNSELECTED_EDGE);
  if (x - place.left < inside) return { place, zone: 'start' };
  if (place.left + place.width - x <= inside) return { place, zone: 'end' };
  return { place, zone: 'body' };
}

/** Half of a narrow clip stays its body, so that it can be moved. */
function insideWidth({ width }: ClipPlace, wanted: number): number {
  return Math.min(wanted, width / 4);
}
