import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { RenderFailure } from '../../errors/issues.ts';
import type { BlobDigest, Clock, Database, EventLog } from '../../storage/ports.ts';
import { keepLinkedFilm } from './linked-films.ts';
import {
  countedAttempts,
  findRender,
  type RenderId,
  type RenderRecord,
  type StoredOutcome,
  WORKING_STATES,
  type WorkingState,
} from './render-record.ts';

/** What the life of a render is written with. */
export interface RenderLedger {
  readonly database: Database;
  readonly events: EventLog;
  readonly clock: Clock;
  /** Called inside the transaction that ends a render, to put its notification into the outbox. */
  readonly notify: (ended: RenderRecord, database: Database) => void;
}

/** Who works on a render: only the holder of the latest attempt can move it on. */
export interface Ticket {
  readonly id: RenderId;
  readonly attempt: number;
}

/** How a render ends. */
export type Ending =
  | { readonly state: 'succeeded'; readonly film: BlobDigest; readonly outcome: StoredOutcome }
  | { readonly state: 'failed'; readonly error: RenderFailure }
  | { readonly state: 'cancelled' };

const WORKING = `state IN (${WORKING_STATES.map((state) => `'${state}'`).join(', ')})`;
const OPEN = `(state = 'queued' OR ${WORKING})`;

/** Takes a queued render: the attempt counts from here. Null when it is not queued (any more). */
export function claimRender(ledger: RenderLedger, id: RenderId): RenderRecord | null {
  const { database, clock } = ledger;
  return database.transaction(() => {
    const { changes } = database.run(
      `UPDATE render SET state = CASE WHEN film IS NULL THEN 'fetching' ELSE 'uploading' END,
         attempt = attempt + 1, started_at = ? WHERE id = ? AND state = 'queued'`,
      clock(),
      id,
    );
    return changes === 0 ? null : told(ledger, id);
  });
}

/**
 * Puts a queued render before all others that wait, those of a paused batch too; false when it is not queued (any
 * more).
 */
export function wantNext(ledger: RenderLedger, id: RenderId): boolean {
  const { database } = ledger;
  return database.transaction(() => {
    const highest = `SELECT COALESCE(MAX(wanted), 0) + 1 FROM render WHERE state = 'queued' AND held = 0 AND wanted > 0`;
    const { changes } = database.run(
      `UPDATE render SET held = 0, wanted = (${highest}) WHERE id = ? AND state = 'queued'`,
      id,
    );
    if (changes > 0) told(ledger, id);
    return changes > 0;
  });
}

/** Moves a render on; false when it is not this ticket's (any more), or not where it is taken to be. */
export function advanceRender(ledger: RenderLedger, ticket: Ticket, from: WorkingState, to: WorkingState): boolean {
  return ledger.database.transaction(() => {
    const { changes } = ledger.database.run(
      'UPDATE render SET state = ? WHERE id = ? AND attempt = ? AND state = ?',
      to,
      ticket.id,
      ticket.attempt,
      from,
    );
    if (changes > 0) told(ledger, ticket.id);
    return changes > 0;
  });
}

/** As {@link advanceRender} from rendering to uploading, with the film: from here on only sending it is left. */
export function keepFilm(ledger: RenderLedger, ticket: Ticket, film: BlobDigest, outcome: StoredOutcome): boolean {
  return ledger.database.transaction(() => {
    const { changes } = ledger.database.run(
      `UPDATE render SET state = 'uploading', film = ?, outcome = ? WHERE id = ? AND attempt = ? AND state = 'rendering'`,
      film,
      JSON.stringify(outcome),
      ticket.id,
      ticket.attempt,
    );
    if (changes > 0) told(ledger, ticket.id);
    return changes > 0;
  });
}

/**
 * Ends a render that this ticket works on, with everything that belongs to its end; false when it is not this ticket's.
 */
export function endRender(ledger: RenderLedger, ticket: Ticket, ending: Ending): boolean {
  return end(ledger, ticket.id, ending, `attempt = ${Number(ticket.attempt)} AND ${WORKING}`);
}

