import { z } from 'zod';
import { declaration } from './declaration-shape.ts';

export const timestamp = z.iso.datetime().describe('ISO 8601, UTC');

export const deleted = z.object({ deleted: z.array(z.string()) });

const severity = z.enum(['error', 'warning']);

/**
 * What an English sentence beside it is made of, for whoever wants to say it otherwise: a code that is finer than `code`,
 * and what differs each time. Absent where the sentence is not made of a code, and in what older versions have stored.
 */
export const told = {
  reason: z.string().optional(),
  values: z.record(z.string(), z.unknown()).optional(),
};

/** A template's problem, as every answer spells it. */
export const issue = z.object({
  code: z.string(),
  severity,
  /** A sentence in English, made of `reason` and `values`. */
  message: z.string(),
  ...told,
  line: z.int().nullable(),
  column: z.int().nullable(),
  path: z.string(),
});

/** RFC 9457, with ours beside it. */
export const problemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** Of what happened this time: what `detail` says behind the sentence that its code always has. */
  ...told,
  issues: z.array(issue).optional(),
  missing: z.array(z.int()).optional(),
  log: z.array(z.string()).optional(),
});

export const receivedChunk = z.object({ chunk_id: z.int(), size: z.int(), sha256: z.string() });

export const upload = z.object({
  id: z.string(),
  upload_id: z.string(),
  name: z.string(),
  chunk_count: z.int(),
  chunk_size: z.int(),
  received: z.array(receivedChunk),
  expires_at: timestamp,
});

export const uploadState = upload.extend({ missing: z.array(z.int()), bytes_received: z.int() });

export const project = z.object({
  uid: z.string(),
  name: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** In an editor; null for one that never was. */
  openedAt: timestamp.nullable(),
  counts: z.object({ assets: z.int(), movies: z.int(), templates: z.int() }),
  bytes: z.int(),
  /** What was published last to each cluster, the latest first. */
  published: z.array(z.object({ cluster: z.string(), version: z.int(), publishedAt: timestamp })),
});

export const missingAsset = z.object({
  name: z.string(),
  /** Those that name it. */
  templates: z.array(z.string()),
});

export const createdProject = z.object({
  'Project-UID': z.string(),
  uid: z.string(),
  name: z.string(),
  /** Of one that began from a design: the template to open first. */
  template: z.string().optional(),
});

export const sampleProject = createdProject.extend({ template: z.string() });

export const movieEntry = z.object({
  name: z.string(),
  updatedAt: timestamp,
  durationFrames: z.int().nullable(),
  variables: z.int(),
});

export const variable = z.object({
  name: z.string(),
  type: z.enum(['media', 'color', 'time', 'number', 'boolean', 'text']),
  defaultvalue: z.string().nullable(),
  options: z.string(),
  offset: z.int().nullable(),
  numframes: z.int().nullable(),
  choices: z.array(z.string()).optional(),
  declaration: declaration.optional(),
  /** What the project's brand gives it where no value is given. */
  brand: z.string().optional(),
  uses: z.array(
    z.object({ path: z.string(), attribute: z.string(), line: z.int().nullable(), scene: z.int().nullable() }),
  ),
});

export const savedMovie = z.object({ name: z.string(), variables: z.array(variable), issues: z.array(issue) });

export const savedTemplate = z.object({
  name: z.string(),
  movie: z.string(),
  exported: z
    .boolean()
    .describe(
      'Whether the movie was exported. If the template has errors, the movie stays that of the newest revision without errors.',
    )
    .optional(),
  revision: z.int(),
  variables: z.array(variable),
  issues: z.array(issue),
});

export const templateEntry = z.object({
  name: z.string(),
  updatedAt: timestamp,
  revision: z.int(),
  durationFrames: z.int().nullable().describe('Duration of the newest revision without errors, in frames'),
  errors: z
    .int()
    .describe('Number of errors in the newest revision. Films are rendered from the newest revision without errors.')
    .optional(),
});

/** What the editor keeps of a template beside its text. What is not listed is kept as it is. */
export const editingRecord = z.looseObject({
  dataSets: z
    .array(z.looseObject({ id: z.string().optional(), name: z.string(), values: z.record(z.string(), z.string()) }))
    .describe('Sample values of variables, by name')
    .optional(),
  chosen: z.string().describe('Id of the data set whose values the editor shows').optional(),
  markers: z.array(z.looseObject({ id: z.string(), frame: z.int().min(0), name: z.string() })).optional(),
  view: z.record(z.string(), z.unknown()).describe('The last view of the editor').optional(),
});

export const revision = z.object({
  revision: z.int(),
  savedAt: timestamp,
  size: z.int(),
  etag: z.string(),
  errors: z.int().describe('Number of errors').optional(),
});

/** The FFmpeg that makes the films, and where it was found. */
export const ffmpegLocation = z.object({
  path: z.string(),
  version: z.string(),
  origin: z.enum(['configured', 'bundled', 'system', 'package']),
});

/** Fonts that are added to the program together. */
export const fontPackage = z.object({
  name: z.string(),
  title: z.string(),
  families: z.array(z.string()),
  /** That are fetched, of how many; the first is 0 unless it is being added. */
  fetchedBytes: z.number(),
  bytes: z.number(),
  state: z.enum(['absent', 'adding', 'added']),
  /** Why it was not added the last time; null where nothing went wrong. */
  failure: z.string().nullable(),
  /** Of those that were added. */
  fonts: z.array(
    z.object({
      family: z.string(),
      sha256: z.string(),
      weights: z.object({ least: z.number(), most: z.number() }),
      style: z.enum(['normal', 'italic']),
    }),
  ),
});

/** A part of the workspace on disk. */
export const storageArea = z.object({
  name: z.enum(['media', 'trash', 'films', 'links', 'segments', 'views', 'sources', 'uploads', 'database']),
  bytes: z.number(),
  files: z.int(),
  /** What it may take; null where nothing bounds it. */
  limitBytes: z.number().nullable(),
  /** What is in it can be made again. */
  canEmpty: z.boolean(),
});

/** What caches and films may take up, in bytes. */
export const storageLimits = z.object({
  segments: z.number(),
  views: z.number(),
  sources: z.number(),
  films: z.number(),
  /** Films by their links. */
  links: z.number(),
});

export const publication = z.object({
  'Published-UID': z.string(),
  cluster: z.string(),
  version: z.int(),
  publishedAt: timestamp,
});

export const cluster = z.object({
  name: z.string(),
  /** `local`: snapshots in this workspace; `service`: another server of this interface. */
  kind: z.enum(['local', 'service']),
  /** Where the other server is; null for `local`. */
  url: z.string().nullable(),
});

export const publishedProject = z.object({
  uid: z.string(),
  project: z.string(),
  name: z.string(),
  version: z.int(),
  publishedAt: timestamp,
  assets: z.array(z.string()),
  movies: z.array(z.string()),
  templates: z.array(z.string()),
});
