import type { Database } from '../../storage/ports.ts';

/** The name and the project of a render. */
export interface FilmName {
  readonly project: string;
  readonly name: string | null;
}

/** Within SQLite's limit of parameters, and more renders than a farm usually makes. */
const SLICE = 500;

/** Returns the names of renders by id. Unknown renders are omitted. */
export function filmNames(database: Database, ids: readonly string[]): ReadonlyMap<string, FilmName> {
  const names = new Map<string, FilmName>();
  const asked = [...new Set(ids)];
  for (let start = 0; start < asked.length; start += SLICE) {
    const some = asked.slice(start, start + SLICE);
    const rows = database.all(
      `SELECT id, project, COALESCE(json_extract(request, '$.name'), filename, json_extract(request, '$.templateName')) AS name
         FROM render WHERE id IN (${some.map(() => '?').join(', ')})`,
      ...some,
    );
    for (const { id, project, name } of rows)
      names.set(String(id), { project: String(project), name: typeof name === 'string' ? name : null });
  }
  return names;
}
