import type { PlannableCommand } from '#shared/editing/commands.ts';
import { movedParts, type PartTimes, slippedParts, trimmedEnds, trimmedStarts } from '#shared/editing/layer-moves.ts';
import { type Snapped, type SnapTarget, snap, snapStretch } from '#shared/editing/snapping.ts';
import type { PlacedPart } from '#shared/editing/timed-parts.ts';

/** What of a bar is dragged: all of it, an edge, or with Alt the source under it. */
export type BarHold = 'body' | 'start' | 'end' | 'slip';

export interface BarDrag {
  readonly hold: BarHold;
  /** All that are moved, as they were when the drag began. */
  readonly parts: readonly PlacedPart[];
  /** The one that the pointer holds. */
  readonly held: PlacedPart;
  /** How far the pointer has gone, in frames with their fraction. */
  readonly moved: number;
  readonly targets: readonly SnapTarget[];
  /** In frames; 0 snaps to nothing. */
  readonly tolerance: number;
}

export interface BarPlan {
  /** Null where nothing changes. */
  readonly command: PlannableCommand | null;
  readonly target: SnapTarget | null;
}

/** What dragging bars comes to, on the film as it was when the drag began. */
export function planBarDrag({ hold, parts, held, moved, targets, tolerance }: BarDrag): BarPlan {
  const start = held.clock + held.offset;
  const from = hold === 'end' ? start + held.length : start;
  const snapped: Snapped =
    tolerance === 0 || hold === 'slip'
      ? { frame: from + moved, target: null }
      : hold === 'body'
        ? snapStretch(start + moved, held.length, targets, tolerance)
        : snap(from + moved, targets, tolerance);
  const by = Math.round(snapped.frame) - from;
  const times = timesOf(hold, parts, by);
  const command =
    times.length === 0 ? null : setTimes(times, hold === 'body' ? 'move' : hold === 'slip' ? 'slip' : 'trim');
  return { command, target: snapped.target };
}

function timesOf(hold: BarHold, parts: readonly PlacedPart[], by: number): readonly PartTimes[] {
  switch (hold) {
    case 'body':
      return movedParts(parts, by);
    case 'start':
      return trimmedStarts(parts, by);
    case 'end':
      return trimmedEnds(parts, by);
    case 'slip':
      // A pull to the right shows what came before.
      return slippedParts(parts, -by);
    default:
      return hold satisfies never;
  }
}

export function setTimes(times: readonly PartTimes[], as: 'move' | 'trim' | 'slip'): PlannableCommand {
  return { type: 'layer/set-times', times, as };
}
