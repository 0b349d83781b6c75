import { overBrand } from '#shared/brand/brand-values.ts';
import { message } from '#shared/messages/message.ts';
import { refusal } from '../../errors/issues.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { readPublishedAssets } from '../../publishing/published-film.ts';
import type { Database } from '../../storage/ports.ts';
import { findRender, type RenderId, type RenderRecord, templateOf } from '../records/render-record.ts';
import { type RenderLedger, told } from '../records/transitions.ts';
import { type Inputs, saveInputs } from './render-inputs.ts';
import { checkFilm, type RequestContext } from './render-request.ts';

/**
 * Queues a failed or cancelled render again, with all its attempts. A film that is there is only sent again; else it is
 * made of what its assets are now, since one of them may be what was mended. Throws `render/not-found`,
 * `render/not-retryable`, `render/invalid`.
 */
export async function retryRender(
  id: RenderId,
  ledger: RenderLedger,
  context: Pick<RequestContext, 'database' | 'ownHosts' | 'inspector'>,
): Promise<RenderRecord> {
  const record = failedRender(ledger.database, id);
  if (record.film !== null) return requeueFailed(id, null, ledger);
  const { variables, brand, published } = record.request;
  const check = await checkFilm(
    {
      xml: templateOf(ledger.database, id),
      values: [...overBrand(variables, brand)],
      missing: 'error',
      project: record.project,
      published: published === null ? null : readPublishedAssets(ledger.database, published),
    },
    context,
  );
  if (check.kind === 'refused') throw refusal('render/invalid', check.issues);
  return requeueFailed(id, check.film.inputs, ledger);
}

/** Queues it again with these inputs, or none where it has its film. Throws `render/not-retryable`. */
export function requeueFailed(id: RenderId, inputs: Inputs | null, ledger: RenderLedger): RenderRecord {
  const { database } = ledger;
  return database.transaction(() => {
    // Looked at again: checking took time.
    const record = failedRender(database, id);
    if (inputs !== null) saveInputs(database, id, inputs);
    database.run(
      `UPDATE render SET state = 'queued', wanted = 0, error = NULL, ended_at = NULL, started_at = NULL,
         request = json_set(request, '$.uncounted', attempt) WHERE id = ?`,
      id,
    );
    return told(ledger, id) ?? record;
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
 * A cancelled render has its template still, but the keys of its object store were forgotten; a batch counts its own.
 */
function isRetryable({ state, secretName, batch }: RenderRecord): boolean {
  return state === 'failed' || (state === 'cancelled' && secretName === null && batch === null);
}
