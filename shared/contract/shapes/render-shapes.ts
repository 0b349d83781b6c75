// The shapes of renders, batches, formats, and encoders. `shapes.ts` has the other shapes.
import { z } from 'zod';
import { filmFile } from './package-shapes.ts';
import { author, issue, messageFields, timestamp } from './shapes.ts';

export const renderState = z.enum(['queued', 'fetching', 'rendering', 'uploading', 'succeeded', 'failed', 'cancelled']);

export const renderError = z.object({
  code: z.string(),
  detail: z.string(),
  ...messageFields,
  issues: z.array(issue).optional(),
  log: z.array(z.string()).optional(),
});

/** A public address of a film, with its expiry time. */
export const filmAddress = z.object({ address: z.url(), expiresAt: timestamp });

export const LOUDNESS = 'Loudness of the film in LUFS, from −40 to −5, or `none`. Default: the loudness of the movie.';
export const TRUE_PEAK = 'Highest true peak in dBTP, from −9 to 0. Default: the true peak of the movie.';

export const MAX_BYTES =
  'Maximum size of the film, such as `8MB`, `8MiB`, or a number of bytes; only for formats with `sizable`. Default: no limit.';

/** A range of frames of a film; `to` is exclusive. */
export const frameSpan = z.object({ from: z.int(), to: z.int() });

/** The total number of scenes of a film, and the number of scenes that came from the cache. */
export const sceneCounts = z.object({ total: z.int(), cached: z.int() });

/** The settings of a film in its request, which override the settings of the movie. */
const requestedFields = {
  loudness: z.string().optional().describe('Requested loudness; absent if the film has the loudness of the movie'),
  truepeak: z.string().optional().describe('Requested true peak; absent if the film has the true peak of the movie'),
  maxbytes: z.int().optional().describe('Requested maximum size in bytes; absent if there is no limit'),
} as const;

export const render = z.object({
  id: z.string(),
  project: z.string(),
  name: z.string().nullable().describe('Title from the request'),
  template: z.string().nullable().describe('Name of the template or movie'),
  state: renderState,
  format: z.string(),
  quality: z.string(),
  encoder: z.string().describe('`software`, or the requested hardware encoder'),
  ...requestedFields,
  range: frameSpan.nullable().describe('Requested frames; null for the complete film'),
  done: z.int().describe('Number of finished frames; `total` is the number of all frames'),
  total: z.int(),
  fps: z.number().nullable(),
  etaSeconds: z.number().nullable(),
  scenes: sceneCounts
    .nullable()
    .describe('Numbers of all scenes and of cached scenes; null until the service has checked the cache'),
  next: z.boolean().describe('Whether the render is queued and was moved to the front of the queue'),
  attempt: z.int(),
  error: renderError.nullable(),
  url: z.string().nullable(),
  destination: z
    .object({ bucket: z.string(), filename: z.string() })
    .nullable()
    .describe('Object store to which the film is uploaded; null without a destination'),
  frames: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  files: z.array(filmFile).describe('Files of the package, without the film'),
  warnings: z.array(issue),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
  batch: z.string().nullable(),
  origin: z
    .enum(['request', 'batch', 'link', 'agent'])
    .describe('Origin of the render: a request, a batch, a link, or a request of an assistant'),
  author: author.nullable().describe('Author in the request; null if the request has no author'),
  values: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('Values of the first 20 variables of the request, each shortened to 100 characters'),
});

/** A film whose template, brand, or assets changed after its render. */
export const outdatedFilm = z.object({
  project: z.string(),
  render: z.string(),
  batch: z.string().nullable(),
  by: z.array(z.enum(['template', 'brand', 'assets'])).describe('Parts that changed after the film was rendered'),
  newer: z
    .string()
    .nullable()
    .describe('Id of a newer render of the same film that has not failed; null if there is none'),
});

