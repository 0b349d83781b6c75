import { nameKey } from '#shared/names/asset-name.ts';
import type { InspectedMovie } from '../inspection/inspect.ts';
import type { ProjectUid } from '../storage/ports.ts';
import { text as textOf } from '../storage/rows.ts';
import { entityTag } from './entity-tag.ts';
import type { StoreFoundation } from './store-foundation.ts';

/** Creates or replaces a movie and records the event. Call this inside a transaction. */
export function writeMovie(
  { database, events, clock }: StoreFoundation,
  project: ProjectUid,
  name: string,
  movie: InspectedMovie,
): void {
  const now = clock();
  database.run(
    `INSERT INTO movie (project, name, name_key, xml, etag, duration_frames, variable_count, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (project, name_key) DO UPDATE SET xml = excluded.xml, etag = excluded.etag,
       duration_frames = excluded.duration_frames, variable_count = excluded.variable_count, updated_at = excluded.updated_at`,
    project,
    name,
    nameKey(name),
    movie.xml,
    entityTag(movie.xml),
    movie.durationFrames,
    movie.variableCount,
    now,
    now,
  );
  touchProject(database, project, now);
  events.record({ type: 'movie.saved', project, data: { name } });
}

/**
 * Deletes a movie if it exists and records the event. Call this inside a transaction. Returns its name; null if it does
 * not exist.
 */
export function removeMovie(
  { database, events, clock }: StoreFoundation,
  project: ProjectUid,
  name: string,
): string | null {
  const row = database.get(
    'DELETE FROM movie WHERE project = ? AND name_key = ? RETURNING name',
    project,
    nameKey(name),
  );
  if (row === undefined) return null;
  const deleted = textOf(row, 'name');
  touchProject(database, project, clock());
  events.record({ type: 'movie.deleted', project, data: { name: deleted } });
  return deleted;
}

/** Returns the entity tag of a movie's XML; null if no movie has that name. */
export function movieTag({ database }: StoreFoundation, project: ProjectUid, name: string): string | null {
  const row = database.get('SELECT etag FROM movie WHERE project = ? AND name_key = ?', project, nameKey(name));
  return row === undefined ? null : textOf(row, 'etag');
}

/** Records the time of a change in a project. */
export function touchProject(database: StoreFoundation['database'], project: ProjectUid, now: number): void {
  database.run('UPDATE project SET updated_at = ? WHERE uid = ?', now, project);
}
