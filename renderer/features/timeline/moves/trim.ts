import type { PlannableCommand } from '#shared/editing/commands.ts';
import { type SnapTarget, snap } from '#shared/editing/snapping.ts';
import type { SceneOnTimeline } from '#shared/editing/timeline.ts';

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
  const wanted = from + moved;
  const reachable = targets.filter(({ frame }) => (edge === 'start' ? frame < end : frame > start));
  const snapped = tolerance > 0 ? snap(wanted, reachable, tolerance) : { frame: wanted, target: null };
  const frame = Math.round(snapped.frame);
  const command: PlannableCommand =
    edge === 'start'
      ? { type: 'scene/trim-start', scene: scene.id, by: frame - start }
      : // On the timeline a scene ends where the next one begins, which a transition lets begin before its own end.
        { type: 'scene/trim-end', scene: scene.id, duration: Math.max(1, scene.duration + frame - end) };
  return { command, target: snapped.target };
}
