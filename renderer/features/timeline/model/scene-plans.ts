import type { PreviewedFrame } from '#renderer/editor/editor-state.ts';
import type { TransitionType } from '#renderer/project/drag-data.ts';
import type { Gap } from '#renderer/project/drop-target.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { nearestCut, type SnapTarget, snap } from '#shared/editing/model/snapping.ts';
import { type SceneOnTimeline, type SceneTimes, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie, Scene, VideoLayer } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { canRunOut } from '#shared/timeline/time.ts';
import type { PlacedTransition } from '#shared/timeline/timeline.ts';

export interface TrimDrag {
  readonly place: SceneOnTimeline;
  readonly edge: 'start' | 'end';
  /** The movement of the pointer in frames, with its fraction. */
  readonly moved: number;
  readonly targets: readonly SnapTarget[];
  /** The snapping distance in frames; 0 if snapping is off. */
  readonly tolerance: number;
}

export interface TrimPlan {
  readonly command: PlannableCommand;
  readonly target: SnapTarget | null;
}

/** Plans a drag of a scene's edge with snapping. `place` is from the movie at the start of the drag. */
export function planTrimDrag({ place, edge, moved, targets, tolerance }: TrimDrag): TrimPlan {
  const { scene, start, end } = place;
  const from = edge === 'start' ? start : end;
  const requested = from + moved;
  const reachable = targets.filter(({ frame }) => (edge === 'start' ? frame < end : frame > start));
  const snapped = tolerance > 0 ? snap(requested, reachable, tolerance) : { frame: requested, target: null };
  const frame = Math.round(snapped.frame);
  const command: PlannableCommand =
    edge === 'start'
      ? { type: 'scene/trim-start', scene: scene.id, by: frame - start }
      : // On the timeline, a scene ends at the start of the next one. Because of a transition, this can be before the end
        // of the scene itself.
        { type: 'scene/trim-end', scene: scene.id, duration: Math.max(1, scene.duration + frame - end) };
  return { command, target: snapped.target };
}

/**
 * Returns the number of frames by which the source of a scene slips, limited to the ends of the source. A drag to the
 * right shows earlier frames. `sourceFrames` returns the length of a source in frames of the timeline; null if the
 * length is unknown.
 */
export function slipBy(
  { layers: all, duration }: Scene,
  moved: number,
  sourceFrames: (layer: VideoLayer) => number | null,
): number {
  const layers = videosIn(all);
  const requested = -Math.round(moved);
  const back = Math.min(...layers.map(({ skip }) => skip));
  const ahead = layers.map((layer) => {
    const length = sourceFrames(layer);
    // The limit is 0 if the source is already too short, because it must not slip to later frames.
    const playedFrames = Math.ceil(duration * layer.speed);
    return length === null || !canRunOut(layer)
      ? Number.POSITIVE_INFINITY
      : Math.max(0, length - layer.skip - playedFrames);
  });
  if (layers.length === 0) return 0;
  return Math.max(-back, Math.min(requested, ...ahead)) || 0;
}

/** Returns the gap nearest to a frame: the gap before the first scene whose middle is after the frame. */
export function gapAt({ scenes, starts, total }: SceneTimes, frame: number): Gap {
  let [low, high] = [0, scenes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const center = ((starts[middle] ?? total) + (starts[middle + 1] ?? total)) / 2;
    if (center <= frame) low = middle + 1;
    else high = middle;
  }
  return { index: low, frame: starts[low] ?? total };
}

/** Returns whether moving scenes as one block into a gap leaves the order unchanged. */
export function changesNothing({ scenes }: SceneTimes, moving: ReadonlySet<NodeId>, { index }: Gap): boolean {
  const staying = (from: number, to: number) => scenes.slice(from, to).filter(({ id }) => !moving.has(id));
  const moved = scenes.filter(({ id }) => moving.has(id));
  const ordered = [...staying(0, index), ...moved, ...staying(index, scenes.length)];
  return ordered.every((scene, at) => scene === scenes[at]);
}

/**
 * Returns the frames that the preview shows during a drag of a scene's edge. With `both`, the source is dragged, and
 * the preview shows the frames at both edges. Null for a scene without frames.
 */
export function edgePreview(movie: Movie, scene: NodeId, edge: 'start' | 'end' | 'both'): PreviewedFrame | null {
  const place = sceneOfId(timelineOf(movie), scene);
  if (place === null || place.end <= place.start) return null;
  const [first, last] = [frames(place.start), frames(place.end - 1)];
  if (edge === 'end') return { frame: last, edge: 'last', beside: null };
  return { frame: first, edge: 'first', beside: edge === 'both' ? last : null };
}

/** An edge of a transition, at the start or end of the frames at which both scenes are visible. */
export type TransitionEdge = 'start' | 'end';

/**
 * Returns the length of a transition after one of its edges was dragged by a number of frames (positive to the right).
 * Dragging outward increases the length. The result is at least one frame, and at most the length of the shorter scene.
 */
export function draggedLength(
  movie: Pick<Movie, 'scenes'>,
  placed: PlacedTransition,
  edge: TransitionEdge,
  by: number,
) {
  const most = [placed.outgoing, placed.incoming].flatMap((at) =>
    at === null ? [] : (movie.scenes[at]?.duration ?? []),
  );
  const requested = placed.length + Math.round(edge === 'start' ? -by : by);
  return Math.max(1, Math.min(requested, ...most));
}

/** The drop target of a dragged transition type. */
export interface TransitionDrop {
  readonly gap: Gap;
  /** The existing transition at the cut, whose type changes; null if the drop adds a transition. */
  readonly transition: NodeId | null;
  /** @param like The attributes that a new transition gets in addition to its type. */
  readonly command: (type: TransitionType, like?: Readonly<Record<string, string>>) => PlannableCommand;
}

/** Returns the drop target at the cut nearest to a frame; null for a movie without scenes. */
export function transitionDrop(movie: Movie | null, frame: number): TransitionDrop | null {
  const cut = movie === null ? null : nearestCut(movie, frame);
  if (cut === null) return null;
  const { starts, scenes } = timelineOf(movie);
  const index = cut.frame === 0 ? 0 : starts.findLastIndex((start, at) => at < scenes.length && start === cut.frame);
  const { transition } = cut;
  return {
    gap: { index: index < 0 ? scenes.length : index, frame: cut.frame },
    transition,
    command: (type, like = {}) => {
      // Omit the default type, because a transition without a type is a crossfade.
      const attributes = type === 'crossfade' ? {} : { type };
      if (transition !== null)
        return { type: 'attribute/set', node: transition, name: 'type', value: attributes.type ?? null };
      const { type: other, direction, ...rest } = like;
      // The brand's direction applies only to the brand's own transition type.
      const inherited = other === type && direction !== undefined ? { direction } : {};
      return { type: 'transition/add', at: cut.at, like: { ...attributes, ...inherited, ...rest } };
    },
  };
}
