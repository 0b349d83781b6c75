import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { BlobDigest, BlobStore, Clock, Database, EventLog, ProjectUid } from '../../storage/ports.ts';
import { integer, integerOrNull, text, textOrNull } from '../../storage/rows.ts';
import type { RenderId } from './render-record.ts';

/** The identity of the film of a link. */
export interface LinkedFilmName {
  /** The digest of the film's content: template, values, bytes of its assets, format, and quality. */
  readonly key: string;
  /** The digest of the link. A new film of the same link replaces the previous one. */
  readonly link: string;
}

/** The film of a link, or the render that makes it or has failed to make it. */
export interface LinkedFilm {
  readonly render: RenderId | null;
  readonly film: { readonly sha256: BlobDigest; readonly bytes: number; readonly madeAt: number } | null;
  readonly usedAt: number;
}

interface LinkedFilmDependencies {
  readonly database: Database;
  readonly events: EventLog;
}

const OPEN = `state IN ('queued', 'fetching', 'rendering', 'uploading')`;
const { making: maxRenders, stored: maxFilms, storedDays: maxDays } = serviceLimits.filmLinks;
const DAY = 24 * 3600 * 1000;

/** Returns the film of a link; null if it was never requested or was deleted. */
export function findLinkedFilm(database: Database, key: string): LinkedFilm | null {
  const row = database.get('SELECT render, film, bytes, made_at, used_at FROM linked_film WHERE key = ?', key);
  if (row === undefined) return null;
  const sha256 = textOrNull(row, 'film');
  const film =
    sha256 === null
      ? null
      : { sha256: sha256 as BlobDigest, bytes: integer(row, 'bytes'), madeAt: integerOrNull(row, 'made_at') ?? 0 };
  return { render: textOrNull(row, 'render') as RenderId | null, film, usedAt: integer(row, 'used_at') };
}

/** Returns the latest film that was made for a request of a link; null if there is none. */
export function findFilmOfRequest(database: Database, link: string, project: ProjectUid): LinkedFilm['film'] {
  const sql = `SELECT film, bytes, made_at FROM linked_film
    WHERE project = ? AND wish = ? AND film IS NOT NULL ORDER BY made_at DESC LIMIT 1`;
  const row = database.get(sql, project, link);
  if (row === undefined) return null;
  return { sha256: text(row, 'film') as BlobDigest, bytes: integer(row, 'bytes'), madeAt: integer(row, 'made_at') };
}

/** Returns the render that makes the film; null if no render makes it now. */
export function openRenderOf(database: Database, key: string): RenderId | null {
  const sql = `SELECT id FROM render WHERE id = (SELECT render FROM linked_film WHERE key = ?) AND ${OPEN}`;
  return (database.get(sql, key)?.['id'] ?? null) as RenderId | null;
}

/** Returns whether a render has not ended. */
export function isBeingMade(database: Database, render: string): boolean {
  return database.get(`SELECT 1 FROM render WHERE id = ? AND ${OPEN}`, render) !== undefined;
}

/** Returns the running render of an earlier film of the same link; null if there is none. */
export function outdatedRenderOf(
  database: Database,
  { key, link }: LinkedFilmName,
  project: ProjectUid,
): RenderId | null {
  const sql = `SELECT id FROM render WHERE ${OPEN}
    AND id IN (SELECT render FROM linked_film WHERE project = ? AND wish = ? AND key <> ?)`;
  return (database.get(sql, project, link, key)?.['id'] ?? null) as RenderId | null;
}

/**
 * Records that a render makes the film. Call this in the transaction that accepts the render. Replaces the earlier film
 * of the link, and deletes its render if that has ended. Throws `link/too-many` if too many renders of the project make
 * films of links.
 */
export function beginLinkedFilm(
  { database, events }: LinkedFilmDependencies,
  { key, link }: LinkedFilmName,
  { project, render, now }: { readonly project: ProjectUid; readonly render: RenderId; readonly now: number },
): void {
  const sql = `SELECT COUNT(*) AS n FROM render INDEXED BY render_linked
    WHERE project = ? AND link IS NOT NULL AND ${OPEN} AND id <> ?`;
  if (Number(database.get(sql, project, render)?.['n'] ?? 0) >= maxRenders)
    throw new ServiceError('link/too-many', message('link/making', { most: maxRenders }));
  const former = database.all(
    'DELETE FROM linked_film WHERE (key = ? OR (project = ? AND wish = ?)) RETURNING render',
    key,
    project,
    link,
  );
  for (const row of former) forgetEnded({ database, events }, project, textOrNull(row, 'render'));
  database.run(
    'INSERT INTO linked_film (key, project, wish, render, used_at) VALUES (?, ?, ?, ?, ?)',
    key,
    project,
    link,
    render,
    now,
  );
}

/**
 * Stores the film of a succeeded render as the film of its link. Deletes the render, because no user requested it. Call
 * this in the transaction that ends the render.
 */
export function storeLinkedFilm(
  { database, events }: LinkedFilmDependencies,
  { id, link, project }: { readonly id: RenderId; readonly link: string; readonly project: ProjectUid },
  film: { readonly sha256: BlobDigest; readonly bytes: number; readonly now: number },
): void {
  database.run(
    'UPDATE linked_film SET film = ?, bytes = ?, made_at = ?, used_at = ?, render = NULL WHERE key = ? AND render = ?',
    film.sha256,
    film.bytes,
    film.now,
    film.now,
    link,
    id,
  );
  database.run('DELETE FROM render WHERE id = ?', id);
  events.record({ type: 'render.deleted', project, data: { id } });
}

/** Records the time of the latest request for the film. */
export function touchLinkedFilm(database: Database, key: string, now: number): void {
  database.run('UPDATE linked_film SET used_at = ? WHERE key = ?', now, key);
}

/**
 * Deletes films that were not requested for a long time, and the least recently used films above the limits of a
 * project and in total. A film that is being downloaded stays. Returns the number of deleted films.
 */
export function expireLinkedFilms(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { isHeld, limitBytes }: { readonly isHeld: BlobStore['isHeld']; readonly limitBytes: number },
): number {
  const deleted = database
    .all(EXPIRED, limitBytes, maxFilms, clock() - maxDays * DAY)
    .filter((row) => !isHeld(String(row['film']) as BlobDigest));
  if (deleted.length > 0)
    database.transaction(() => {
      for (const row of deleted) database.run('DELETE FROM linked_film WHERE key = ?', String(row['key']));
    });
  // Delete rows without film and render, which remain after the deletion of renders.
  const leftover = database.get('SELECT 1 FROM linked_film WHERE film IS NULL AND render IS NULL LIMIT 1');
  if (leftover !== undefined) database.run('DELETE FROM linked_film WHERE film IS NULL AND render IS NULL');
  return deleted.length;
}

const EXPIRED = `
  WITH summed AS (
    SELECT key, film, used_at, SUM(bytes) OVER (ORDER BY used_at DESC, key) > ? AS is_too_much,
      ROW_NUMBER() OVER (PARTITION BY project ORDER BY used_at DESC, key) > ? AS is_one_too_many
    FROM linked_film WHERE film IS NOT NULL
  )
  SELECT key, film FROM summed WHERE is_too_much OR is_one_too_many OR used_at < ? ORDER BY used_at LIMIT 1000`;

function forgetEnded({ database, events }: LinkedFilmDependencies, project: ProjectUid, render: string | null): void {
  if (render === null) return;
  const sql = `DELETE FROM render WHERE id = ? AND NOT ${OPEN}`;
  if (database.run(sql, render).changes > 0) events.record({ type: 'render.deleted', project, data: { id: render } });
}
