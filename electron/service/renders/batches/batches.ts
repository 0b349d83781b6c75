import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type * as renderShapes from '#shared/contract/shapes/render-shapes.ts';
import type { Author } from '#shared/contract/shapes/shapes.ts';
import { message } from '#shared/messages/message.ts';
import { failureOf, refusal } from '../../errors/issues.ts';
import { type Issue, ServiceError } from '../../errors/service-error.ts';
import { readPublishedAssets } from '../../publishing/published-film.ts';
import type { Database, DatabaseRow, ProjectUid } from '../../storage/ports.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import { insertRender, type NewRender, type RenderRequester, requestOf } from '../accept/accept-render.ts';
import { filmValues } from '../accept/film-values.ts';
import { createInputFinder, type Inputs } from '../accept/render-inputs.ts';
import type { RequestContext } from '../accept/render-request.ts';
import { requeueFailed } from '../accept/retry-render.ts';
import type { RenderScheduler } from '../queue/render-scheduler.ts';
import { filesOf, filmUrl } from '../records/render-answer.ts';
import {
  type BatchId,
  findRenders,
  type RenderId,
  type RenderRecord,
  type StoredCell,
  templateOf,
} from '../records/render-record.ts';
import type { SecretKeeper } from '../records/secret-keeper.ts';
import type { RenderRecords } from '../records/transitions.ts';
import type { CheckedBatch, CheckedRow } from './batch-request.ts';
import { languageProblems, type RequestedRun } from './batch-run.ts';
import { checkRows, type RowCheck, rowIssue } from './check-rows.ts';

export interface BatchRecord {
  readonly id: BatchId;
  readonly project: ProjectUid;
  /** The template; the first one of a run. */
  readonly movie: string;
  /** The templates and languages of a run; null for a batch of one `movie`. */
  readonly run: RequestedRun | null;
  readonly format: string;
  readonly quality: string;
  /** The requested loudness, true peak, and maximum size of the films. */
  readonly requested: Pick<RenderRecord['request'], 'loudness' | 'truepeak' | 'maxBytes'>;
  readonly createdAt: number;
  readonly counts: z.output<typeof renderShapes.batchCounts>;
  /** Whether the batch is paused: its queued rows wait until it is resumed. */
  readonly paused: boolean;
}

/** The project, the author, and other facts about who requested a batch. */
type BatchRequester = Omit<RenderRequester, 'link'>;

/** Stores and controls batches. The state of a batch is computed from its renders. */
export interface Batches {
  /**
   * Accepts a checked batch. After a crash, either all rows or none are accepted. The transaction that accepts them also
   * runs `onAccept` with the renders of the rows in order.
   */
  accept(
    checked: CheckedBatch,
    from: BatchRequester,
    onAccept?: (renders: readonly RenderId[]) => void,
  ): Promise<BatchRecord>;
  /** Returns the batches of a project, newest first. */
  list(project: ProjectUid): readonly BatchRecord[];
  /** Returns the batches of all projects, newest first. */
  listAll(limit: number): readonly BatchRecord[];
  /** Returns a batch; throws `batch/not-found`. */
  get(project: ProjectUid, id: string): BatchRecord;
  /** Returns the rows of a batch in order. */
  rows(id: BatchId): Promise<readonly RenderRecord[]>;
  cancel(id: BatchId): Promise<void>;
  /** Pauses a batch, so that no further row starts, even after a restart. Running rows continue. */
  pause(batch: Pick<BatchRecord, 'id' | 'project'>): void;
  /** Resumes a batch that {@link Batches.pause} paused. */
  resume(batch: Pick<BatchRecord, 'id' | 'project'>): void;
  /**
   * Queues the failed rows again. Throws `render/not-retryable` if all rows succeeded, and `render/invalid` if every
   * failure is final.
   */
  retry(id: BatchId): Promise<void>;
}

export interface BatchOptions {
  readonly records: RenderRecords;
  readonly queue: RenderScheduler;
  readonly secrets: SecretKeeper;
  readonly requests: Pick<RequestContext, 'database' | 'ownHosts' | 'inspector'>;
}

/** The number of rows per transaction, which takes a few milliseconds. */
const SLICE = 100;
/** The interval between attempts to queue rows while the disk is full. */
const RETRY_MILLISECONDS = 1000;
const READ_SLICE = 100;

