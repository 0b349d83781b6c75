import type { SceneCounts } from '../../engine/make/render-types.ts';
import type { EventLog } from '../../storage/ports.ts';
import type { RenderId, RenderRecord } from './render-record.ts';

/** How far a render is, in frames; while its film is sent, in frames' worth of bytes that went out. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly framesPerSecond: number | null;
  readonly etaSeconds: number | null;
  /** Not there until it is known what is in the cache. */
  readonly scenes?: SceneCounts;
}

/** Remembers in memory how far running renders are, and tells listeners, at most five times a second each. */
export interface ProgressBoard {
  set(record: RenderRecord, progress: Progress): void;
  get(id: RenderId): Progress | null;
  remove(id: RenderId): void;
}

const LEAST_MILLISECONDS = 200;

/** `now` counts milliseconds that never go back. */
export function createProgressBoard(events: EventLog, now: () => number = () => performance.now()): ProgressBoard {
  const entries = new Map<RenderId, { readonly progress: Progress; readonly toldAt: number }>();
  return {
    set: ({ id, project, batch }, progress) => {
      const at = now();
      const toldAt = entries.get(id)?.toldAt ?? Number.NEGATIVE_INFINITY;
      const isDue = at - toldAt >= LEAST_MILLISECONDS;
      entries.set(id, { progress, toldAt: isDue ? at : toldAt });
      if (!isDue) return;
      const { done, total, framesPerSecond, etaSeconds, scenes = null } = progress;
      const data = { id, batch, done, total, fps: framesPerSecond, etaSeconds, scenes };
      events.announce({ type: 'render.progress', project, data });
    },
    get: (id) => entries.get(id)?.progress ?? null,
    remove: (id) => void entries.delete(id),
  };
}
