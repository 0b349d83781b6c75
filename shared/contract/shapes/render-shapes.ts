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

/** A public address of a film, and the time when it expires. */
export const filmAddress = z.object({ address: z.url(), expiresAt: timestamp });

export const LOUDNESS = 'Loudness of the film in LUFS, from −40 to −5, or `none`. Default: the loudness of the movie.';
export const TRUE_PEAK = 'Highest true peak in dBTP, from −9 to 0. Default: the true peak of the movie.';

export const MAX_BYTES =
  'Maximum size of the film, such as `8MB`, `8MiB`, or a number of bytes; only for formats with `sizable`. Default: any size.';

/** A range of frames of a film; `to` is exclusive. */
export const frameSpan = z.object({ from: z.int(), to: z.int() });

/** The number of all scenes of a film, and the number of scenes that were in the cache. */
export const sceneCounts = z.object({ total: z.int(), cached: z.int() });

/** The requested settings of a film that its movie does not have. */
const requestedFields = {
  loudness: z.string().optional().describe('Requested loudness; absent for the loudness of the movie'),
  truepeak: z.string().optional().describe('Requested true peak; absent for the true peak of the movie'),
  maxbytes: z.int().optional().describe('Requested maximum size in bytes; absent for any size'),
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
  done: z.int().describe('Finished frames, of `total`'),
  total: z.int(),
  fps: z.number().nullable(),
  etaSeconds: z.number().nullable(),
  scenes: sceneCounts
    .nullable()
    .describe('Number of scenes, and of cached scenes; null until the cache has been checked'),
  next: z.boolean().describe('Whether it is queued and was moved to the front of the queue'),
  attempt: z.int(),
  error: renderError.nullable(),
  url: z.string().nullable(),
  destination: z
    .object({ bucket: z.string(), filename: z.string() })
    .nullable()
    .describe('Object store that the film is sent to; null without a destination'),
  frames: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  files: z.array(filmFile).describe('Files of the package beside the film'),
  warnings: z.array(issue),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
  batch: z.string().nullable(),
  origin: z
    .enum(['request', 'batch', 'link', 'agent'])
    .describe('Origin of the render: a request, a batch, a link to a film, or a request of an assistant'),
  author: author.nullable().describe('Author that the request named; null without one'),
  values: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('Values of the first 20 variables of the request, each shortened to 100 characters'),
});

/** A film whose template, brand, or assets changed after it was rendered. */
export const outdatedFilm = z.object({
  project: z.string(),
  render: z.string(),
  batch: z.string().nullable(),
  by: z.array(z.enum(['template', 'brand', 'assets'])).describe('Changes since the film was rendered'),
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
  files: z.array(filmFile).describe('Files of the package beside the film'),
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
    .describe('Opacity of a transparent film: kept, opaque or empty pixels, or none, over the matte'),
  available: z.boolean(),
  sizable: z.boolean().describe('Whether `maxbytes` can hold a film in this format to a size'),
});

/** A hardware encoder. */
export const encoder = z.object({
  name: z.string(),
  label: z.string(),
  formats: z.array(z.string()).describe('Formats that it can encode'),
  available: z.boolean(),
  reason: z
    .enum(['not-in-ffmpeg', 'no-device'])
    .nullable()
    .describe('Reason why it is unavailable: FFmpeg was built without it, or its test failed'),
  detail: z.string().nullable().describe('Error message of FFmpeg'),
});

/** The destination of a film in a request. The schema also accepts the vendor's spellings of the fields. */
export const destination = z.object({
  type: z.enum(['object_store', 's3']),
  credentials: z.string().max(255).optional().describe('Name of keys that the service stores, instead of the keys'),
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
  movie: z.string().describe('Name of the movie; the first one of a run'),
  movies: z.array(z.string()).optional().describe('The movies of a run; absent for a batch of one `movie`'),
  languages: z.array(z.string()).nullable().optional().describe('The languages of a run; null if it has none'),
  format: z.string(),
  quality: z.string(),
  ...requestedFields,
  state: z.enum(['running', 'paused', 'ended']),
  counts: batchCounts,
  createdAt: timestamp,
  statusUrl: z.string(),
});

/** The fields that only films of runs have. */
const runFields = {
  row: z.int().optional().describe('Number of its row; films of runs only'),
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
  files: z.array(filmFile).describe('Files of the package beside the film'),
  error: z.string().nullable(),
  /** The message code and the values of `error`. */
  ...messageFields,
  variables: z.record(z.string(), z.string()),
  ...runFields,
});
