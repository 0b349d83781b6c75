import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { RenderFailure } from '../../errors/issues.ts';
import type { BlobDigest, Clock, Database, EventLog } from '../../storage/ports.ts';
import { storeLinkedFilm } from './linked-films.ts';
import {
  countedAttempts,
  findRender,
  type RenderId,
  type RenderRecord,
  type StoredOutcome,
  WORKING_STATES,
  type WorkingState,
} from './render-record.ts';

/** The stored renders, with the dependencies for changing a render. */
export interface RenderRecords {
  readonly database: Database;
  readonly events: EventLog;
  readonly clock: Clock;
  /** Puts the notification of an ended render into the outbox. Called inside the transaction that ends the render. */
  readonly notify: (ended: RenderRecord, database: Database) => void;
}

/** The right to change a render. Only a ticket of the latest attempt is valid. */
export interface Ticket {
  readonly id: RenderId;
  readonly attempt: number;
}

/** The way in which a render ends. */
export type Ending =
  | { readonly state: 'succeeded'; readonly film: BlobDigest; readonly outcome: StoredOutcome }
  | { readonly state: 'failed'; readonly error: RenderFailure }
  | { readonly state: 'cancelled' };

const WORKING = `state IN (${WORKING_STATES.map((state) => `'${state}'`).join(', ')})`;
const OPEN = `(state = 'queued' OR ${WORKING})`;

/** Claims a queued render and starts its next attempt. Returns null if the render is not queued. */
export function claimRender(records: RenderRecords, id: RenderId): RenderRecord | null {
  const { database, clock } = records;
  return database.transaction(() => {
    const { changes } = database.run(
      `UPDATE render SET state = CASE WHEN film IS NULL THEN 'fetching' ELSE 'uploading' END,
         attempt = attempt + 1, started_at = ? WHERE id = ? AND state = 'queued'`,
      clock(),
      id,
    );
    return changes === 0 ? null : recordChange(records, id);
  });
}

/**
 * Moves a queued render before all other renders. A render of a paused batch then runs although the batch is paused.
 * Returns false if the render is not queued.
 */
export function moveToFront(records: RenderRecords, id: RenderId): boolean {
  const { database } = records;
  return database.transaction(() => {
    const highest = `SELECT COALESCE(MAX(wanted), 0) + 1 FROM render WHERE state = 'queued' AND held = 0 AND wanted > 0`;
    const { changes } = database.run(
      `UPDATE render SET held = 0, wanted = (${highest}) WHERE id = ? AND state = 'queued'`,
      id,
    );
    if (changes > 0) recordChange(records, id);
    return changes > 0;
  });
}

/**
 * Changes the state of a render from `from` to `to`. Returns false if the ticket is outdated or the state is not
 * `from`.
 */
export function advanceRender(records: RenderRecords, ticket: Ticket, from: WorkingState, to: WorkingState): boolean {
  return records.database.transaction(() => {
    const { changes } = records.database.run(
      'UPDATE render SET state = ? WHERE id = ? AND attempt = ? AND state = ?',
      to,
      ticket.id,
      ticket.attempt,
      from,
    );
    if (changes > 0) recordChange(records, ticket.id);
    return changes > 0;
  });
}

/**
 * Stores the film and changes the state from rendering to uploading. After that, only sending remains. Returns false
 * like {@link advanceRender}.
 */
export function finishRendering(
  records: RenderRecords,
  ticket: Ticket,
  film: BlobDigest,
  outcome: StoredOutcome,
): boolean {
  return records.database.transaction(() => {
    const { changes } = records.database.run(
      `UPDATE render SET state = 'uploading', film = ?, outcome = ? WHERE id = ? AND attempt = ? AND state = 'rendering'`,
      film,
      JSON.stringify(outcome),
      ticket.id,
      ticket.attempt,
    );
    if (changes > 0) {
      saveFiles(records, ticket.id, outcome);
      recordChange(records, ticket.id);
    }
    return changes > 0;
  });
}

