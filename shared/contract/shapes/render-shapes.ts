// What the interface says of renders, batches and what makes them; everything else is in `shapes.ts`.
import { z } from 'zod';
import { issue, timestamp, told } from './shapes.ts';

export const renderState = z.enum(['queued', 'fetching', 'rendering', 'uploading', 'succeeded', 'failed', 'cancelled']);

export const renderError = z.object({
  code: z.string(),
  detail: z.string(),
  ...told,
  issues: z.array(issue).optional(),
  log: z.array(z.string()).optional(),
});

/** Where anybody can read a film until then. */
export const filmAddress = z.object({ address: z.url(), expiresAt: timestamp });

/** Frames `from` to `to` of a film, without `to`. */
export const frameSpan = z.object({ from: z.int(), to: z.int() });

/** Scenes of a film, and of how many of them nothing had to be made. */
export const sceneCounts = z.object({ total: z.int(), cached: z.int() });

export const render = z.object({
  id: z.string(),
  project: z.string(),
  /** What it was called when it was asked for. */
  name: z.string().nullable(),
  /** The template or movie that it is of, as the project called it. */
  template: z.string().nullable(),
  state: renderState,
  format: z.string(),
  quality: z.string(),
  /** `software`, or the hardware that was asked for. */
  encoder: z.string(),
  /** The frames that were asked for; null for the whole film. */
  range: frameSpan.nullable(),
  /** Frames. */
  done: z.int(),
  total: z.int(),
  fps: z.number().nullable(),
  etaSeconds: z.number().nullable(),
  /** Null until it is known what is in the cache. */
  scenes: sceneCounts.nullable(),
  /** It waits, and was asked to be rendered before the others. */
  next: z.boolean(),
  attempt: z.int(),
  error: renderError.nullable(),
  url: z.string().nullable(),
  /** The object store that it goes to; null where the film stays here. */
  destination: z.object({ bucket: z.string(), filename: z.string() }).nullable(),
  frames: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  warnings: z.array(issue),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
  batch: z.string().nullable(),
  /** Who asked for it: a request, a batch, or somebody who opened the address of a film. */
  origin: z.enum(['request', 'batch', 'link']),
});

/** A film that is not what the same request would give now. */
export const outdatedFilm = z.object({
  project: z.string(),
  render: z.string(),
  batch: z.string().nullable(),
  /** What has changed since it was rendered. */
  by: z.array(z.enum(['template', 'brand', 'assets'])),
  /** A later render of the same film that has not failed; null where there is none. */
  newer: z.string().nullable(),
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
  issues: z.array(issue),
});

export const acceptedRender = z.object({
  id: z.string(),
  state: z.literal('queued'),
  statusUrl: z.string(),
  /** Fields of the request that are not used; absent where all are. */
  issues: z.array(issue).optional(),
});

export const format = z.object({
  name: z.string(),
  label: z.string(),
  purpose: z.string(),
  /** What `purpose` is made of. */
  ...told,
  extension: z.string(),
  mimeType: z.string(),
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  available: z.boolean(),
});

/** What can encode the pictures of a film, beside the processor. */
export const encoder = z.object({
  name: z.string(),
  label: z.string(),
  /** Formats that can be made with it. */
  formats: z.array(z.string()),
  available: z.boolean(),
  /** Why not: this FFmpeg was built without it, or it was tried and did not work. */
  reason: z.enum(['not-in-ffmpeg', 'no-device']).nullable(),
  /** What FFmpeg complained of. */
  detail: z.string().nullable(),
});

/** Where a finished film goes, as clients send it: the vendor's spellings of the interface are read too. */
export const destination = z.object({
  type: z.enum(['object_store', 's3']),
  /** The name of keys that the service was given, instead of the keys. */
  credentials: z.string().max(255).optional(),
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
  movie: z.string(),
  format: z.string(),
  quality: z.string(),
  state: z.enum(['running', 'paused', 'ended']),
  counts: batchCounts,
  createdAt: timestamp,
  statusUrl: z.string(),
});

export const batchRow = z.object({
  index: z.int(),
  filename: z.string(),
  state: renderState,
  render: z.string().nullable(),
  url: z.string().nullable(),
  error: z.string().nullable(),
  /** Of `error`, as of a render's. */
  ...told,
  variables: z.record(z.string(), z.string()),
});
