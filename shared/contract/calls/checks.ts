import { z } from 'zod';
import { serviceLimits } from '../shapes/limits.ts';
import { noQuery, projectPath, regionPath } from '../shapes/parameters.ts';
import * as renderShapes from '../shapes/render-shapes.ts';
import type { Call } from './call.ts';

const severity = z
  .enum(['error', 'warning', 'notice'])
  .describe('Severity of the finding; a notice does not change the verdict');
const verdict = z
  .enum(['passed', 'warned', 'failed'])
  .describe('Result: `failed` if there is an error, `warned` if there are only warnings, and `passed` otherwise');
const level = z
  .enum(['quick', 'full'])
  .describe(
    'Extent of the check: `quick` checks the geometry of the layers; `full` also checks the pictures and the sound',
  );

const finding = z.object({
  code: z.string().describe('Code of the check, such as `text/too-short`'),
  severity,
  message: z.string(),
  reason: z.string().describe('Code of the message'),
  values: z.record(z.string(), z.unknown()).describe('Values in the message'),
  at: z.string().describe('Path of the element; empty for the whole film'),
  node: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  from: z.number().describe('Start of the finding, in seconds of the film'),
  to: z.number().describe('End of the finding, in seconds of the film'),
  frames: z.array(z.int()).describe('First frame of the finding, and the frame after its last frame'),
  box: z
    .array(z.int())
    .nullable()
    .describe('Left, top, right, and bottom edge in pixels of the film; null for the complete frame'),
  source: z
    .enum(['G', 'P', 'S', 'F'])
    .describe('Basis of the finding: `G` for geometry, `P` for pictures, `S` for sound, or `F` for the file'),
  variable: z.string().nullable().describe('Variable that sets the text or the source; null if there is none'),
  fix: z
    .object({
      message: z.string().describe('Name of the change'),
      reason: z.string().describe('Code of the name'),
      values: z.record(z.string(), z.unknown()),
      commands: z.array(
        z.object({
          do: z.literal('set'),
          at: z.array(z.string()).describe('Paths of the elements'),
          attributes: z.record(z.string(), z.string().nullable()).describe('New attributes; null removes one'),
        }),
      ),
    })
    .optional()
    .describe('Change that removes the finding without a new one; present only with `fixes`, if a change was found'),
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
    digest: z.string().describe('SHA-256 of the checked template and values'),
  }),
  findings: z.array(finding),
  more: z.int().describe('Number of further findings, which the report omits'),
  ran: z.array(z.string()),
  skipped: z.array(z.object({ code: z.string(), why: z.enum(['level', 'size', 'platform', 'file']) })),
  unchecked: z
    .array(z.object({ code: z.string(), count: z.int() }))
    .describe('Numbers of findings that the template disables with `unchecked`, by check code'),
});

/** The report about films from several rows. Equal findings of several rows are one finding. */
const rowsReport = z.object({
  ...head,
  rows: z.array(
    z.object({
      index: z.int().describe('Number of the row, from 1'),
      verdict,
      error: z.string().nullable().describe('Reason why the film cannot be rendered; null if it can be rendered'),
    }),
  ),
  findings: z.array(finding.extend({ rows: z.array(z.int()) })),
  more: z.int(),
});

const progress = {
  id: z.string(),
  done: z.int().describe('Number of checked films; `total` is the number of all films'),
  total: z.int(),
  share: z.number().describe('Progress of the check, from 0 to 1'),
};

/** A check that runs in the background. */
const runningCheck = z.object({ ...progress, state: z.literal('running') });

/** A check that was started in the background. */
const check = z.object({
  ...progress,
  state: z.enum(['running', 'done', 'failed']),
  report: z
    .union([report, rowsReport])
    .nullable()
    .describe('Report; null while the check runs, and if the check failed'),
  error: z.string().nullable().describe('Reason of the failure; null if the check has not failed'),
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
      'Check a film before it is rendered: texts that are shown too briefly, too small, or cut off, captions that are too fast, and pictures that are enlarged. `level=full` also checks the pictures and the sound: contrast, flashes, black and frozen pictures, peaks, and loudness. With `rows`, check one film for each row',
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
          .describe(list('Platforms whose safe zones and limits the check applies', 'shorts,reels')),
        level: level.optional(),
        only: z
          .string()
          .max(4000)
          .optional()
          .describe(list('Codes of the checks to run, instead of all checks', 'text/tiny')),
        skip: z.string().max(4000).optional().describe(list('Codes of the checks to skip', 'text/tiny')),
        fixes: z
          .string()
          .max(4000)
          .optional()
          .describe(
            'Codes of the findings to fix, separated by commas, or `all`. The service tries each fix on a copy, and writes it into the field `fix` of the finding. Not available with `rows`.',
          ),
        rows: z
          .string()
          .optional()
          .describe('JSON list of at most 1,000 objects with the values of variables. Each object describes one film.'),
        watch: z
          .string()
          .max(serviceLimits.mediaViews.watchLetters)
          .optional()
          .describe('An id that you choose. `check.progress` events with this id report the progress.'),
        async: z
          .enum(['true', 'false'])
          .optional()
          .describe(
            '`true`: return the id of the check immediately. `GET /v1/checks` returns the progress and the report.',
          ),
      }),
      limitBytes: serviceLimits.formBytes,
    },
    answers: {
      200: { kind: 'json', summary: 'The report', schema: z.union([report, rowsReport]) },
      202: { kind: 'json', summary: 'The running check', schema: runningCheck },
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
      'ffmpeg/interrupted',
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
    summary:
      'Get the progress and the report of a check that was started with `async=true`; the report is available for one hour',
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