export function createBatches({ records, queue, secrets, requests }: BatchOptions): Batches {
  const { database, events, clock } = records;
  const recordBatchChange = (id: BatchId, project: ProjectUid, state: 'running' | 'paused') =>
    events.record({ type: 'batch.changed', project, data: { id, state } });

  const find = (condition: string, parameter: string | number): readonly BatchRecord[] =>
    database.all(`${SELECT_BATCH} WHERE ${condition} AND ${IS_ACCEPTED} ${GROUP_BATCH}`, parameter).map(batchOf);

  const get = (project: ProjectUid, id: string): BatchRecord => {
    const batch = find('batch.id = ?', id)[0];
    if (batch?.project !== project) throw new ServiceError('batch/not-found');
    return batch;
  };

  const idsOf = (id: BatchId, condition: string): readonly RenderId[] =>
    database
      .all(`SELECT id FROM render WHERE batch = ? AND ${condition} ORDER BY batch_index`, id)
      .map((row) => String(row['id']) as RenderId);

  const rows = async (id: BatchId, condition = ''): Promise<readonly RenderRecord[]> => {
    const all: RenderRecord[] = [];
    const sql = `batch = ? AND batch_index > ? ${condition} ORDER BY batch_index LIMIT ?`;
    const yieldTurn = yieldRegularly();
    for (;;) {
      const slice = findRenders(database, sql, id, all.at(-1)?.batchIndex ?? 0, READ_SLICE);
      all.push(...slice);
      if (slice.length < READ_SLICE) return all;
      await yieldTurn();
    }
  };

  /** Queues a failed render again. Skips a render that another request has retried in the meantime. */
  const requeue = (id: RenderId, inputs: Inputs | null, total: number | null = null): void => {
    try {
      requeueFailed(id, inputs, records, total);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'render/not-retryable') throw error;
    }
  };

  const insertRows = async (id: BatchId, checked: CheckedBatch, from: BatchRequester) => {
    const { project, origin, author = null, isConfined = false } = from;
    const { rows: checkedRows, movies, run, format, quality, filename, destination } = checked;
    const secretName = await queue.keepSecret(destination?.credentials ?? null);
    const now = clock();
    const sql =
      'INSERT INTO batch (id, project, movie, run, format, quality, filename, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
    /** The index of the first film of each template. The row of that film stores the template. */
    const firstOf = movies.map((_, movie) => checkedRows.findIndex((row) => row.movie === movie) + 1);
    try {
      const stored = run && JSON.stringify(run);
      database.run(sql, id, project, movies[0]?.name ?? '', stored, format, quality, filename, now);
      const yieldTurn = yieldRegularly();
      for (let start = 0; start < checkedRows.length; start += SLICE) {
        await database.waitForWriteLock();
        database.transaction(() => {
          for (const [offset, row] of checkedRows.slice(start, start + SLICE).entries()) {
            const index = start + offset + 1;
            const film = { batch: id, index, first: firstOf[row.movie] ?? 1, project, origin, author, isConfined };
            insertRender(database, { ...newFilm(checked, row, film), secretName, now });
          }
        });
        await yieldTurn();
      }
    } catch (error) {
      database.run('DELETE FROM batch WHERE id = ?', id);
      if (secretName !== null) await secrets.remove(secretName);
      throw error;
    }
  };

  /**
   * Queues the rows of an accepted batch. After a disk error, queues the remaining rows later, or at the next start.
   */
  const queueRows = async (id: BatchId, project: ProjectUid): Promise<void> => {
    try {
      await queueAccepted(database, id);
      database.transaction(() => recordBatchChange(id, project, 'running'));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      setTimeout(() => void queueRows(id, project).catch(ignoreClosed), RETRY_MILLISECONDS).unref();
    }
    queue.wake();
  };

  const setHeld = (id: BatchId, project: ProjectUid, held: boolean): void =>
    database.transaction(() => {
      database.run(`UPDATE render SET held = ? WHERE batch = ? AND state = 'queued'`, held ? 1 : 0, id);
      recordBatchChange(id, project, held ? 'paused' : 'running');
    });

  return {
    accept: async (checked, from, onAccept) => {
      const { project } = from;
      const id = randomUUID() as BatchId;
      await insertRows(id, checked, from);
      await database.waitForWriteLock();
      // This commit accepts the batch. Queuing all rows in the same transaction would take too long.
      database.transaction(() => {
        database.run('UPDATE batch SET accepted = 1 WHERE id = ?', id);
        onAccept?.(idsOf(id, '1'));
      });
      await queueRows(id, project);
      return get(project, id);
    },
    list: (project) => find('batch.project = ?', project),
    listAll: (limit) => find('batch.id IN (SELECT id FROM batch ORDER BY created_at DESC, rowid DESC LIMIT ?)', limit),
    get,
    rows: (id) => rows(id),
    cancel: (id) =>
      // Cancel queued rows first. Otherwise the end of a running row would start a queued row.
      queue.cancelAll([
        ...idsOf(id, `state = 'queued'`),
        ...idsOf(id, `state IN ('fetching', 'rendering', 'uploading')`),
      ]),
    pause: ({ id, project }) => setHeld(id, project, true),
    resume: ({ id, project }) => {
      setHeld(id, project, false);
      queue.wake();
    },
    retry: async (id) => {
      const failed = await rows(id, `AND state = 'failed'`);
      const [first] = failed;
      if (first === undefined) throw new ServiceError('render/not-retryable', message('batch/none-failed'));
      // Distinguish the failed rows: if a row has a film, only sending the film failed.
      const [withFilm, withoutFilm] = [
        failed.filter(({ film }) => film !== null),
        failed.filter(({ film }) => film === null),
      ];
      for (const { id: render } of withFilm) requeue(render, null);
      const refused: (readonly Issue[])[] = [];
      for (const films of Map.groupBy(withoutFilm, ({ cell }) => cell?.template ?? 1).values())
        for await (const [film, issues, check] of checkAgain(films, requests)) {
          // Skip a row with issues, such as missing assets, so that the other rows can be retried.
          if (issues.length > 0) refused.push(issues);
          else requeue(film.id, check.inputs, check.totalFrames);
        }
      queue.wake();
      if (refused.length === failed.length) throw refusal('render/invalid', refused[0] ?? []);
    },
  };
}

