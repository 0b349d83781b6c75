import { z } from 'zod';
import { DECLARED_TYPES, ITEM_TYPES } from '../../template/tables/variable-attributes.ts';
import { serviceLimits } from './limits.ts';

export const timestamp = z.iso.datetime().describe('ISO 8601, UTC');

export const deletedAnswer = z.object({ deleted: z.array(z.string()) });

const severity = z.enum(['error', 'warning']);

/**
 * The message code and the values of the English sentence in the same object, for clients that translate the sentence.
 * `reason` is more specific than `code`. Both are absent if the sentence has no code, or if an older version stored the
 * data.
 */
export const messageFields = {
  reason: z.string().optional(),
  values: z.record(z.string(), z.unknown()).optional(),
};

/** A problem of a template. */
export const issue = z.object({
  code: z.string(),
  severity,
  message: z.string().describe('English sentence for `reason` and `values`'),
  ...messageFields,
  line: z.int().nullable(),
  column: z.int().nullable(),
  path: z.string(),
  cell: z.string().describe('Name of the cell in the spreadsheet, such as `Sheet1!C7`').optional(),
  items: z
    .array(z.object({ list: z.string(), index: z.int() }))
    .describe('The list items of the repeated element that has the problem, outermost list first; `index` starts at 1')
    .optional(),
});

/** A problem document by RFC 9457, with additional fields. */
export const problemDocument = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** The message code and the values of `detail`, for translations. */
  ...messageFields,
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
  openedAt: timestamp
    .nullable()
    .describe('Time when the project was last opened in an editor; null if it was never opened'),
  counts: z.object({ assets: z.int(), movies: z.int(), templates: z.int() }),
  bytes: z.int(),
  published: z
    .array(z.object({ cluster: z.string(), version: z.int(), publishedAt: timestamp }))
    .describe('Last publication to each cluster, newest first'),
});

export const missingAsset = z.object({
  name: z.string(),
  templates: z.array(z.string()).describe('Templates that use the asset'),
});

export const createdProject = z.object({
  'Project-UID': z.string(),
  uid: z.string(),
  name: z.string(),
  template: z.string().optional().describe('Template to open first, if the project was created from a design'),
});

export const sampleProject = createdProject.extend({ template: z.string() });

export const movieEntry = z.object({
  name: z.string(),
  updatedAt: timestamp,
  durationFrames: z.int().nullable(),
  variables: z.int(),
});

/**
 * The declaration of a variable in a template. Its `type` can have values that the variable's own `type` cannot, such
 * as `choice`.
 */
const declaration = z.object({
  type: z.enum(DECLARED_TYPES).nullable(),
  label: z.string().nullable(),
  help: z.string().nullable(),
  group: z.string().nullable(),
  required: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  maxlength: z.int().nullable(),
  multiline: z.boolean(),
  choices: z.array(z.object({ value: z.string(), label: z.string().nullable() })),
});

const use = z.object({
  path: z.string(),
  attribute: z.string(),
  line: z.int().nullable(),
  scene: z.int().nullable(),
});

/** The rules of a field of the items of a list. */
const fieldRules = declaration.omit({ group: true }).extend({ name: z.string(), default: z.string().nullable() });
const itemType = z.enum(ITEM_TYPES).describe('Type of the items of a list without fields');
const innerList = z.object({ of: itemType, fields: z.array(fieldRules) });
const listInItem = innerList.extend({ fields: z.array(fieldRules.extend({ list: innerList.optional() })) });

/** A field of the items of a list. */
const field = fieldRules.extend({
  list: listInItem.optional().describe('Declaration of the items of a list in an item; only for fields of type `list`'),
  uses: z.array(use),
});

const list = z.object({
  of: itemType,
  min: z.number().nullable(),
  max: z.number().nullable(),
  items: z.int().describe('Number of items in the default value'),
  fields: z.array(field),
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
  brand: z
    .string()
    .optional()
    .describe('Value from the brand of the project, which applies if the request has no value'),
  list: list.optional().describe('Declaration of the items; only for lists'),
  uses: z.array(use),
});

export const savedMovie = z.object({ name: z.string(), variables: z.array(variable), issues: z.array(issue) });