/** Records the files beside the film. Their bytes are not deleted while the record exists. */
function saveFiles({ database }: Pick<RenderRecords, 'database'>, id: RenderId, { files }: StoredOutcome): void {
  for (const { sha256 } of files)
    database.run('INSERT INTO render_file (render, sha256) VALUES (?, ?) ON CONFLICT DO NOTHING', id, sha256);
}

/** Ends a render with all consequences. Returns false if the ticket is outdated. */
export function endRender(records: RenderRecords, ticket: Ticket, ending: Ending): boolean {
  return end(records, ticket.id, ending, `attempt = ${Number(ticket.attempt)} AND ${WORKING}`);
}

/** Cancels a queued or running render. Returns false if the render has already ended. */
export function cancelRender(records: RenderRecords, id: RenderId): boolean {
  return end(records, id, { state: 'cancelled' }, OPEN);
}

/** Queues a render again that the service itself stopped. The attempt does not count. */
export function requeueUncounted(records: RenderRecords, ticket: Ticket): boolean {
  return requeue(records, ticket, `json_set(request, '$.uncounted', json_extract(request, '$.uncounted') + 1)`);
}

/**
 * Handles a render whose process has ended unexpectedly: queues it again, or fails it after the maximum number of
 * attempts.
 */
export function recoverRender(records: RenderRecords, record: RenderRecord): void {
  if (countedAttempts(record) < serviceLimits.renderAttempts) requeue(records, record, 'request');
  else
    endRender(records, record, {
      state: 'failed',
      error: { code: 'render/attempts', detail: 'The render was interrupted three times. Try it again.' },
    });
}

function requeue(records: RenderRecords, ticket: Ticket, request: string): boolean {
  return records.database.transaction(() => {
    const { changes } = records.database.run(
      `UPDATE render SET state = 'queued', request = ${request} WHERE id = ? AND attempt = ? AND ${WORKING}`,
      ticket.id,
      ticket.attempt,
    );
    if (changes > 0) recordChange(records, ticket.id);
    return changes > 0;
  });
}

/**
 * Ends a render. Every ending uses this function, which changes the state, the film, the notification, and the event in
 * one transaction.
 */
function end(records: RenderRecords, id: RenderId, ending: Ending, condition: string): boolean {
  const { database, events, clock, notify } = records;
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
    if (ending.state === 'succeeded') saveFiles(records, id, ending.outcome);
    else if (ending.state === 'cancelled') database.run('DELETE FROM render_file WHERE render = ?', id);
    // Store the digests of the inputs with the film. A retry that only delivers an existing film has no inputs, so the
    // stored digests stay unchanged.
    database.run(
      `UPDATE render SET made_of = (SELECT json_group_object(name_key, sha256) FROM render_input WHERE render = ?)
         WHERE id = ? AND film IS NOT NULL AND EXISTS (SELECT 1 FROM render_input WHERE render = ?)`,
      ...[id, id, id],
    );
    database.run('DELETE FROM render_input WHERE render = ?', id);
    const record = recordChange(records, id);
    if (record === null) return false;
    notify(record, database);
    if (record.link !== null && ending.state === 'succeeded') {
      const film = { sha256: ending.film, bytes: ending.outcome.bytes, now: clock() };
      storeLinkedFilm(records, { ...record, link: record.link }, film);
    }
    if (record.batch !== null && !hasOpenRows(database, record.batch))
      events.record({ type: 'batch.changed', project: record.project, data: { id: record.batch, state: 'ended' } });
    return true;
  });
}

function hasOpenRows(database: Database, batch: string): boolean {
  // Search from the last row, because the last rows usually end last. An open row is then found immediately.
  const sql = `SELECT 1 FROM render WHERE batch = ? AND ${OPEN} ORDER BY batch_index DESC LIMIT 1`;
  return database.get(sql, batch) !== undefined;
}

/** Records the event of a changed render. Returns the current row of the render; null if it does not exist. */
export function recordChange(
  { database, events }: Pick<RenderRecords, 'database' | 'events'>,
  id: RenderId,
): RenderRecord | null {
  const record = findRender(database, id);
  if (record === null) return null;
  const { state, attempt, batch, project } = record;
  events.record({ type: 'render.changed', project, data: { id, state, attempt, batch } });
  return record;
}