/** Returns the values of a film of a batch that is not yet accepted. `first` is the film that stores its template. */
function newFilm(
  checked: CheckedBatch,
  row: CheckedRow,
  at: {
    readonly batch: BatchId;
    readonly index: number;
    readonly first: number;
    readonly project: ProjectUid;
    readonly origin: string;
    readonly author: Author | null;
    readonly isConfined: boolean;
  },
): Omit<NewRender, 'secretName' | 'now'> {
  const { movies, run, destination } = checked;
  const { name: templateName = '', template = '' } = movies[row.movie] ?? {};
  const place = destination && { ...destination.place, filename: row.objectName ?? row.filename };
  const input = {
    ...checked,
    ...row,
    templateName,
    destination: destination && place && { ...destination, place },
  };
  return {
    id: randomUUID() as RenderId,
    project: at.project,
    batch: { id: at.batch, index: at.index, filename: row.filename },
    cell: run && { row: row.row, language: row.filmLanguage, template: at.first },
    error: row.error && failureOf(row.error),
    state: 'cancelled',
    request: requestOf(input, at),
    template: at.index === at.first ? template : '',
    inputs: row.error === null ? row.inputs : new Map(),
  };
}

/** Checks films of one template again, with the current assets. Yields each film with its issues. */
async function* checkAgain(
  films: readonly RenderRecord[],
  context: BatchOptions['requests'],
): AsyncGenerator<readonly [film: RenderRecord, issues: readonly Issue[], check: RowCheck]> {
  const [first] = films;
  if (first === undefined) return;
  const { database, inspector } = context;
  const { published: uid } = first.request;
  const xml = templateOf(database, first.id);
  const common = await inspector.common(xml);
  const finder = createInputFinder(first.project, context, uid === null ? null : readPublishedAssets(database, uid));
  const isPackaged = first.request.package !== null;
  const valuesAt = (index: number) => films.slice(index, index + 1).flatMap(({ request }) => [...filmValues(request)]);
  for await (const [at, check] of checkRows({ xml, rowCount: films.length, valuesAt, finder, inspector, isPackaged })) {
    const film = films[at];
    if (film === undefined) continue;
    const row = film.cell?.row ?? film.batchIndex ?? 0;
    const problems = [...languageProblems(film.request.language, null), ...check.problems];
    const issues = common.issues.length > 0 ? common.issues : problems.map((each) => rowIssue(each, row));
    yield [film, issues, check];
  }
}

/**
 * Removes batches whose acceptance was interrupted by a crash, and queues the remaining rows of accepted batches. Call
 * this before the queue starts.
 */
