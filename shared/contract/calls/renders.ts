import { z } from 'zod';
import { serviceLimits } from '../shapes/limits.ts';
import { PACKAGE } from '../shapes/package-shapes.ts';
import { noPath, noQuery, projectPath, regionPath, wholeNumber } from '../shapes/parameters.ts';
import * as renderShapes from '../shapes/render-shapes.ts';
import * as shapes from '../shapes/shapes.ts';
import type { Call } from './call.ts';

const renderPath = projectPath.extend({ render: z.string().min(1).max(64) });
const notFoundProblems = ['project/not-found', 'render/not-found'] as const;

/**
 * The form of a render; every field is text. The handler parses the JSON in fields, so that each error has its own
 * message.
 */
const renderForm = z.object({
  template: z.string().optional().describe('The XML movie template.'),
  movie: z.string().optional().describe('Name of a saved movie, instead of `template`.'),
  template_name: z
    .string()
    .optional()
    .describe('Name of the template in the project. Lists of renders show this name.'),
  published: z.string().max(64).optional().describe('`Published-UID` of the snapshot that contains the movie.'),
  format: z.string().optional(),
  quality: z.string().optional(),
  encoder: z.string().optional().describe('Hardware encoder, by its name in `GET /v1/encoders`. Default: `software`.'),
  variables: z.string().optional().describe('JSON object with the values of variables.'),
  language: z.string().optional().describe('Language of the film, such as `de`. Default: the language of the movie.'),
  loudness: z.string().optional().describe(renderShapes.LOUDNESS),
  truepeak: z.string().optional().describe(renderShapes.TRUE_PEAK),
  maxbytes: z.string().optional().describe(renderShapes.MAX_BYTES),
  package: z.string().optional().describe(PACKAGE),
  range: z
    .string()
    .optional()
    .describe(
      'JSON object `{"from": …, "to": …}`: the range of frames to render; `to` is exclusive. Default: the complete film.',
    ),
  destination: z.string().optional().describe('JSON object: the object store to which the service uploads the film.'),
  check: z
    .enum(['quick', 'full'])
    .optional()
    .describe(
      'Check the film before it is rendered: `quick` checks the layers, and `full` also checks the pictures and the sound. If the check refuses the film, the answer is `check/failed` with the findings.',
    ),
  failOn: z
    .enum(['error', 'warning', 'never'])
    .optional()
    .describe(
      'Lowest severity of a finding with which the check refuses the film; only with `check`. Default: `error`.',
    ),
  platforms: z
    .string()
    .max(1000)
    .optional()
    .describe('Platforms whose limits the check applies, such as `shorts,reels`; only with `check`.'),
  async: z.string().optional(),
  detach: z.string().optional().describe('`true`: the render continues if the caller disconnects.'),
  onsuccess: z.string().optional(),
  onerror: z.string().optional(),
  name: z.string().optional().describe('Title in lists of renders, such as a file name.'),
});