export const finishedRender = z.object({
  id: z.string(),
  state: z.literal('succeeded'),
  url: z.string(),
  format: z.string(),
  frames: z.int(),
  durationSeconds: z.number(),
  bytes: z.int(),
  sha256: z.string(),
  files: z.array(filmFile).describe('Files of the package, without the film'),
  issues: z.array(issue),
});

export const acceptedRender = z.object({
  id: z.string(),
  state: z.literal('queued'),
  statusUrl: z.string(),
  issues: z.array(issue).optional().describe('Warnings about unused fields of the request; absent without warnings'),
});

export const format = z.object({
  name: z.string(),
  label: z.string(),
  purpose: z.string(),
  /** The message code and the values of `purpose`. */
  ...messageFields,
  extension: z.string(),
  mimeType: z.string(),
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  alpha: z
    .enum(['kept', 'threshold', 'none'])
    .describe(
      'Transparency of films: `kept` preserves it; with `threshold`, each pixel is either opaque or transparent; with `none`, the film is drawn over the matte color',
    ),
  available: z.boolean(),
  sizable: z.boolean().describe('Whether `maxbytes` can limit the size of a film in this format'),
});

/** A hardware encoder. */
export const encoder = z.object({
  name: z.string(),
  label: z.string(),
  formats: z.array(z.string()).describe('Formats that the encoder can encode'),
  available: z.boolean(),
  reason: z
    .enum(['not-in-ffmpeg', 'no-device'])
    .nullable()
    .describe(
      'Reason why the encoder is unavailable: FFmpeg was built without the encoder, or the test of the encoder failed; null if it is available',
    ),
  detail: z.string().nullable().describe('Error message of FFmpeg; null if there is none'),
});

/** The destination of a film in a request. The schema also accepts the vendor's spellings of the fields. */
export const destination = z.object({
  type: z.enum(['object_store', 's3']),
  credentials: z.string().max(255).optional().describe('Name of stored keys, instead of the keys themselves'),
  access_key_id: z.string().optional(),
  aws_access_key_id: z.string().optional(),
  secret_access_key: z.string().optional(),
  aws_secret_access_key: z.string().optional(),
  bucket: z.string().min(1).max(255),
  filename: z.string().min(1).max(1024),
  endpoint: z.string().optional(),
  region: z.string().optional(),
});

export const batchCounts = z.object({
  total: z.int(),
  queued: z.int(),
  running: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  cancelled: z.int(),
});

export const batch = z.object({
  id: z.string(),
  project: z.string(),
  movie: z.string().describe('Name of the movie; for a batch of several movies, the first one'),
  movies: z
    .array(z.string())
    .optional()
    .describe(
      'Names of the movies, if the request has `movies`, `languages`, or `languageColumn`; absent for other batches',
    ),
  languages: z
    .array(z.string())
    .nullable()
    .optional()
    .describe('Languages of the films; null if the request has no `languages`, and absent if `movies` is absent'),
  format: z.string(),
  quality: z.string(),
  ...requestedFields,
  state: z.enum(['running', 'paused', 'ended']),
  counts: batchCounts,
  createdAt: timestamp,
  statusUrl: z.string(),
});

/** The fields of films in batches with `movies`, `languages`, or `languageColumn`. */
const runFields = {
  row: z
    .int()
    .optional()
    .describe('Number of the row from which the film was made; absent if the batch has no `movies`'),
  movie: z.string().optional(),
  language: z.string().optional(),
  frames: z.int().nullable().optional(),
  durationSeconds: z.number().nullable().optional(),
  bytes: z.int().nullable().optional(),
  sha256: z.string().nullable().optional(),
} as const;

export const batchRow = z.object({
  index: z.int().describe('Number of the film in the batch, from 1'),
  filename: z.string(),
  state: renderState,
  render: z.string().nullable(),
  url: z.string().nullable(),
  files: z.array(filmFile).describe('Files of the package, without the film'),
  error: z.string().nullable(),
  /** The message code and the values of `error`. */
  ...messageFields,
  variables: z.record(z.string(), z.string()),
  ...runFields,
});
