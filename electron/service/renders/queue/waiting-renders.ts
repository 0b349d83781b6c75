import type { Database, DatabaseRow, ProjectUid } from '../../storage/ports.ts';
import type { RenderId } from '../records/render-record.ts';
import type { Candidate } from './round-robin.ts';

/**
 * Returns the oldest queued render per project and kind, except for paused batches. Films of links count as rows of
 * batches, because users of the editor take precedence. The query runs before each film. It jumps from project to
 * project in the index of queued renders, so its cost does not grow with the number of renders.
 */
export function waitingRenders(database: Database): readonly Candidate[] {
  return database.all(WAITING).map(candidateOf);
}

/** Returns the queued render that a user moved to the front last; null if there is none. */
export function nextRequestedRender(database: Database): Candidate | null {
  const row = database.get(NEXT_RENDER);
  return row === undefined ? null : candidateOf(row);
}

function candidateOf(row: DatabaseRow): Candidate {
  return {
    id: String(row['id']) as RenderId,
    project: String(row['project']) as ProjectUid,
    batched: Number(row['batched']) === 1,
    sequence: Number(row['sequence']),
  };
}

const NEXT_RENDER = `SELECT id, project, (batch IS NOT NULL OR link IS NOT NULL) AS batched, sequence FROM render INDEXED BY render_wanted
  WHERE state = 'queued' AND held = 0 AND wanted > 0 ORDER BY wanted DESC LIMIT 1`;

export const WAITING = `
  WITH RECURSIVE waiting (project) AS (
    SELECT MIN(project) FROM render INDEXED BY render_waiting WHERE state = 'queued' AND held = 0
    UNION ALL
    SELECT (SELECT MIN(project) FROM render INDEXED BY render_waiting WHERE state = 'queued' AND held = 0 AND project > waiting.project)
      FROM waiting WHERE project IS NOT NULL
  ), kind (batched) AS (VALUES (0), (1)), oldest (sequence) AS (
    SELECT (SELECT MIN(sequence) FROM render INDEXED BY render_waiting
      WHERE state = 'queued' AND held = 0 AND project = waiting.project
        AND (batch IS NOT NULL OR link IS NOT NULL) = kind.batched)
    FROM waiting CROSS JOIN kind WHERE project IS NOT NULL
  )
  SELECT id, project, (batch IS NOT NULL OR link IS NOT NULL) AS batched, render.sequence FROM oldest CROSS JOIN render
    ON render.sequence = oldest.sequence`;

/** Checks whether a secret belongs to a render that may still run, can be retried, or has an open upload. */
export function isSecretNeeded(database: Database, name: string): boolean {
  const sql = `SELECT 1 FROM render WHERE secret_name = ? 
    AND (state NOT IN ('succeeded', 'cancelled') OR open_upload IS NOT NULL) LIMIT 1`;
  const ofTable = 'SELECT 1 FROM live_table WHERE secret_name = ? LIMIT 1';
  return database.get(sql, name) !== undefined || database.get(ofTable, name) !== undefined;
}
