import type { Database, ProjectUid } from '../storage/ports.ts';
import type { Candidate } from './fair-turns.ts';
import type { RenderId } from './render-record.ts';

/** The oldest queued render of each project and kind. */
export function waitingRenders(database: Database): readonly Candidate[] {
  return database
    .all(
      `SELECT id, project, batch IS NOT NULL AS batched, MIN(sequence) AS sequence FROM render
       WHERE state = 'queued' GROUP BY project, batch IS NOT NULL`,
    )
    .map((row) => ({
      id: String(row['id']) as RenderId,
      project: String(row['project']) as ProjectUid,
      batched: Number(row['batched']) === 1,
      sequence: Number(row['sequence']),
    }));
}

/** Whether a secret belongs to a render that may still be run, or run again. */
export function isSecretWanted(database: Database, name: string): boolean {
  const sql = `SELECT 1 FROM render WHERE secret_name = ? AND state NOT IN ('succeeded', 'cancelled') LIMIT 1`;
  return database.get(sql, name) !== undefined;
}
