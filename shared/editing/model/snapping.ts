import type { NodeId } from '../../template/document/document.ts';
import type { Movie } from '../../template/movie/movie.ts';
import { buildTimeline } from '../../timeline/build-timeline.ts';
import type { ScenePosition } from './commands.ts';
import type { SceneTimes } from './timeline.ts';

/** A target on the timeline to which a gesture can snap. */
export type SnapTarget =
  | { readonly kind: 'edge'; readonly frame: number }
  | { readonly kind: 'playhead'; readonly frame: number }
  | { readonly kind: 'marker'; readonly frame: number; readonly marker: string }
  /** The start or the end of a layer or sound. */
  | { readonly kind: 'layer'; readonly frame: number }
  /** A keyframe. */
  | { readonly kind: 'key'; readonly frame: number }
  /** The last frame of a scene's source. */
  | { readonly kind: 'source-end'; readonly frame: number; readonly scene: NodeId };

export interface SnapOptions {
  readonly playhead?: number;
  readonly markers?: readonly { readonly id: string; readonly frame: number }[];
  readonly layerEdges?: readonly number[];
  readonly keys?: readonly number[];
  readonly sourceEnds?: readonly { readonly scene: NodeId; readonly frame: number }[];
  /** Scenes that the gesture moves. Their edges are not targets. */
  readonly without?: ReadonlySet<NodeId>;
}

/** The order of precedence among equally near targets. */
const PREFERENCE: Readonly<Record<SnapTarget['kind'], number>> = {
  playhead: 0,
  marker: 1,
  edge: 2,
  layer: 3,
  key: 4,
  'source-end': 5,
};

/** Returns all snap targets, sorted by frame. A gesture calls this function only once, at its beginning. */
export function snapTargets({ scenes, starts }: SceneTimes, options: SnapOptions = {}): readonly SnapTarget[] {
  const { playhead, markers = [], layerEdges = [], keys = [], sourceEnds = [], without } = options;
  const edges = new Set<number>();
  starts.forEach((frame, index) => {
    const before = scenes[index - 1];
    const after = scenes[index];
    const isExcluded = (scene: typeof before): boolean => scene === undefined || (without?.has(scene.id) ?? false);
    // Include an edge between two scenes if at least one of the scenes does not move.
    if (!isExcluded(before) || !isExcluded(after)) edges.add(frame);
  });
  const targets: SnapTarget[] = [...edges].map((frame) => ({ kind: 'edge', frame }));
  if (playhead !== undefined) targets.push({ kind: 'playhead', frame: playhead });
  for (const { id, frame } of markers) targets.push({ kind: 'marker', frame, marker: id });
  for (const frame of new Set(layerEdges)) targets.push({ kind: 'layer', frame });
  for (const frame of new Set(keys)) targets.push({ kind: 'key', frame });
  for (const { scene, frame } of sourceEnds)
    if (!without?.has(scene)) targets.push({ kind: 'source-end', frame, scene });
  return targets.sort((left, right) => left.frame - right.frame || PREFERENCE[left.kind] - PREFERENCE[right.kind]);
}

/** A snapped position with its target, which the guide line displays. */
export interface SnappedFrame {
  readonly frame: number;
  readonly target: SnapTarget | null;
}

/**
 * Returns the nearest target within `tolerance` frames. If there is none, returns the frame itself. `targets` must be
 * sorted by frame.
 */
export function snap(frame: number, targets: readonly SnapTarget[], tolerance: number): SnappedFrame {
  let best: SnapTarget | null = null;
  for (let index = firstFrom(targets, frame - tolerance); index < targets.length; index++) {
    const target = targets[index];
    if (target === undefined || target.frame > frame + tolerance) break;
    if (best === null || isNearer(target, best, frame)) best = target;
  }
  return best === null ? { frame, target: null } : { frame: best.frame, target: best };
}

/** Moves a span so that one of its ends snaps to a target: the end with the smaller distance. */
export function snapSpan(
  start: number,
  length: number,
  targets: readonly SnapTarget[],
  tolerance: number,
): SnappedFrame {
  const first = snap(start, targets, tolerance);
  const last = snap(start + length, targets, tolerance);
  if (last.target === null) return first;
  const atEnd = { frame: last.frame - length, target: last.target };
  if (first.target === null) return atEnd;
  return Math.abs(first.frame - start) <= Math.abs(atEnd.frame - start) ? first : atEnd;
}

/** Converts a tolerance in pixels to frames. `pixelsPerFrame` is the zoom. */
export function snapTolerance(pixels: number, pixelsPerFrame: number): number {
  return pixelsPerFrame > 0 ? pixels / pixelsPerFrame : 0;
}

function isNearer(target: SnapTarget, best: SnapTarget, frame: number): boolean {
  const difference = Math.abs(target.frame - frame) - Math.abs(best.frame - frame);
  return difference < 0 || (difference === 0 && PREFERENCE[target.kind] < PREFERENCE[best.kind]);
}

function firstFrom(targets: readonly SnapTarget[], frame: number): number {
  let low = 0;
  let high = targets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((targets[middle]?.frame ?? 0) < frame) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A cut between two enabled scenes, or the beginning or the end of the movie. */
interface Cut {
  /** The frame of the timeline where the incoming scene begins. */
  readonly frame: number;
  /** The position at which a new transition is inserted. */
  readonly at: ScenePosition;
  /** The existing transition; null for a plain cut. */
  readonly transition: NodeId | null;
}

/** Returns the nearest cut to a frame, for adding a transition; null for a movie without scenes. */
export function nearestCut(movie: Movie, frame: number): Cut | null {
  const { scenes, transitions, length } = buildTimeline(movie);
  const played = scenes.filter(({ scene }) => scene.enabled);
  const [first] = played;
  const last = played.at(-1);
  if (first === undefined || last === undefined) return null;
  const cuts = [
    ...played.map((scene, at) => ({
      frame: scene.start,
      at: at === 0 ? { before: scene.scene.id } : { after: played[at - 1]?.scene.id ?? scene.scene.id },
      incoming: scene.index,
      outgoing: played[at - 1]?.index ?? null,
    })),
    { frame: length, at: { after: last.scene.id }, incoming: null, outgoing: last.index },
  ];
  const [cut] = cuts.toSorted((one, other) => Math.abs(one.frame - frame) - Math.abs(other.frame - frame));
  if (cut === undefined) return null;
  const existing = transitions.find(
    (transition) => transition.incoming === cut.incoming && transition.outgoing === cut.outgoing,
  );
  return { frame: cut.frame, at: cut.at, transition: existing?.transition.id ?? null };
}