/** Ends a render in whatever stage it is; false when it has ended already. */
export function cancelRow(ledger: RenderLedger, id: RenderId): boolean {
  return end(ledger, id, { state: 'cancelled' }, OPEN);
}

/** Puts a render that the service itself stopped back; the attempt is not held against it. */
export function putBack(ledger: RenderLedger, ticket: Ticket): boolean {
  return requeue(ledger, ticket, `json_set(request, '$.uncounted', json_extract(request, '$.uncounted') + 1)`);
}

/** What to do with a render whose process died: it is queued again, or failed when it was tried often enough. */
export function recoverRender(ledger: RenderLedger, record: RenderRecord): void {
  if (countedAttempts(record) < serviceLimits.renderAttempts) requeue(ledger, record, 'request');
  else
    endRender(ledger, record, {
      state: 'failed',
      error: { code: 'render/attempts', detail: 'The render was interrupted three times. Try it again.' },
    });
}

function requeue(ledger: RenderLedger, ticket: Ticket, request: string): boolean {
  return ledger.database.transaction(() => {
    const { changes } = ledger.database.run(
      `UPDATE render SET state = 'queued', request = ${request} WHERE id = ? AND attempt = ? AND ${WORKING}`,
      ticket.id,
      ticket.attempt,
    );
    if (changes > 0) told(ledger, ticket.id);
    return changes > 0;
  });
}

/** The one place where a render ends: its state, its film, its notification and its event are one transaction. */
function end(ledger: RenderLedger, id: RenderId, ending: Ending, condition: string): boolean {
  const { database, events, clock, notify } = ledger;
  return database.transaction(() => {
    const changed = database.run(
      `UPDATE render SET state = ?, ended_at = ?, error = ?,
         film = CASE ? WHEN 'succeeded' THEN ? WHEN 'failed' THEN film ELSE NULL END,
         outcome = COALESCE(?, outcome) WHERE id = ? AND ${condition}`,
      ending.state,
      clock(),
      ending.state === 'failed' ? JSON.stringify(ending.error) : null,
      ending.state,
      ending.state === 'succeeded' ? ending.film : null,
      ending.state === 'succeeded' ? JSON.stringify(ending.outcome) : null,
      id,
    );
    if (changed.changes === 0) return false;
    // A film that only has to be sent again has no inputs any more, and is still made of the same.
    database.run(
      `UPDATE render SET made_of = (SELECT json_group_object(name_key, sha256) FROM render_input WHERE render = ?)
         WHERE id = ? AND film IS NOT NULL AND EXISTS (SELECT 1 FROM render_input WHERE render = ?)`,
      ...[id, id, id],
    );
    database.run('DELETE FROM render_input WHERE render = ?', id);
    const record = told(ledger, id);
    if (record === null) return false;
    notify(record, database);
    if (record.link !== null && ending.state === 'succeeded') {
      const film = { sha256: ending.film, bytes: ending.outcome.bytes, now: clock() };
      keepLinkedFilm(ledger, { ...record, link: record.link }, film);
    }
    if (record.batch !== null && !hasOpenRows(database, record.batch))
      events.record({ type: 'batch.changed', project: record.project, data: { id: record.batch, state: 'ended' } });
    return true;
  });
}

function hasOpenRows(database: Database, batch: string): boolean {
  // The last rows are the last to end, so looking from the end finds one at once.
  const sql = `SELECT 1 FROM render WHERE batch = ? AND ${OPEN} ORDER BY batch_index DESC LIMIT 1`;
  return database.get(sql, batch) !== undefined;
}

/** Records the event of a render's change, and gives back what it is now. */
export function told(
  { database, events }: Pick<RenderLedger, 'database' | 'events'>,
  id: RenderId,
): RenderRecord | null {
  const record = findRender(database, id);
  if (record === null) return null;
  const { state, attempt, batch, project } = record;
  events.record({ type: 'render.changed', project, data: { id, state, attempt, batch } });
  return record;
}
