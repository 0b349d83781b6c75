import type { EditingRecordStore } from '#renderer/state/editing-record-store.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { type SnapTarget, snapTolerance } from '#shared/editing/snapping.ts';
import type { SourceFrames } from '#shared/editing/timed-parts.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { VideoLayer } from '#shared/template/movie/movie.ts';
import type { TimelineStore } from '../model/timeline-store.ts';
import type { PointerPosition } from './run-gesture.ts';

/** What gestures act on. */
export interface GestureContext {
  readonly editor: EditorStore;
  readonly view: TimelineStore;
  readonly record: EditingRecordStore;
  readonly words: Catalogue['timeline'];
  /** Tells why something cannot be done. */
  readonly refuse: (why: string) => void;
  /** How many frames of the film a layer's source lasts; null while it is not known. */
  readonly sourceFrames: (layer: VideoLayer) => number | null;
  /** The same of any layer or sound; null too for what has no source that runs. */
  readonly lengthOf: SourceFrames;
}

const SNAP_PIXELS = 8;

/** Within how many frames a gesture snaps now: 0 where snapping is off or Alt suspends it. */
export function toleranceOf({ view }: GestureContext, { alt }: Pick<PointerPosition, 'alt'>): number {
  const { snapping, pixelsPerFrame, isSnapSuspended } = view.getState();
  const suspended = snapping && alt;
  if (suspended !== isSnapSuspended) view.setState({ isSnapSuspended: suspended });
  return snapping && !alt ? snapTolerance(SNAP_PIXELS, pixelsPerFrame) : 0;
}

/** What a gesture snapped to, in words. */
export function snapWords({ words, record }: GestureContext, target: SnapTarget | null): string | null {
  if (target === null) return null;
  switch (target.kind) {
    case 'playhead':
      return words.atPlayhead;
    case 'edge':
      return words.atEdge;
    case 'marker':
      return words.atMarker(record.getState().record.markers.find(({ id }) => id === target.marker)?.name ?? '');
    case 'layer':
      return words.atLayer;
    case 'key':
      return words.atKey;
    case 'source-end':
      return words.atSourceEnd;
    default:
      return assertNever(target);
  }
}

/** The pointer's place in the film, in pixels from its beginning. */
export function filmX({ view }: GestureContext, { x }: Pick<PointerPosition, 'x'>): number {
  return x + view.getState().scroll;
}

/** Clears what a gesture drew. */
export function endDrag({ view }: GestureContext): void {
  view.setState({ drag: null, isSnapSuspended: false });
}