export const savedTemplate = z.object({
  name: z.string(),
  movie: z.string(),
  exported: z
    .boolean()
    .describe(
      'Whether the movie was exported. If the template has errors, the movie still has the content of the newest revision without errors.',
    )
    .optional(),
  revision: z.int(),
  merged: z
    .boolean()
    .describe('Whether the changes of a newer revision were merged into the text. If so, download the template again.')
    .optional(),
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

/** The data that the editor stores with a template. Unknown fields are preserved. */
export const editingRecord = z.looseObject({
  dataSets: z
    .array(z.looseObject({ id: z.string().optional(), name: z.string(), values: z.record(z.string(), z.string()) }))
    .describe('Sample values of variables, by name')
    .optional(),
  chosen: z.string().describe('Id of the data set whose values the editor shows').optional(),
  markers: z.array(z.looseObject({ id: z.string(), frame: z.int().min(0), name: z.string() })).optional(),
  view: z.record(z.string(), z.unknown()).describe('The last view of the editor').optional(),
});

const batchRowLink = z.object({ batch: z.string(), index: z.int() });

function batchTableWithin(columns: number, rows: number) {
  const columnsOf = <Cell extends z.ZodType>(cell: Cell) => z.array(cell).max(columns);
  const rowsOf = <Row extends z.ZodType>(row: Row) => z.array(row).max(rows);
  return z.looseObject({
    name: z.string().nullable().describe('Name of the file that the table was read from').optional(),
    table: z
      .looseObject({ columns: columnsOf(z.string()), rows: rowsOf(columnsOf(z.string())) })
      .describe('Cells of the table; absent without a table')
      .optional(),
    uses: columnsOf(z.string().nullable())
      .describe('Variable for each column; null if the column is not used')
      .optional(),
    left: rowsOf(z.int().min(0)).describe('Indexes of the rows that the batch leaves out, from 0').optional(),
    links: rowsOf(batchRowLink.extend({ film: batchRowLink.optional() }).nullable())
      .describe(
        'Batch and row of the last render of each row; `film` has the batch and row of the earlier film that the row still has',
      )
      .optional(),
    settings: z.looseObject({}).describe('Settings of the films').optional(),
  });
}

/** The rows that a user prepares for a batch of films, with the settings of the films. Unknown fields are preserved. */
export const batchTable = batchTableWithin(serviceLimits.batchColumns, serviceLimits.batchRows);

/** A batch table in a bundle. Its size is unlimited, because older versions stored tables of any size. */
export const bundledBatchTable = batchTableWithin(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);

/** The author of a change: a person in an editor, a program that uses the HTTP interface, or an AI agent. */
export const author = z.object({ kind: z.enum(['person', 'program', 'agent']), name: z.string() });

export type Author = z.output<typeof author>;

/** The origin of a revision. The client chooses both texts. */
export const revisionOrigin = z.object({
  author: author.nullable().describe('Author of the change; null if the author is unknown').optional(),
  label: z.string().nullable().describe('Description of the change; null if there is none').optional(),
});

export const revision = revisionOrigin.extend({
  revision: z.int(),
  savedAt: timestamp,
  size: z.int(),
  etag: z.string(),
  errors: z.int().describe('Number of errors').optional(),
});

/** The FFmpeg program of the service, and how it was found. */
export const ffmpegLocation = z.object({
  path: z.string(),
  version: z.string(),
  configuration: z.string().describe('Build options of FFmpeg; empty if FFmpeg does not print them'),
  origin: z.enum(['configured', 'bundled', 'system', 'package']),
});

/** A package of optional fonts. */
export const fontPackage = z.object({
  name: z.string(),
  title: z.string(),
  families: z.array(z.string()),
  fetchedBytes: z
    .number()
    .describe('Number of downloaded bytes; 0 unless a download is running. `bytes` is the size of the package'),
  bytes: z.number(),
  state: z.enum(['absent', 'adding', 'added']),
  failure: z.string().nullable().describe('Reason why the last download failed; null if it did not fail'),
  /** The added fonts. */
  fonts: z.array(
    z.object({
      family: z.string(),
      sha256: z.string(),
      weights: z.object({ least: z.number(), most: z.number() }),
      style: z.enum(['normal', 'italic']),
    }),
  ),
});

/** An area of the workspace on disk. */
export const storageArea = z.object({
  name: z.enum(['media', 'trash', 'films', 'links', 'segments', 'views', 'sources', 'uploads', 'database']),
  bytes: z.number(),
  files: z.int(),
  limitBytes: z.number().nullable().describe('Size limit; null without a limit'),
  canEmpty: z.boolean().describe('Whether the area can be emptied, because the service can make its files again'),
});

/** Size limits of caches and films, in bytes. */
export const storageLimits = z.object({
  segments: z.number(),
  views: z.number(),
  sources: z.number(),
  films: z.number(),
  links: z.number().describe('Limit of the films that links requested'),
});

export const publication = z.object({
  'Published-UID': z.string(),
  cluster: z.string(),
  version: z.int(),
  publishedAt: timestamp,
});

export const cluster = z.object({
  name: z.string(),
  kind: z
    .enum(['local', 'service'])
    .describe('`local`: snapshots in this workspace; `service`: another service with this interface'),
  url: z.string().nullable().describe('Address of the other service; null for `local`'),
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
