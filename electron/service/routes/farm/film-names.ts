import type { Database } from '../../storage/ports.ts';

/** The name and the project of a render. */
export interface FilmName {
  readonly project: string;
  readonly name: string | null;
}

/**
 * The maximum number of ids in a query. It is below SQLite's limit of parameters, and exceeds the usual number of
 * renders in a farm.
 */
const SLICE = 500;

/** Returns the names of renders by id. Omits unknown renders. */
export function filmNames(database: Database, ids: readonly string[]): ReadonlyMap<string, FilmName> {
  const names = new Map<string, FilmName>();
  const distinctIds = [...new Set(ids)];
  for (let start = 0; start < distinctIds.length; start += SLICE) {
    const slice = distinctIds.slice(start, start + SLICE);
    const rows = database.all(
      `SELECT id, project, COALESCE(json_extract(request, '$.name'), filename, json_extract(request, '$.templateName')) AS name
         FROM render WHERE id IN (${slice.map(() => '?').join(', ')})`,
      ...slice,
    );
    for (const { id, project, name } of rows)
      names.set(String(id), { project: String(project), name: typeof name === 'string' ? name : null });
  }
  return names;
}
