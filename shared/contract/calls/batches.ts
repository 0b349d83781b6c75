import { z } from 'zod';
import { serviceLimits } from '../shapes/limits.ts';
import { packageRequest } from '../shapes/package-shapes.ts';
import {
  givenValue,
  noPath,
  noQuery,
  projectPath,
  regionPath,
  scalarValue,
  wholeNumber,
} from '../shapes/parameters.ts';
import * as renderShapes from '../shapes/render-shapes.ts';
import * as shapes from '../shapes/shapes.ts';
import type { Call } from './call.ts';

/** The maximum number of rows of a second table. */
const MAX_LIST_ROWS = 100_000;

const batchPath = projectPath.extend({ batch: z.string().min(1).max(64) });
const notFoundProblems = ['project/not-found', 'batch/not-found'] as const;

/**
 * A table whose rows become the items of a list. Each batch row gets the items whose column `key` equals the row's
 * column `of`.
 */
const secondTable = z.object({
  rows: z.array(z.record(z.string(), scalarValue)).max(MAX_LIST_ROWS),
  key: z.string().min(1).max(255).describe('Column of this table that contains the key.'),
  of: z.string().min(1).max(255).describe('Column of the batch’s `rows` that contains the key.'),
});

const movieName = z.string().min(1).max(255);

const request = z.object({
  movie: movieName.optional().describe('Name of the saved movie from which all films are rendered.'),
  movies: z
    .array(movieName)
    .min(1)
    .max(20)
    .optional()
    .describe('Names of saved movies, instead of `movie`. Each row becomes one film of each movie.'),
  languages: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(50)
    .optional()
    .describe('Languages, such as `de`. Each row becomes one film in each language.'),
  languageColumn: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Column of `rows` that contains the language of the row’s films, instead of `languages`.'),
  published: z.string().min(1).max(64).optional(),
  format: z.string().optional(),
  quality: z.string().optional(),
  encoder: z.string().optional(),
  loudness: z.union([z.string(), z.number()]).optional().describe(renderShapes.LOUDNESS),
  truepeak: z.union([z.string(), z.number()]).optional().describe(renderShapes.TRUE_PEAK),
  maxbytes: z.union([z.string(), z.number()]).optional().describe(renderShapes.MAX_BYTES),
  rows: z.array(z.record(z.string(), givenValue)).min(1).max(serviceLimits.batchRows),
  lists: z
    .record(z.string().min(1).max(255), secondTable)
    .optional()
    .describe('Tables with the items of list variables, by the name of the variable.'),
  filename: z.string().min(1).max(1024),
  destination: renderShapes.destination.optional(),
  package: packageRequest.optional().describe('Parts of the package of each film'),
  check: z
    .enum(['quick', 'full'])
    .optional()
    .describe(
      'Check each film before it is rendered: `quick` checks the layers, and `full` also checks the pictures and the sound. A film that the check refuses fails with `check/failed`.',
    ),
  failOn: z
    .enum(['error', 'warning', 'never'])
    .optional()
    .describe('Lowest severity of findings for which the check refuses a film; only with `check`. Default: `error`.'),
  platforms: z
    .array(z.string().max(64))
    .max(20)
    .optional()
    .describe('Platforms whose limits the check applies, such as `shorts`; only with `check`.'),
  onsuccess: z.string().optional(),
  onerror: z.string().optional(),
});

