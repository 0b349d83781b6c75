import { ServiceError } from '../service-error.ts';
import { refusal } from './issues.ts';
import { saveInputs } from './render-inputs.ts';
import { findRender, type RenderId, type RenderRecord, templateOf } from './render-record.ts';
import { checkFilm, type RequestContext } from './render-request.ts';
import { type RenderLedger, told } from './transitions.ts';

/**
 * Queues a failed render again, with all its attempts. A film that is there is only sent again; else it is made of what
 * its assets are now, since one of them may be what was mended. Throws `render/not-retryable`, `render/invalid`.
 */
export function retryRow(
  id: RenderId,
  ledger: RenderLedger,
  context: Pick<RequestContext, 'database' | 'ownHosts'>,
): RenderRecord {
  const { database } = ledger;
  return database.transaction(() => {
    const record = findRender(database, id);
    if (record === null) throw new ServiceError('render/not-found');
    if (record.state !== 'failed') throw new ServiceError('render/not-retryable', `The render is ${record.state}.`);
    if (record.film === null) {
      const variables = new Map(record.request.variables);
      const check = checkFilm(templateOf(database, id), variables, record.project, context);
      if (check.kind === 'refused') throw refusal('render/invalid', check.issues);
      saveInputs(database, id, check.film.inputs);
    }
    database.run(
      `UPDATE render SET state = 'queued', error = NULL, ended_at = NULL, started_at = NULL,
         request = json_set(request, '$.uncounted', attempt) WHERE id = ?`,
      id,
    );
    return told(ledger, id) ?? record;
  });
}
