import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { BlobDigest, BlobStore, Clock, Database, EventLog, ProjectUid } from '../../storage/ports.ts';
import { integer, integerOrNull, textOrNull } from '../../storage/rows.ts';
import type { RenderId } from './render-record.ts';

/** Which film a link asks for. */
export interface LinkedFilmName {
  /** Digest of what the film is made of: template, values, bytes of its assets, format, quality. */
  readonly key: string;
  /** Digest of what the link says: another film of the same wish takes this one's place. */
  readonly wish: string;
}

/** A film of a link that is there, or that a render makes or has failed to make. */
export interface LinkedFilm {
  readonly render: RenderId | null;
  readonly film: { readonly sha256: BlobDigest; readonly bytes: number; readonly madeAt: number } | null;
  readonly usedAt: number;
}

interface Ledger {
  readonly database: Database;
  readonly events: EventLog;
}

const OPEN = `state IN ('queued', 'fetching', 'rendering', 'uploading')`;
const { making, kept, keptDays } = serviceLimits.filmLinks;
const DAY = 24 * 3600 * 1000;

/** Null where nobody has asked for it, or what was made of it is gone. */
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

/** The render that makes the film already; null where there is none, or it has ended. */
export function openRenderOf(database: Database, key: string): RenderId | null {
  const sql = `SELECT id FROM render WHERE id = (SELECT render FROM linked_film WHERE key = ?) AND ${OPEN}`;
  return (database.get(sql, key)?.['id'] ?? null) as RenderId | null;
}

/** The render that still makes what the same link meant before; null where there is none. */
export function outdatedRenderOf(
  database: Database,
  { key, wish }: LinkedFilmName,
  project: ProjectUid,
): RenderId | null {
  const sql = `SELECT id FROM render WHERE ${OPEN}
    AND id IN (SELECT render FROM linked_film WHERE project = ? AND wish = ? AND key <> ?)`;
  return (database.get(sql, project, wish, key)?.['id'] ?? null) as RenderId | null;
}

/**
 * Notes that a render makes the film. Call it in the transaction that accepts the render. A film that the same link
 * meant before is let go, and so is a render that failed. Throws `link/too-many` where the project has as many already.
 */
export function beginLinkedFilm(
  { database, events }: Ledger,
  { key, wish }: LinkedFilmName,
  { project, render, now }: { readonly project: ProjectUid; readonly render: RenderId; readonly now: number },
): void {
  const sql = `SELECT COUNT(*) AS n FROM render INDEXED BY render_linked
    WHERE project = ? AND link IS NOT NULL AND ${OPEN} AND id <> ?`;
  if (Number(database.get(sql, project, render)?.['n'] ?? 0) >= making)
    throw new ServiceError('link/too-many', message('link/making', { most: making }));
  const former = database.all(
    'DELETE FROM linked_film WHERE (key = ? OR (project = ? AND wish = ?)) RETURNING render',
    key,
    project,
    wish,
  );
  for (const row of former) forgetEnded({ database, events }, project, textOrNull(row, 'render'));
  database.run(
    'INSERT INTO linked_film (key, project, wish, render, used_at) VALUES (?, ?, ?, ?, ?)',
    key,
    project,
    wish,
    render,
    now,
  );
}

/**
 * Hands the film of a render that has succeeded over to its link. The render is forgotten: nobody who looks at renders
 * has asked for it. Call it in the transaction that ends the render.
 */
export function keepLinkedFilm(
  { database, events }: Ledger,
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

/** Notes that somebody asked for the film now. */
export function touchLinkedFilm(database: Database, key: string, now: number): void {
  database.run('UPDATE linked_film SET used_at = ? WHERE key = ?', now, key);
}

/**
 * Lets films go that nobody asked for in a long time, and the least recently used ones beyond what may be kept of a
 * project and in all. One that is being downloaded stays. Answers how many went.
 */
export function expireLinkedFilms(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { isHeld, limitBytes }: { readonly isHeld: BlobStore['isHeld']; readonly limitBytes: number },
): number {
  const gone = database
    .all(EXPIRED, limitBytes, kept, clock() - keptDays * DAY)
    .filter((row) => !isHeld(String(row['film']) as BlobDigest));
  if (gone.length > 0)
    database.transaction(() => {
      for (const row of gone) database.run('DELETE FROM linked_film WHERE key = ?', String(row['key']));
    });
  // What a render that was forgotten leaves.
  const left = database.get('SELECT 1 FROM linked_film WHERE film IS NULL AND render IS NULL LIMIT 1');
  if (left !== undefined) database.run('DELETE FROM linked_film WHERE film IS NULL AND render IS NULL');
  return gone.length;
}

const EXPIRED = `
  WITH summed AS (
    SELECT key, film, used_at, SUM(bytes) OVER (ORDER BY used_at DESC, key) > ? AS is_too_much,
      ROW_NUMBER() OVER (PARTITION BY project ORDER BY used_at DESC, key) > ? AS is_one_too_many
    FROM linked_film WHERE film IS NOT NULL
  )
  SELECT key, film FROM summed WHERE is_too_much OR is_one_too_many OR used_at < ? ORDER BY used_at LIMIT 1000`;

function forgetEnded({ database, events }: Ledger, project: ProjectUid, render: string | null): void {
  if (render === null) return;
  const sql = `DELETE FROM render WHERE id = ? AND NOT ${OPEN}`;
  if (database.run(sql, render).changes > 0) events.record({ type: 'render.deleted', project, data: { id: render } });
}