/**
 * The answer to a new batch. `issues` contains warnings about unused values and about variables without a value in any
 * row.
 */
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
    summary:
      'Render one film for each row of values, movie, and language; the service validates all films before it renders the first film',
    parameters: regionPath,
    headers: ['scenewright-author', 'scenewright-author-kind'],
    body: { kind: 'json', schema: request, limitBytes: serviceLimits.jsonBytes, numbers: 'as-written' },
    answers: {
      202: { kind: 'json', summary: 'The batch, with warnings about unused values', schema: acceptedBatch },
    },
    problems: [
      'access/region',
      'project/not-found',
      'movie/not-found',
      'published/not-found',
      'batch/invalid',
      'batch/too-many',
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
    query: z.object({ limit: wholeNumber(1, 1000).optional().describe('Default: 20.') }),
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
    summary: 'Get a batch with its rows',
    parameters: batchPath,
    answers: {
      200: {
        kind: 'json',
        summary: 'The batch',
        schema: renderShapes.batch.extend({ rows: z.array(renderShapes.batchRow) }),
      },
    },
    problems: notFoundProblems,
  },
  cancelBatch: {
    ...read,
    method: 'DELETE',
    path: '/v1/batches/:project/:batch',
    summary: 'Cancel the films of a batch that have not finished',
    parameters: batchPath,
    answers: { 200: { kind: 'json', summary: 'The batch', schema: renderShapes.batch } },
    problems: [...notFoundProblems, 'storage/full', 'storage/read-only'],
  },
  pauseBatch: {
    ...read,
    method: 'POST',
    path: '/v1/batches/:project/:batch/pause',
    summary: 'Pause a batch; films that are already rendering are finished',
    parameters: batchPath,
    answers: { 200: { kind: 'json', summary: 'The batch', schema: renderShapes.batch } },
    problems: [...notFoundProblems, 'storage/full', 'storage/read-only'],
  },
  resumeBatch: {
    ...read,
    method: 'POST',
    path: '/v1/batches/:project/:batch/resume',
    summary: 'Resume a paused batch',
    parameters: batchPath,
    answers: { 200: { kind: 'json', summary: 'The batch', schema: renderShapes.batch } },
    problems: [...notFoundProblems, 'storage/full', 'storage/read-only'],
  },
  retryBatch: {
    ...read,
    method: 'POST',
    path: '/v1/batches/:project/:batch/retry',
    summary: 'Render the failed rows again',
    parameters: batchPath,
    answers: { 202: { kind: 'json', summary: 'The batch', schema: renderShapes.batch } },
    problems: [...notFoundProblems, 'render/not-retryable', 'storage/full', 'storage/read-only'],
  },
  againBatch: {
    ...read,
    method: 'POST',
    path: '/v1/batches/:project/:batch/again',
    summary: 'Render rows of a batch again as a new batch, with the current template, brand, and assets',
    parameters: batchPath,
    query: z.object({
      rows: z
        .string()
        .max(4000)
        .optional()
        .describe('Row numbers such as `1-40,45`. Default: the rows whose films are out of date.'),
    }),
    answers: { 202: { kind: 'json', summary: 'The new batch', schema: renderShapes.batch } },
    problems: [
      ...notFoundProblems,
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
    summary:
      'Download the films of batches as one ZIP file with the file names of the batch rows; HEAD returns the size',
    parameters: projectPath,
    query: z.object({
      of: z
        .union([z.string().max(4000), z.array(z.string().max(4000)).max(1000)])
        .describe(
          'Id of a batch, optionally with a colon and row numbers, such as `ID:1-40,45`. The parameter can be repeated.',
        ),
      name: z.string().max(255).optional().describe('Name of the ZIP file.'),
    }),
    answers: {
      200: {
        kind: 'bytes',
        summary:
          'A ZIP file. If an error occurs during the download, the connection closes before the end of the file.',
      },
    },
    problems: [...notFoundProblems, 'render/expired', 'render/not-found', 'request/invalid'],
  },
  readManifest: {
    ...read,
    path: '/v1/batches/:project/:batch/manifest',
    summary: 'Get the results of a batch as JSON, or as CSV with `Accept: text/csv`',
    parameters: batchPath,
    headers: ['accept'],
    answers: { 200: { kind: 'json', summary: 'Rows', schema: z.object({ rows: z.array(renderShapes.batchRow) }) } },
    problems: notFoundProblems,
  },
} as const satisfies Record<string, Call>;
