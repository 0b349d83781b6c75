import type { ProjectUid } from '../../storage/ports.ts';
import type { RenderRecords } from '../records/transitions.ts';

/**
 * Deletes ended renders of a project with their films: the given renders, or all. Keeps rows of batches, and renders
 * with an open upload at their store. Returns the ids of the deleted renders.
 */
export function deleteEndedRenders(
  { database, events }: Pick<RenderRecords, 'database' | 'events'>,
  project: ProjectUid,
  ids: readonly string[] | null,
): readonly string[] {
  return database.transaction(() => {
    const deletedIds = database
      .all(
        `DELETE FROM render WHERE project = ? AND ended_at IS NOT NULL AND batch IS NULL AND open_upload IS NULL
           AND (? IS NULL OR id IN (SELECT value FROM json_each(?))) RETURNING id`,
        project,
        ids === null ? null : 1,
        JSON.stringify(ids ?? []),
      )
      .map((row) => String(row['id']));
    for (const id of deletedIds) events.record({ type: 'render.deleted', project, data: { id } });
    return deletedIds;
  });
}
