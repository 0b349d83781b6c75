import type { ServiceEvent } from '../../../shared/contract/events.ts';

/** A render that goes on, as the status bar tells it. */
export interface RunningRender {
  readonly id: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly etaSeconds: number | null;
}

/** The render to tell of after an event: the one that last said how far it is, until it ends. */
export function runningAfter(current: RunningRender | null, event: ServiceEvent): RunningRender | null {
  if (event.type === 'render.progress') {
    const { id, done, total, etaSeconds } = event.data;
    return { id, share: total === 0 ? 0 : done / total, etaSeconds };
  }
  if (event.type !== 'render.changed' || event.data.id !== current?.id) return current;
  const { state } = event.data;
  return state === 'succeeded' || state === 'failed' || state === 'cancelled' ? null : current;
}
