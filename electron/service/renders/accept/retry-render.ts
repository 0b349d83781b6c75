import { message } from '#shared/messages/message.ts';
import { refusal } from '../../errors/issues.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { readPublishedAssets } from '../../publishing/published-film.ts';
import type { Database } from '../../storage/ports.ts';
import { findRender, type RenderId, type RenderRecord, templateOf } from '../records/render-record.ts';
import { type RenderRecords, recordChange } from '../records/transitions.ts';
import { filmValues } from './film-values.ts';
import { type Inputs, saveInputs } from './render-inputs.ts';
import { checkFilm, type RequestContext } from './render-request.ts';

/**
 * Queues a failed or canceled render again with the full number of attempts. A finished film is only sent again. Other
 * films use the current assets, because the user may have replaced an asset. Throws `render/not-found`,
 * `render/not-retryable`, `render/invalid`.
 */
export async function retryRender(
  id: RenderId,
  records: RenderRecords,
  context: Pick<RequestContext, 'database' | 'ownHosts' | 'inspector'>,
): Promise<RenderRecord> {
  const record = failedRender(records.database, id);
  if (record.film !== null) return requeueFailed(id, null, records);
  const { published } = record.request;
  const check = await checkFilm(
    {
      xml: templateOf(records.database, id),
      values: [...filmValues(record.request)],
      missing: 'error',
      project: record.project,
      isPackaged: record.request.package !== null,
      published: published === null ? null : readPublishedAssets(records.database, published),
    },
    context,
  );
  if (check.kind === 'refused') throw refusal('render/invalid', check.issues);
  return requeueFailed(id, check.film.inputs, records);
}

/**
 * Queues the render again and stores its new inputs. `inputs` is null for a render that already has a film. `total` is
 * the number of frames if it was unknown at the request. Throws `render/not-retryable`.
 */
export function requeueFailed(
  id: RenderId,
  inputs: Inputs | null,
  records: RenderRecords,
  total: number | null = null,
): RenderRecord {
  const { database } = records;
  return database.transaction(() => {
    // Read the row again, because it may have changed during the asynchronous check.
    const record = failedRender(database, id);
    if (inputs !== null) saveInputs(database, id, inputs);
    database.run(
      `UPDATE render SET state = 'queued', wanted = 0, error = NULL, ended_at = NULL, started_at = NULL,
         request = json_set(request, '$.uncounted', attempt, '$.total', COALESCE(?, json_extract(request, '$.total')))
         WHERE id = ?`,
      ...[total, id],
    );
    return recordChange(records, id) ?? record;
  });
}

function failedRender(database: Database, id: RenderId): RenderRecord {
  const record = findRender(database, id);
  if (record === null) throw new ServiceError('render/not-found');
  if (!isRetryable(record))
    throw new ServiceError('render/not-retryable', message('render/is', { state: record.state }));
  return record;
}

/**
 * Checks whether a render can be retried. A canceled render can be retried unless it needs object store keys, which
 * were deleted when it ended. A canceled row of a batch cannot be retried.
 */
function isRetryable({ state, secretName, batch }: RenderRecord): boolean {
  return state === 'failed' || (state === 'cancelled' && secretName === null && batch === null);
}
