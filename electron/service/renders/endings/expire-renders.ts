import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { BlobDigest, BlobStore } from '../../storage/ports.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import type { RenderId } from '../records/render-record.ts';
import { type RenderRecords, recordChange } from '../records/transitions.ts';

export interface ExpiryOptions {
  readonly records: Pick<RenderRecords, 'database' | 'events' | 'clock'>;
  /** Checks whether the blob is being read. */
  readonly isHeld: BlobStore['isHeld'];
  readonly limits?: Partial<FilmLimits>;
}

export interface FilmLimits {
  readonly filmDays: number;
  readonly filmsBytes: number;
  readonly renderDays: number;
}

export interface ExpiryReport {
  readonly films: number;
  readonly renders: number;
  readonly notifications: number;
}

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** The minimum time in milliseconds in which a client can download its film, regardless of the size limit. */
const FETCH_MILLISECONDS = HOUR;
/** The number of rows per transaction, which takes a few milliseconds. */
const SLICE = 100;

/**
 * Deletes old films and renders. A film expires 30 days after its render ended. Above 50 GiB in total, the oldest films
 * expire earlier, but never within their first hour. A film stays while it is being downloaded or its batch runs. After
 * 90 days, a render is deleted with its notification. A batch is deleted as a whole.
 */
export async function expireRenders(options: ExpiryOptions): Promise<ExpiryReport> {
  const films = await expireFilms(options);
  const { database, clock } = options.records;
  const { renderDays } = { ...serviceLimits, ...options.limits };
  const before = clock() - renderDays * DAY;
  const renders = await inSlices(() => {
    // Keep a render with an open upload at its store until the upload is aborted.
    const single = `DELETE FROM render WHERE id IN (SELECT id FROM render
      WHERE ended_at < ? AND batch IS NULL AND film IS NULL AND open_upload IS NULL LIMIT ${SLICE})`;
    return database.run(single, before).changes;
  });
  const batches = await inSlices(() => {
    const whole = `DELETE FROM batch WHERE id IN (SELECT id FROM batch WHERE created_at < ?
      AND NOT EXISTS (SELECT 1 FROM render WHERE batch = batch.id
        AND (ended_at IS NULL OR ended_at >= ? OR film IS NOT NULL OR open_upload IS NOT NULL)) LIMIT 1)`;
    return database.run(whole, before, before).changes;
  });
  const notifications = await inSlices(() => {
    const ended = `DELETE FROM notification WHERE id IN (SELECT id FROM notification WHERE ended_at < ? LIMIT ${SLICE})`;
    return database.run(ended, before).changes;
  });
  return { films, renders: renders + batches, notifications };
}

async function expireFilms({ records, isHeld, limits }: ExpiryOptions): Promise<number> {
  const { database, clock } = records;
  const { filmDays, filmsBytes } = { ...serviceLimits, ...limits };
  const now = clock();
  const expired = database
    .all(EXPIRED_FILMS, filmsBytes, now - filmDays * DAY, now - FETCH_MILLISECONDS)
    .map((row) => String(row['film']) as BlobDigest)
    .filter((film) => !isHeld(film));
  const yieldTurn = yieldRegularly();
  for (const film of expired) {
    database.transaction(() => {
      const renders = database.all('SELECT id FROM render WHERE film = ?', film);
      database.run('UPDATE render SET film = NULL WHERE film = ?', film);
      for (const { id } of renders) {
        database.run('DELETE FROM render_file WHERE render = ?', String(id));
        recordChange(records, String(id) as RenderId);
      }
    });
    await yieldTurn();
  }
  return expired.length;
}

/**
 * The query for expired films, oldest first. It groups the renders by content, because equal films are stored once. The
 * time of a film is the latest end of its renders. The newest films are counted first toward the limit of the size.
 */
const EXPIRED_FILMS = `
  WITH busy (film) AS (
    SELECT film FROM render WHERE film IS NOT NULL AND (ended_at IS NULL
      OR batch IN (SELECT batch FROM render WHERE state IN ('queued', 'fetching', 'rendering', 'uploading')))
  ), kept AS (
    SELECT film, MAX(ended_at) AS ended_at FROM render WHERE film IS NOT NULL GROUP BY film
  ), summed AS (
    SELECT film, kept.ended_at, SUM(bytes) OVER (ORDER BY kept.ended_at DESC, film) > ? AS is_too_much
    FROM kept JOIN blob ON blob.sha256 = film
  )
  SELECT film FROM summed WHERE (ended_at < ? OR (is_too_much AND ended_at < ?)) AND film NOT IN (SELECT film FROM busy)
  ORDER BY ended_at`;

/** Repeats `work` until it returns 0, and lets other requests run in between. Returns the sum of the results. */
async function inSlices(work: () => number): Promise<number> {
  const yieldTurn = yieldRegularly();
  let total = 0;
  for (let changes = work(); changes > 0; changes = work()) {
    total += changes;
    await yieldTurn();
  }
  return total;
}
