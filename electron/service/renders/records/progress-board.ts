import type { SceneCounts } from '../../engine/make/render-types.ts';
import type { EventLog } from '../../storage/ports.ts';
import type { RenderId, RenderRecord } from './render-record.ts';

/** The progress of a render in frames. While the film is sent, sent bytes are converted to frames. */
export interface FrameProgress {
  readonly done: number;
  readonly total: number;
  readonly framesPerSecond: number | null;
  readonly etaSeconds: number | null;
  /** The counts of scenes; absent before the cache was checked. */
  readonly scenes?: SceneCounts;
}

/** Stores the progress of running renders. Reports it to listeners, at most five times per second and render. */
export interface ProgressBoard {
  set(record: RenderRecord, progress: FrameProgress): void;
  get(id: RenderId): FrameProgress | null;
  remove(id: RenderId): void;
}

const MIN_MILLISECONDS = 200;

/** Creates a board. `now` returns milliseconds of a monotonic clock. */
export function createProgressBoard(events: EventLog, now: () => number = () => performance.now()): ProgressBoard {
  const entries = new Map<RenderId, { readonly progress: FrameProgress; readonly reportedAt: number }>();
  return {
    set: ({ id, project, batch }, progress) => {
      const time = now();
      const reportedAt = entries.get(id)?.reportedAt ?? Number.NEGATIVE_INFINITY;
      const isDue = time - reportedAt >= MIN_MILLISECONDS;
      entries.set(id, { progress, reportedAt: isDue ? time : reportedAt });
      if (!isDue) return;
      const { done, total, framesPerSecond, etaSeconds, scenes = null } = progress;
      const data = { id, batch, done, total, fps: framesPerSecond, etaSeconds, scenes };
      events.announce({ type: 'render.progress', project, data });
    },
    get: (id) => entries.get(id)?.progress ?? null,
    remove: (id) => void entries.delete(id),
  };
}
