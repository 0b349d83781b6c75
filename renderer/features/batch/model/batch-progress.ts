import { isBusy, type RenderProgress, type RowStatus } from '#renderer/common/batches/row-status.ts';
import type { RowCheck } from '#shared/batch/check-row.ts';

/** How far all rows that were sent are. */
export interface BatchProgress {
  /** Films. */
  readonly ended: number;
  readonly total: number;
  /** Films that were stopped; 0 while others are being rendered. */
  readonly stopped: number;
  readonly doneFrames: number;
  readonly totalFrames: number;
  /** Of all that are rendered now; null while nobody knows. */
  readonly fps: number | null;
  readonly secondsLeft: number | null;
}

/** Adds up what is known of the rows; null where none was sent. */
export function progressOf(
  statuses: readonly RowStatus[],
  checks: readonly (RowCheck | null)[],
  progress: ReadonlyMap<string, RenderProgress>,
): BatchProgress | null {
  const cancelled = statuses.filter(({ kind }) => kind === 'cancelled').length;
  // Stopped rows of an earlier start are no part of the one that goes on.
  const stopped = statuses.some(isBusy) ? 0 : cancelled;
  let [ended, total, doneFrames, totalFrames, fps] = [0, 0, 0, 0, 0];
  for (const [at, status] of statuses.entries()) {
    if (!('row' in status) || status.kind === 'outdated' || (status.kind === 'cancelled' && stopped === 0)) continue;
    const frames = checks[at]?.totalFrames ?? 0;
    total += 1;
    totalFrames += frames;
    if (status.kind === 'done' || status.kind === 'failed') {
      ended += 1;
      doneFrames += frames;
    } else if (status.kind === 'running') {
      const told = progress.get(status.row.render ?? '');
      doneFrames += Math.min(frames, told?.done ?? 0);
      fps += told?.fps ?? 0;
    }
  }
  if (total === stopped) return null;
  const left = totalFrames - doneFrames;
  return {
    ...{ ended, total, stopped, doneFrames, totalFrames },
    fps: fps > 0 ? fps : null,
    secondsLeft: fps > 0 && ended < total ? left / fps : null,
  };
}