export const renderCalls = {
  startRender: {
    method: 'POST',
    path: '/v1/render/:region/:project',
    summary: 'Render a template or a saved movie',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: regionPath,
    query: noQuery,
    headers: ['content-type', 'scenewright-author', 'scenewright-author-kind'],
    body: { kind: 'form', schema: renderForm, limitBytes: serviceLimits.formBytes },
    answers: {
      200: { kind: 'json', summary: 'The finished film', schema: renderShapes.finishedRender },
      202: { kind: 'json', summary: 'The render is queued', schema: renderShapes.acceptedRender },
    },
    problems: [
      'access/region',
      'project/not-found',
      'movie/not-found',
      'published/not-found',
      'template/invalid',
      'template/too-slow',
      'render/invalid',
      'check/failed',
      'render/cancelled',
      'render/attempts',
      'farm/failed',
      'render/wrong-output',
      'render/format-unavailable',
      'render/encoder-unavailable',
      'format/size-target',
      'render/memory',
      'destination/refused',
      'destination/failed',
      'ffmpeg/not-found',
      'ffmpeg/failed',
      'ffmpeg/stalled',
      'ffmpeg/output-limit',
      'ffmpeg/memory',
      'request/too-large',
      'request/content-type',
      'storage/full',
      'storage/read-only',
    ],
  },
  listRenders: {
    method: 'GET',
    path: '/v1/renders/:project',
    summary: 'List the renders of a project, newest first',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: projectPath,
    query: z.object({ limit: wholeNumber(1, 1000).optional(), cursor: z.string().max(2048).optional() }),
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'A page of renders',
        schema: z.object({ renders: z.array(renderShapes.render), cursor: z.string().nullable() }),
      },
    },
    problems: ['project/not-found'],
  },
  listAllRenders: {
    method: 'GET',
    path: '/v1/renders',
    summary: 'List the renders of all projects, newest first',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: noPath,
    query: z.object({
      limit: wholeNumber(1, 1000).optional(),
      cursor: z.string().max(2048).optional(),
      batches: z.enum(['true', 'false']).optional().describe('`false`: leave out the films of batches.'),
    }),
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'A page of renders',
        schema: z.object({ renders: z.array(renderShapes.render), cursor: z.string().nullable() }),
      },
    },
    problems: [],
  },
  forgetRenders: {
    method: 'DELETE',
    path: '/v1/renders/:project',
    summary:
      'Delete the finished renders with the given ids and their films, or all finished renders without `id`; the parameter can be repeated',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: projectPath,
    query: z.object({ id: z.union([z.string(), z.array(z.string())]).optional() }),
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'The ids of the deleted renders. Renders of batches are not deleted.',
        schema: shapes.deletedAnswer,
      },
    },
    problems: ['project/not-found', 'storage/full', 'storage/read-only'],
  },
  readRenderFrame: {
    method: 'GET',
    path: '/v1/renders/:project/:render/frame',
    summary: 'Get a thumbnail of a render in any state, as PNG',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: renderPath,
    query: z.object({ width: wholeNumber(1, 1920).optional().describe('Maximum width in pixels. Default: 160.') }),
    headers: ['if-none-match'],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'bytes', summary: 'PNG' },
      304: { kind: 'empty', summary: 'Not modified' },
    },
    problems: [
      ...notFoundProblems,
      'template/invalid',
      'template/too-slow',
      'render/invalid',
      'media/cancelled',
      'render/wrong-output',
      'ffmpeg/not-found',
      'ffmpeg/failed',
      'ffmpeg/stalled',
      'ffmpeg/output-limit',
      'ffmpeg/memory',
      'storage/full',
    ],
  },
  readRender: {
    method: 'GET',
    path: '/v1/renders/:project/:render',
    summary: 'Get the state and progress of a render',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: renderPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'The render with its values',
        schema: renderShapes.render.extend({ variables: z.record(z.string(), z.string()) }),
      },
    },
    problems: notFoundProblems,
  },
  cancelRender: {
    method: 'DELETE',
    path: '/v1/renders/:project/:render',
    summary: 'Cancel a render; a finished render does not change',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: renderPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The render', schema: renderShapes.render } },
    problems: [...notFoundProblems, 'storage/full', 'storage/read-only'],
  },
  renderNext: {
    method: 'POST',
    path: '/v1/renders/:project/:render/next',
    summary: 'Move a queued render to the front of the queue; the order of the other renders does not change',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: renderPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The render', schema: renderShapes.render } },
    problems: [...notFoundProblems, 'storage/full', 'storage/read-only'],
  },
  retryRender: {
    method: 'POST',
    path: '/v1/renders/:project/:render/retry',
    summary: 'Retry a failed or canceled render; if its film exists, the service only uploads the film again',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: renderPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 202: { kind: 'json', summary: 'The queued render', schema: renderShapes.acceptedRender } },
    problems: [...notFoundProblems, 'render/not-retryable', 'storage/full', 'storage/read-only'],
  },
  renderAgain: {
    method: 'POST',
    path: '/v1/renders/:project/:render/again',
    summary: 'Render the film of a finished render again, with the current template, brand, and assets',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: renderPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 202: { kind: 'json', summary: 'The new render', schema: renderShapes.acceptedRender } },
    problems: [
      ...notFoundProblems,
      'render/not-retryable',
      'template/invalid',
      'template/too-slow',
      'render/invalid',
      'render/format-unavailable',
      'render/encoder-unavailable',
      'format/size-target',
      'render/memory',
      'published/not-found',
      'ffmpeg/not-found',
      'storage/full',
      'storage/read-only',
    ],
  },
  listOutdated: {
    method: 'GET',
    path: '/v1/outdated',
    summary:
      'List the films that are out of date: since the render, a visible part of the template, the brand, or an asset has changed',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: noPath,
    query: z.object({ project: z.string().max(64).optional().describe('Uid of a project. Default: all projects.') }),
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'json', summary: 'Films', schema: z.object({ films: z.array(renderShapes.outdatedFilm) }) },
    },
    problems: ['project/not-found', 'template/too-slow'],
  },
  readFilm: {
    method: 'GET',
    path: '/v1/renders/:project/:render/film',
    summary: 'Download the rendered film; HEAD returns the headers only',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: renderPath,
    query: noQuery,
    headers: ['range', 'if-range', 'if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'bytes', summary: 'The complete film' },
      206: { kind: 'bytes', summary: 'The requested range' },
      304: { kind: 'empty', summary: 'Not modified' },
    },
    problems: [...notFoundProblems, 'render/expired', 'asset/range', 'asset/precondition'],
  },
  readFilmFile: {
    method: 'GET',
    path: '/v1/renders/:project/:render/files/:file',
    summary: 'Download a file of the package of a film; HEAD returns the headers only',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: renderPath.extend({ file: z.string().min(1).max(512) }),
    query: noQuery,
    headers: ['range', 'if-range', 'if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'bytes', summary: 'The complete file' },
      206: { kind: 'bytes', summary: 'The requested range' },
      304: { kind: 'empty', summary: 'Not modified' },
    },
    problems: [...notFoundProblems, 'render/expired', 'asset/range', 'asset/precondition'],
  },
  readFilmAddress: {
    method: 'GET',
    path: '/v1/renders/:project/:render/film/address',
    summary:
      'Get a public address of the rendered film in the object store of a farm; the address is valid for one hour',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: renderPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The address', schema: renderShapes.filmAddress } },
    problems: [...notFoundProblems, 'render/expired', 'render/no-address'],
  },
  listFormats: {
    method: 'GET',
    path: '/v1/formats',
    summary: 'List the formats, their codecs, and whether this machine can render them',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: noPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'Formats', schema: z.object({ formats: z.array(renderShapes.format) }) } },
    problems: [],
  },
  listEncoders: {
    method: 'GET',
    path: '/v1/encoders',
    summary: 'List the hardware encoders; the service tests each encoder once for each FFmpeg program',
    chapter: 'Rendering',
    access: 'credentials',
    parameters: noPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'The encoders and their FFmpeg program; `ffmpeg` is null if no FFmpeg was found',
        schema: z.object({ ffmpeg: shapes.ffmpegLocation.nullable(), encoders: z.array(renderShapes.encoder) }),
      },
    },
    problems: [],
  },
  followEvents: {
    method: 'GET',
    path: '/v1/events',
    summary: 'Stream changes of uploads, renders, and projects; `Last-Event-ID` resumes after the last received event',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    query: noQuery,
    headers: ['last-event-id'],
    body: { kind: 'none' },
    answers: { 200: { kind: 'events', summary: 'Server-sent events' } },
    problems: [],
  },
} as const satisfies Record<string, Call>;
