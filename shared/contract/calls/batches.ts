import { z } from 'zod';
import type { Call } from '../call.ts';
import { serviceLimits } from '../limits.ts';
import { noPath, noQuery, projectPath, regionPath, wholeNumber } from '../shapes/parameters.ts';
import * as renderShapes from '../shapes/render-shapes.ts';
import * as shapes from '../shapes/shapes.ts';

const batchPath = projectPath.extend({ batch: z.string().min(1).max(64) });
const known = ['project/not-found', 'batch/not-found'] as const;
const value = z.union([z.string(), z.number(), z.boolean()]);

const request = z.object({
  movie: z.string().min(1).max(255),
  published: z.string().min(1).max(64).optional(),
  format: z.string().optional(),
  quality: z.string().optional(),
  encoder: z.string().optional(),
  rows: z.array(z.record(z.string(), value)).min(1).max(serviceLimits.batchRows),
  filename: z.string().min(1).max(1024),
  destination: renderShapes.destination.optional(),
  onsuccess: z.string().optional(),
  onerror: z.string().optional(),
});

/** `issues` are warnings: names of values that nothing uses, and variables that no row gives a value. */
const acceptedBatch = renderShapes.batch.extend({ issues: z.array(shapes.issue) });

const read = {
  method: 'GET',
  chapter: 'Batches',
  access: 'credentials',
  query: noQuery,
  headers: [],
  body: { kind: 'none' },
} as const;

export const batchCalls = {
  startBatch: {
    ...read,
    method: 'POST',
    path: '/v1/batches/:region/:project',
    summary: 'Render one movie with many rows of variables; all rows are checked before the first is rendered',
    parameters: regionPath,
    body: { kind: 'json', schema: request, limitBytes: serviceLimits.jsonBytes, numbers: 'as-written' },
    answers: {
      202: { kind: 'json', summary: 'The batch, and the values that it does not use', schema: acceptedBatch },
    },
    problems: [
      'access/region',
      'project/not-found',
      'movie/not-found',
      'published/not-found',
      'batch/invalid',
      'render/invalid',
      'destination/refused',
      'render/format-unavailable',
      'render/encoder-unavailable',
      'request/too-large',
      'request/content-type',
      'storage/full',
      'storage/read-only',
    ],
  },
  listAllBatches: {
    ...read,
    path: '/v1/batches',
    summary: 'List the batches of all projects, newest first',
    parameters: noPath,
    query: z.object({ limit: wholeNumber(1, 1000).optional().describe('20 unless given') }),
    answers: { 200: { kind: 'json', summary: 'Batches', schema: z.object({ batches: z.array(renderShapes.batch) }) } },
    problems: [],
  },
  listBatches: {
    ...read,
    path: '/v1/batches/:project',
    summary: 'List the batches of a project, newest first',
    parameters: projectPath,
    answers: { 200: { kind: 'json', summary: 'Batches', schema: z.object({ batches: z.array(renderShapes.batch) }) } },
    problems: ['project/not-found'],
  },
  readBatch: {
    ...read,
    path: '/v1/batches/:project/:batch',
    summary: 'A batch and its rows',
    parameters: batchPath,
    answers: {
      200: {
        kind: 'json',
        summary: 'The batch',
        schema: renderShapes.batch.extend({ rows: z.array(renderShapes.batchRow) }),
      },
    },
    problems: known,
  },
  cancelBatch: {
    ...read,
    method: 'DELETE',
    path: '/v1/batches/:project/:batch',
    summary: 'Cancel what of a batch has not ended',
    parameters: batchPath,
    answers: { 200: { kind: 'json', summary: 'The batch', schema: renderShapes.batch } },
    problems: [...known, 'storage/full', 'storage/read-only'],
  },
  pauseBatch: {
    ...read,
    method: 'POST',
    path: '/v1/batches/:project/:batch/pause',
    summary: 'Begin no further row; those that are being rendered are finished',
    parameters: batchPath,
    answers: { 200: { kind: 'json', summary: 'The batch', schema: renderShapes.batch } },
    problems: [...known, 'storage/full', 'storage/read-only'],
  },
  resumeBatch: {
    ...read,
    method: 'POST',
    path: '/v1/batches/:project/:batch/resume',
    summary: 'Go on with a paused batch',
    parameters: batchPath,
    answers: { 200: { kind: 'json', summary: 'The batch', schema: renderShapes.batch } },
    problems: [...known, 'storage/full', 'storage/read-only'],
  },
  retryBatch: {
    ...read,
    method: 'POST',
    path: '/v1/batches/:project/:batch/retry',
    summary: 'Render the failed rows again',
    parameters: batchPath,
    answers: { 202: { kind: 'json', summary: 'The batch', schema: renderShapes.batch } },
    problems: [...known, 'render/not-retryable', 'storage/full', 'storage/read-only'],
  },
  againBatch: {
    ...read,
    method: 'POST',
    path: '/v1/batches/:project/:batch/again',
    summary:
      'Render rows of a batch anew, as a batch of their own with the template, brand, and assets as they are now',
    parameters: batchPath,
    query: z.object({
      rows: z.string().max(4000).optional().describe('such as `1-40,45`; the films that are out of date without it'),
    }),
    answers: { 202: { kind: 'json', summary: 'The new batch', schema: renderShapes.batch } },
    problems: [
      ...known,
      'render/not-retryable',
      'movie/not-found',
      'published/not-found',
      'template/too-slow',
      'batch/invalid',
      'render/invalid',
      'render/format-unavailable',
      'render/encoder-unavailable',
      'ffmpeg/not-found',
      'storage/full',
      'storage/read-only',
    ],
  },
  readFilms: {
    ...read,
    path: '/v1/films/:project',
    summary: 'Films of batches as one ZIP file, under the file names of their rows; HEAD answers how long it is',
    parameters: projectPath,
    query: z.object({
      of: z
        .union([z.string().max(4000), z.array(z.string().max(4000)).max(1000)])
        .describe('a batch, with `:1-40,45` only those rows; may be repeated'),
      name: z.string().max(255).optional().describe('of the file'),
    }),
    answers: {
      200: {
        kind: 'bytes',
        summary: 'A ZIP file. If something fails on the way, the connection is cut before its end',
      },
    },
    problems: [...known, 'render/expired', 'render/not-found', 'request/invalid'],
  },
  readManifest: {
    ...read,
    path: '/v1/batches/:project/:batch/manifest',
    summary: 'What came out of a batch, as JSON, or as CSV with `Accept: text/csv`',
    parameters: batchPath,
    headers: ['accept'],
    answers: { 200: { kind: 'json', summary: 'Rows', schema: z.object({ rows: z.array(renderShapes.batchRow) }) } },
    problems: known,
  },
} as const satisfies Record<string, Call>;
