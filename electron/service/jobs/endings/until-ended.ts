import { ServiceError } from '../../errors/service-error.ts';
import { findRender, isEnded, type RenderId, type RenderRecord } from '../records/render-record.ts';
import type { RenderLedger } from '../records/transitions.ts';

/** The render when it has ended, or as it is when `stopping` is aborted; rejects with the signal's reason. */
export async function untilEnded(
  id: RenderId,
  { database, events }: RenderLedger,
  signal: AbortSignal,
  stopping: AbortSignal,
): Promise<RenderRecord> {
  const either = AbortSignal.any([signal, stopping]);
  for (;;) {
    const { promise: changed, resolve } = Promise.withResolvers<void>();
    using _subscription = events.subscribe(({ type, data }) => {
      if (type === 'render.changed' && 'id' in data && data.id === id) resolve();
    });
    const onAbort = () => resolve();
    either.addEventListener('abort', onAbort, { once: true });
    try {
      const record = findRender(database, id);
      if (record === null) throw new ServiceError('render/not-found');
      if (isEnded(record.state) || stopping.aborted) return record;
      signal.throwIfAborted();
      await changed;
    } finally {
      either.removeEventListener('abort', onAbort);
    }
  }
}
