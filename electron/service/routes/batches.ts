import type { z } from 'zod';
import { batchCalls } from '#shared/contract/calls/batches.ts';
import { FIRST_ROWS } from '#shared/contract/calls/tables.ts';
import type * as renderShapes from '#shared/contract/shapes/render-shapes.ts';
import { requestWarnings } from '../errors/issues.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ByteBody, HandlersOf } from '../http/handler.ts';
import type { OutdatedFilms } from '../renders/accept/outdated-films.ts';
import type { RequestContext } from '../renders/accept/render-request.ts';
import { checkRepeatedBatch } from '../renders/batches/batch-again.ts';
import { checkBatch } from '../renders/batches/batch-request.ts';
import { type Batches, type BatchRecord, batchRowAnswer } from '../renders/batches/batches.ts';
import { filmsZip } from '../renders/batches/films-zip.ts';
import { manifestCsv, manifestJson } from '../renders/batches/manifest.ts';
import { readRowNumbers } from '../renders/batches/row-numbers.ts';
import { requestedFields } from '../renders/records/render-answer.ts';
import type { BlobStore, ProjectUid } from '../storage/ports.ts';
import { readAnyTable } from '../tables/read-any-table.ts';
import { tableAnswer, tableChoices, tableRefusal } from '../tables/table-fault.ts';
import { yieldRegularly } from '../waiting/yield-regularly.ts';
import { prefersCsv } from './shapes/preferred-type.ts';
import { isConfinedBy, namedAuthorOf } from './templates.ts';

/** The dependencies of the routes of batches. */
export interface BatchRouteOptions {
  readonly batches: Batches;
  readonly outdated: OutdatedFilms;
  readonly blobs: BlobStore;
  readonly requests: RequestContext;
  /** Returns the uid as a `ProjectUid` if the project exists. Throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
  readonly region: string;
}

const NEWEST = 20;

export type BatchCalls =
  | 'startBatch'
  | 'listAllBatches'
  | 'listBatches'
  | 'readBatch'
  | 'cancelBatch'
  | 'pauseBatch'
  | 'resumeBatch'
  | 'retryBatch'
  | 'againBatch'
  | 'readFilms'
  | 'readManifest';

export function batchHandlers({
  batches,
  outdated,
  blobs,
  requests,
  requireProject,
  region,
}: BatchRouteOptions): HandlersOf<BatchCalls> {
  const find = (parameters: { readonly project: string; readonly batch: string }): BatchRecord =>
    batches.get(requireProject(parameters.project), parameters.batch);
  const rowsOf = async ({ id }: BatchRecord, origin: string) => {
    const yieldTurn = yieldRegularly();
    const rows: ReturnType<typeof batchRowAnswer>[] = [];
    for (const record of await batches.rows(id)) {
      rows.push(batchRowAnswer(record, origin));
      await yieldTurn();
    }
    return rows;
  };

  return {
    startBatch: async (request) => {
      const { parameters, headers, body, origin, signal } = request;
      if (parameters.region !== region) throw new ServiceError('access/region');
      const project = requireProject(parameters.project);
      const checked = await checkBatch(body, project, requests, signal);
      const from = { project, origin, author: namedAuthorOf(headers), isConfined: isConfinedBy(headers) };
      const batch = await batches.accept(checked, from);
      const warnings = requestWarnings(request, Object.keys(batchCalls.startBatch.body.schema.shape));
      return { status: 202, json: { ...batchAnswer(batch, origin), issues: [...warnings, ...checked.issues] } };
    },
    listAllBatches: ({ query, origin }) => {
      const all = batches.listAll(query.limit ?? NEWEST);
      return { status: 200, json: { batches: all.map((batch) => batchAnswer(batch, origin)) } };
    },
    listBatches: ({ parameters, origin }) => {
      const all = batches.list(requireProject(parameters.project));
      return { status: 200, json: { batches: all.map((batch) => batchAnswer(batch, origin)) } };
    },
    readBatch: async ({ parameters, origin }) => {
      const batch = find(parameters);
      const head = JSON.stringify(batchAnswer(batch, origin)).slice(0, -1);
      return {
        status: 200,
        jsonParts: [`${head},"rows":[`, ...(await manifestJson(await rowsOf(batch, origin))), ']}'],
      };
    },
    cancelBatch: async ({ parameters, origin }) => {
      await batches.cancel(find(parameters).id);
      return { status: 200, json: batchAnswer(find(parameters), origin) };
    },
    pauseBatch: ({ parameters, origin }) => {
      batches.pause(find(parameters));
      return { status: 200, json: batchAnswer(find(parameters), origin) };
    },
    resumeBatch: ({ parameters, origin }) => {
      batches.resume(find(parameters));
      return { status: 200, json: batchAnswer(find(parameters), origin) };
    },
    retryBatch: async ({ parameters, origin }) => {
      await batches.retry(find(parameters).id);
      return { status: 202, json: batchAnswer(find(parameters), origin) };
    },
    againBatch: async ({ parameters, query: { rows }, origin, signal }) => {
      const batch = find(parameters);
      const requested = rows === undefined ? null : readRowNumbers(rows);
      const checked = await checkRepeatedBatch(batch, requested, { ...requests, batches, outdated }, signal);
      const { isConfined } = checked;
      const again = await batches.accept(checked, { project: batch.project, origin, isConfined });
      return { status: 202, json: batchAnswer(again, origin) };
    },
    readFilms: async ({ parameters, query }) => {
      const project = requireProject(parameters.project);
      const of = typeof query.of === 'string' ? [query.of] : query.of;
      const films = await filmsZip({ of, name: query.name ?? 'films', project }, { batches, blobs });
      const { content, length, hold, fileName: attachment } = films;
      return { status: 200, stream: { content, length, contentType: 'application/zip', attachment, hold } };
    },
    readManifest: async ({ parameters, headers, origin }) => {
      const rows = await rowsOf(find(parameters), origin);
      const vary = 'accept';
      if (!prefersCsv(headers['accept']))
        return { status: 200, jsonParts: ['{"rows":[', ...(await manifestJson(rows)), ']}'], vary };
      return {
        status: 200,
        text: await manifestCsv(rows),
        contentType: 'text/csv; charset=utf-8; header=present',
        vary,
      };
    },
  };
}

function batchAnswer(
  { id, project, movie, run, format, quality, requested, counts, createdAt, paused }: BatchRecord,
  origin: string,
): z.output<typeof renderShapes.batch> {
  return {
    id,
    project,
    movie,
    ...(run !== null && { movies: [...run.movies], languages: run.languages && [...run.languages] }),
    format,
    quality,
    ...requestedFields(requested),
    state: counts.queued + counts.running === 0 ? 'ended' : paused ? 'paused' : 'running',
    counts,
    createdAt: new Date(createdAt).toISOString(),
    statusUrl: `${origin}/v1/batches/${encodeURIComponent(project)}/${id}`,
  };
}

/** Returns the handlers for reading tables, which store nothing. */
export function tableHandlers(): HandlersOf<'readTable'> {
  return {
    readTable: async ({ query, body, signal }) => {
      const read = await readAnyTable(
        {
          ...{ bytes: await bytesOf(body), choices: tableChoices(query), isList: query.list === true },
          ...{ variables: [], columnPattern: 'column #' },
        },
        signal,
      );
      if (!read.ok) throw tableRefusal(read.error);
      return { status: 200, json: tableAnswer(read.value, query.rows ?? FIRST_ROWS) };
    },
  };
}

async function bytesOf({ stream }: ByteBody): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
