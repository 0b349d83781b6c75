import { randomUUID } from 'node:crypto';
import { enqueueNotification, notificationBody } from '../../notifications/outbox.ts';
import type { Clock, Database } from '../../storage/ports.ts';
import { filmUrl } from '../records/render-answer.ts';
import type { RenderRecord } from '../records/render-record.ts';

/**
 * Creates the function that puts the notification of an ended render into the outbox, once for each end. The
 * notification goes to `onsuccess` or `onerror`. The end of a retry is another end. A canceled render counts as an
 * error. The notification gets its id in the transaction that ends the render, so every delivery has the same id.
 */
export function createNotifier(
  clock: Clock,
  onNotification: () => void,
): (ended: RenderRecord, database: Database) => void {
  return (ended, database) => {
    const { id, project, request, error } = ended;
    const { format } = request;
    const address = filmUrl(ended, request.origin);
    const url = address === null ? request.onerror : request.onsuccess;
    if (url === null) return;
    const now = clock();
    const failure = { code: error?.code ?? 'render/cancelled', message: error?.detail ?? 'The render was canceled.' };
    const body =
      address === null
        ? notificationBody({ type: 'render.failed', id, project, format, error: failure }, now)
        : notificationBody({ type: 'render.succeeded', id, project, format, url: address }, now);
    enqueueNotification(database, { id: `msg_${randomUUID()}`, renderId: id, url, body, now });
    // Transactions are synchronous, so the microtask runs after the commit.
    queueMicrotask(onNotification);
  };
}
