import type { ServiceEvent } from '#shared/contract/events.ts';

/** A render that goes on, as the status bar tells it. */
export interface RunningRender {
  readonly id: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly etaSeconds: number | null;
}

/** Renders whose ends are remembered: progress that was on its way when a render ended comes within moments. */
const MOST_ENDED = 100;

/**
 * The render to tell of after an event: the one that last said how far it is, until it ends. `ended` remembers the last
 * renders that ended, and is brought up to date.
 */
export function runningAfter(
  current: RunningRender | null,
  event: ServiceEvent,
  ended: Set<string> = new Set(),
): RunningRender | null {
  noteEnd(event, ended);
  if (event.type === 'render.progress') {
    const { id, done, total, etaSeconds } = event.data;
    if (ended.has(id)) return current;
    return { id, share: total === 0 ? 0 : done / total, etaSeconds };
  }
  if (event.type !== 'render.changed' || event.data.id !== current?.id) return current;
  return isEnd(event.data.state) ? null : current;
}

function noteEnd(event: ServiceEvent, ended: Set<string>): void {
  if (event.type !== 'render.changed') return;
  const { id, state } = event.data;
  ended.delete(id);
  // One that is tried again tells of itself again.
  if (isEnd(state)) ended.add(id);
  for (const oldest of ended) {
    if (ended.size <= MOST_ENDED) break;
    ended.delete(oldest);
  }
}

function isEnd(state: string): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}
