import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { batchesEnded, createSmallProject, filmRows, startRows } from './small-films.ts';

/** Generous limits in seconds for the start and for each film. They end a hanging test and measure nothing. */
const EMBEDDED_SECONDS = { start: 300, film: 20 };

/** The result of a film. */
export interface EndedFilm {
  readonly state: string;
  readonly film: string | null;
  /**
   * The number of end events; null if the event log no longer contains them. It contains the last ten thousand events.
   */
  readonly ends: number | null;
  readonly reported: readonly string[];
}

/** Renders the same rows with a separate service without a farm. */
export async function embeddedFilms(count: number): Promise<ReadonlyMap<string, EndedFilm>> {
  await using folder = await temporaryFolder();
  await using service = await startServiceProcess(folder.path);
  const project = await createSmallProject(service);
  const batches = await startRows(service.client, project, filmRows(count));
  await batchesEnded(() => service.client, project, batches, EMBEDDED_SECONDS.start + EMBEDDED_SECONDS.film * count);
  await service.stop();
  return endedFilms(folder.path);
}

/** Returns the result of each film by its file name. */
export function endedFilms(workspace: string): ReadonlyMap<string, EndedFilm> {
  using database = new DatabaseSync(join(workspace, 'db.sqlite'), { readOnly: true });
  const ends = database.prepare(
    `SELECT COUNT(*) AS n FROM event WHERE json_extract(data, '$.id') = ?
       AND json_extract(data, '$.state') IN ('succeeded', 'failed', 'cancelled')`,
  );
  const isWhole = database.prepare('SELECT min(id) AS first FROM event').get()?.['first'] === 1;
  const notified = database.prepare('SELECT url FROM notification WHERE render = ?');
  return new Map(
    database
      .prepare('SELECT id, state, film, filename FROM render ORDER BY filename')
      .all()
      .map(({ id, state, film, filename }) => [
        String(filename),
        {
          state: String(state),
          film: film === null ? null : String(film),
          ends: Number(ends.get(String(id))?.['n']) || (isWhole ? 0 : null),
          reported: notified.all(String(id)).map(({ url }) => String(url)),
        },
      ]),
  );
}

export function waitingNotifications(workspace: string): number {
  using database = new DatabaseSync(join(workspace, 'db.sqlite'), { readOnly: true });
  return Number(database.prepare("SELECT COUNT(*) AS n FROM notification WHERE state = 'waiting'").get()?.['n']);
}

/** Returns the digest of each film by its file name. */
export function digests(films: ReadonlyMap<string, EndedFilm>): Readonly<Record<string, string | null>> {
  return Object.fromEntries([...films].map(([name, { film }]) => [name, film]));
}
