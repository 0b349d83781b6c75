import { z } from 'zod';
import { serviceLimits } from '../shapes/limits.ts';
import { noQuery, projectPath, regionPath } from '../shapes/parameters.ts';
import * as renderShapes from '../shapes/render-shapes.ts';
import type { Call } from './call.ts';

const severity = z.enum(['error', 'warning', 'notice']).describe('A notice does not change the verdict');
const verdict = z
  .enum(['passed', 'warned', 'failed'])
  .describe('`failed` with an error, `warned` with a warning, otherwise `passed`');
const level = z
  .enum(['quick', 'full'])
  .describe('`quick` reads the geometry of the layers; `full` also reads the pictures and the sound');

const finding = z.object({
  code: z.string().describe('Code of the check, such as `text/too-short`'),
  severity,
  message: z.string(),
  reason: z.string().describe('Code of the message'),
  values: z.record(z.string(), z.unknown()).describe('Values of the message'),
  at: z.string().describe('Path of the element; empty for the whole film'),
  node: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  from: z.number().describe('Time in seconds of the film'),
  to: z.number(),
  frames: z.array(z.int()).describe('The first frame, and the frame after the last'),
  box: z.array(z.int()).nullable().describe('Left, top, right, and bottom in pixels of the film'),
  source: z.enum(['G', 'P', 'S', 'F']).describe('Geometry, pictures, sound, or file'),
  variable: z.string().nullable().describe('Variable that gives the text or the source'),
});

const head = {
  checks: z.string().describe('Version of the checks'),
  level,
  verdict,
  platforms: z.array(z.string()),
  milliseconds: z.int(),
};

/** The report about a film. */
const report = z.object({
  ...head,
  film: z.object({
    frames: z.int(),
    seconds: z.number(),
    width: z.int(),
    height: z.int(),
    rate: z.string(),
    digest: z.string().describe('SHA-256 of the template and the values that the report is about'),
  }),
  findings: z.array(finding),
  more: z.int().describe('Number of findings that are left out'),
  ran: z.array(z.string()),
  skipped: z.array(z.object({ code: z.string(), why: z.enum(['level', 'size', 'platform', 'file']) })),
  unchecked: z
    .array(z.object({ code: z.string(), count: z.int() }))
    .describe('Findings that the template switches off with `unchecked`'),
});

/** The report about the films of rows. Equal findings of several rows are one finding. */
const rowsReport = z.object({
  ...head,
  rows: z.array(
    z.object({
      index: z.int().describe('Number of the row, from 1'),
      verdict,
      error: z.string().nullable().describe('Reason why the film cannot be rendered'),
    }),
  ),
  findings: z.array(finding.extend({ rows: z.array(z.int()) })),
  more: z.int(),
});

const progress = {
  id: z.string(),
  done: z.int().describe('Checked films, of `total`'),
  total: z.int(),
  share: z.number().describe('Finished share of all films, from 0 to 1'),
};

/** A check that runs in the background. */
const runningCheck = z.object({ ...progress, state: z.literal('running') });

/** A check that was started in the background. */
const check = z.object({
  ...progress,
  state: z.enum(['running', 'done', 'failed']),
  report: z.union([report, rowsReport]).nullable().describe('Null while the check runs, and if it failed'),
  error: z.string().nullable().describe('Reason of the failure'),
});

const call = { chapter: 'Rendering', access: 'credentials', query: noQuery } as const;
const list = (of: string, example: string) => `${of}, separated by commas, such as \`${example}\`.`;

/** The film check: how a film looks over time, before it is rendered. */
export const checkCalls = {
  checkFilm: {
    ...call,
    method: 'POST',
    path: '/v1/check/:region/:project',
    summary:
      'Check how a film looks before it is rendered: texts that are too short, small, or cut off, captions that are too fast, pictures that are enlarged. `level=full` also reads the pictures and the sound: contrast, flashes, black and frozen pictures, peaks, loudness. With `rows`, check a film for each of them',
    parameters: regionPath,
    headers: ['content-type'],
    body: {
      kind: 'form',
      schema: z.object({
        template: z.string().optional().describe('The XML movie template.'),
        movie: z.string().optional().describe('Name of a saved movie, instead of `template`.'),
        variables: z.string().optional().describe('JSON object with the values of variables.'),
        language: z.string().optional().describe('Language of the film. Default: the language of the movie.'),
        loudness: z.string().optional().describe(renderShapes.LOUDNESS),
        truepeak: z.string().optional().describe(renderShapes.TRUE_PEAK),
        platforms: z
          .string()
          .max(1000)
          .optional()
          .describe(list('Platforms whose zones and limits are checked', 'shorts,reels')),
        level: level.optional(),
        only: z.string().max(4000).optional().describe(list('Codes of the only checks to run', 'text/tiny')),
        skip: z.string().max(4000).optional().describe(list('Codes of checks to leave out', 'text/tiny')),
        rows: z
          .string()
          .optional()
          .describe('JSON list of objects with the values of variables: a film for each of them, at most 1,000.'),
        async: z
          .enum(['true', 'false'])
          .optional()
          .describe('`true`: answer at once with the id of the check. Read it with `GET /v1/checks`.'),
      }),
      limitBytes: serviceLimits.formBytes,
    },
    answers: {
      200: { kind: 'json', summary: 'The report', schema: z.union([report, rowsReport]) },
      202: { kind: 'json', summary: 'The check that runs now', schema: runningCheck },
    },
    problems: [
      'access/region',
      'project/not-found',
      'movie/not-found',
      'template/invalid',
      'template/too-slow',
      'render/invalid',
      'media/cancelled',
      'check/too-many',
      'ffmpeg/not-found',
      'ffmpeg/failed',
      'ffmpeg/stalled',
      'ffmpeg/output-limit',
      'ffmpeg/memory',
      'storage/full',
    ],
  },
  readCheck: {
    ...call,
    method: 'GET',
    path: '/v1/checks/:project/:check',
    summary: 'Get the progress of a check that was started with `async=true`, and its report for an hour',
    parameters: projectPath.extend({ check: z.string().min(1).max(64) }),
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The check', schema: check } },
    problems: ['project/not-found', 'check/not-found'],
  },
  cancelCheck: {
    ...call,
    method: 'DELETE',
    path: '/v1/checks/:project/:check',
    summary: 'Stop a check that was started with `async=true`, and delete its report',
    parameters: projectPath.extend({ check: z.string().min(1).max(64) }),
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The stopped check', schema: z.object({ id: z.string() }) } },
    problems: ['project/not-found', 'check/not-found'],
  },
} as const satisfies Record<string, Call>;
