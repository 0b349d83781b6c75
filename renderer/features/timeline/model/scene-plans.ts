import type { PreviewedFrame } from '#renderer/editor/editor-state.ts';
import type { TransitionType } from '#renderer/project/drag-data.ts';
import type { PlannableCommand, ScenePosition } from '#shared/editing/model/commands.ts';
import { nearestCut, type SnapTarget, snap } from '#shared/editing/model/snapping.ts';
import { type SceneOnTimeline, type SceneTimes, sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie, Scene, VideoLayer } from '#shared/template/movie/movie.ts';
import { videosIn } from '#shared/template/movie/used-sources.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { runsOut } from '#shared/timeline/time.ts';
import type { PlacedTransition } from '#shared/timeline/timeline.ts';

export interface TrimDrag {
  readonly place: SceneOnTimeline;
  readonly edge: 'start' | 'end';
  /** How far the pointer has gone, in frames with their fraction. */
  readonly moved: number;
  readonly targets: readonly SnapTarget[];
  /** In frames; 0 snaps to nothing. */
  readonly tolerance: number;
}

export interface TrimPlan {
  readonly command: PlannableCommand;
  readonly target: SnapTarget | null;
}

/** What dragging an edge comes to: the place of the edge, snapped, on the film as it was when the drag began. */
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
      : // On the timeline a scene ends where the next one begins, which a transition lets begin before its own end.
        { type: 'scene/trim-end', scene: scene.id, duration: Math.max(1, scene.duration + frame - end) };
  return { command, target: snapped.target };
}

/**
 * By how many frames the source moves under a scene: a pull to the right shows what came before. It ends where the
 * source does; `sourceFrames` says for each layer how many the film could take from it, null where that is not known.
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
    // One that is too short already is not made worse.
    const shown = Math.ceil(duration * layer.speed);
    return length === null || !runsOut(layer) ? Number.POSITIVE_INFINITY : Math.max(0, length - layer.skip - shown);
  });
  if (layers.length === 0) return 0;
  return Math.max(-back, Math.min(requested, ...ahead)) || 0;
}

/** A gap between scenes: before the scene of this index, or behind the last. */
export interface Gap {
  readonly index: number;
  /** Of the cut. */
  readonly frame: number;
}

/** The gap that is nearest to a frame: before a scene whose middle lies behind it. */
export function gapAt({ scenes, starts, total }: SceneTimes, frame: number): Gap {
  let [low, high] = [0, scenes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const centre = ((starts[middle] ?? total) + (starts[middle + 1] ?? total)) / 2;
    if (centre <= frame) low = middle + 1;
    else high = middle;
  }
  return { index: low, frame: starts[low] ?? total };
}

/**
 * The place that a gap means, by the scene beside it: what cannot be read is no scene of the film, but in the document.
 */
export function gapPosition({ scenes }: SceneTimes, { index }: Gap): ScenePosition {
  const behind = scenes[index];
  if (behind !== undefined) return { before: behind.id };
  const last = scenes.at(-1);
  return last === undefined ? 0 : { after: last.id };
}

/** Whether scenes would stay in their order if they were put into a gap, as one block. */
export function changesNothing({ scenes }: SceneTimes, moving: ReadonlySet<NodeId>, { index }: Gap): boolean {
  const staying = (from: number, to: number) => scenes.slice(from, to).filter(({ id }) => !moving.has(id));
  const gone = scenes.filter(({ id }) => moving.has(id));
  const ordered = [...staying(0, index), ...gone, ...staying(index, scenes.length)];
  return ordered.every((scene, at) => scene === scenes[at]);
}

/** The frame at the edge that is dragged, or those at both; null where the scene has none in the film. */
export function edgePreview(movie: Movie, scene: NodeId, edge: 'start' | 'end' | 'both'): PreviewedFrame | null {
  const place = sceneOfId(timelineOf(movie), scene);
  if (place === null || place.end <= place.start) return null;
  const [first, last] = [frames(place.start), frames(place.end - 1)];
  if (edge === 'end') return { frame: last, edge: 'last', beside: null };
  return { frame: first, edge: 'first', beside: edge === 'both' ? last : null };
}

/** Which end of the frames that show both scenes. */
export type TransitionEdge = 'start' | 'end';

/**
 * The length of a transition whose edge was dragged so many frames, to the right above 0: outward is longer, whichever
 * edge it is. It has a frame at least, and no more than the shorter of its scenes.
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

/** Where a type of transition goes that is dropped at a frame. */
export interface TransitionDrop {
  readonly gap: Gap;
  /** The one that is there already, and gets the type. */
  readonly transition: NodeId | null;
  /** @param like What a new one begins with, beside its type. */
  readonly command: (type: TransitionType, like?: Readonly<Record<string, string>>) => PlannableCommand;
}

/** At the nearest cut; null for a film without scenes. */
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
      // A crossfade is what is there without a type.
      const written = type === 'crossfade' ? {} : { type };
      if (transition !== null)
        return { type: 'attribute/set', node: transition, name: 'type', value: written.type ?? null };
      const { type: other, direction, ...rest } = like;
      // A direction belongs to the type that it was chosen with.
      const kept = other === type && direction !== undefined ? { direction } : {};
      return { type: 'transition/add', at: cut.at, like: { ...written, ...kept, ...rest } };
    },
  };
}