export async function finishBatches({ database }: Pick<RenderRecords, 'database'>): Promise<void> {
  database.run('DELETE FROM batch WHERE accepted = 0');
  const unfinished = `SELECT DISTINCT batch FROM render WHERE batch IS NOT NULL AND ${IS_UNQUEUED}`;
  for (const { batch } of database.all(unfinished)) await queueAccepted(database, String(batch));
}

/** Queues the remaining rows of an accepted batch in slices. Fails the films that a run omits. */
async function queueAccepted(database: Database, id: string): Promise<void> {
  const { last } = database.get('SELECT MAX(batch_index) AS last FROM render WHERE batch = ?', id) ?? {};
  const yieldTurn = yieldRegularly();
  for (let from = 0; from < Number(last ?? 0); from += SLICE) {
    await database.waitForWriteLock();
    database.run(
      `UPDATE render SET state = CASE WHEN error IS NULL THEN 'queued' ELSE 'failed' END,
         ended_at = CASE WHEN error IS NULL THEN NULL ELSE created_at END
         WHERE batch = ? AND batch_index > ? AND batch_index <= ? AND ${IS_UNQUEUED}`,
      ...[id, from, from + SLICE],
    );
    await yieldTurn();
  }
}

function ignoreClosed(): void {
  // Ignore the error: the database is closed, and the next start queues the remaining rows.
}

/** Returns a row of a batch in the form of the API contract. */
export function batchRowAnswer(record: RenderRecord, origin: string): z.output<typeof renderShapes.batchRow> {
  const { id, batchIndex, filename, state, error, request } = record;
  return {
    index: batchIndex ?? 0,
    filename: filename ?? '',
    state,
    render: id,
    url: filmUrl(record, origin),
    files: filesOf(record, origin),
    error: error?.detail ?? null,
    ...(error?.reason !== undefined && { reason: error.reason, values: error.values }),
    variables: Object.fromEntries(request.variables),
    ...(record.cell !== null && runFields(record, record.cell)),
  };
}

/** Returns the fields that only films of runs have. */
function runFields({ request, state, outcome }: RenderRecord, { row, language }: StoredCell) {
  const facts = state === 'succeeded' ? outcome : null;
  return {
    row,
    movie: request.templateName ?? '',
    language,
    frames: facts?.frames ?? null,
    durationSeconds: facts?.durationSeconds ?? null,
    bytes: facts?.bytes ?? null,
    sha256: facts?.sha256 ?? null,
  };
}

/** The condition for a row that is stored but not queued yet. */
const IS_UNQUEUED = `state = 'cancelled' AND ended_at IS NULL`;
const IS_ACCEPTED = 'batch.accepted = 1';
const SELECT_BATCH = `SELECT batch.id, batch.project, batch.movie, batch.run, batch.format, batch.quality, batch.created_at,
  (SELECT json_object('loudness', request ->> '$.loudness', 'truepeak', request ->> '$.truepeak', 'maxBytes', request ->> '$.maxBytes')
    FROM render WHERE render.batch = batch.id LIMIT 1) AS requested, COUNT(*) AS total,
  SUM(render.state = 'queued' OR (render.${IS_UNQUEUED})) AS queued, SUM(render.state IN ('fetching', 'rendering', 'uploading')) AS running,
  SUM(render.state = 'succeeded') AS succeeded, SUM(render.state = 'failed') AS failed,
  SUM(render.state = 'cancelled' AND render.ended_at IS NOT NULL) AS cancelled, MAX(render.held AND render.state = 'queued') AS paused FROM batch JOIN render ON render.batch = batch.id`;
const GROUP_BATCH = 'GROUP BY batch.id ORDER BY batch.created_at DESC, batch.rowid DESC';

function batchOf(row: DatabaseRow): BatchRecord {
  const count = (column: string) => Number(row[column] ?? 0);
  return {
    id: String(row['id']) as BatchId,
    project: String(row['project']) as ProjectUid,
    movie: String(row['movie']),
    run: typeof row['run'] === 'string' ? (JSON.parse(row['run']) as RequestedRun) : null,
    format: String(row['format']),
    quality: String(row['quality']),
    requested: JSON.parse(String(row['requested'])) as BatchRecord['requested'],
    createdAt: Number(row['created_at']),
    counts: {
      total: count('total'),
      queued: count('queued'),
      running: count('running'),
      succeeded: count('succeeded'),
      failed: count('failed'),
      cancelled: count('cancelled'),
    },
    paused: count('paused') === 1,
  };
}
