import { z } from 'zod';
import { filmFile, packageRequest } from '#shared/contract/shapes/package-shapes.ts';
import * as renderShapes from '#shared/contract/shapes/render-shapes.ts';
import * as shapes from '#shared/contract/shapes/shapes.ts';
import { CHECK_LEVELS } from '#shared/film-check/check-table.ts';
import { FAIL_ON } from '#shared/film-check/report.ts';
import type { Brand } from '#shared/lib/brand.ts';
import type { OpenUpload } from '../../destinations/destination.ts';
import { QUALITIES } from '../../engine/formats/format.ts';
import { formatNames } from '../../engine/formats/formats.ts';
import { hardwareNames } from '../../engine/formats/hardware-encoders.ts';
import type { BlobDigest, Database, DatabaseRow, DatabaseValue, ProjectUid } from '../../storage/ports.ts';

export type RenderId = Brand<string, 'RenderId'>;
export type BatchId = Brand<string, 'BatchId'>;
export type RenderState = z.output<typeof renderShapes.renderState>;
/** The states in which a worker makes or sends the film. */
export const WORKING_STATES = ['fetching', 'rendering', 'uploading'] as const;
export type WorkingState = (typeof WORKING_STATES)[number];

/** The stored request of a render, without template, inputs, and secrets. */
const storedRequest = z.object({
  format: z.enum(formatNames),
  quality: z.enum(QUALITIES),
  /** The hardware encoder; null for software encoding. */
  hardware: z.enum(hardwareNames).nullable().default(null),
  /** The given values as pairs, because a name can be any text, such as `__proto__`. */
  variables: z.array(z.tuple([z.string(), z.string()])),
  /** The brand values at acceptance. The given values override them. */
  brand: z.array(z.tuple([z.string(), z.string()])).default([]),
  /** The language of the film; null for the language of the movie. */
  language: z.string().nullable().default(null),
  /** The loudness and the highest true peak of the film; null for the values of the movie. */
  loudness: z.string().nullable().default(null),
  truepeak: z.string().nullable().default(null),
  /** The maximum size of the film in bytes; null for any size. */
  maxBytes: z.int().positive().nullable().default(null),
  /** Whether the film plays while it is made. */
  isStreamed: z.boolean().default(false),
  /** The parts of the film's package; null for none. */
  package: packageRequest.nullable().default(null),
  /** The frames to make; null for all frames. */
  range: renderShapes.frameSpan.nullable().default(null),
  /** The check that the film has to pass before it is made; null for none. */
  check: z
    .object({ level: z.enum(CHECK_LEVELS), failOn: z.enum(FAIL_ON), platforms: z.array(z.string()) })
    .nullable()
    .default(null),
  destination: z
    .object({
      kind: z.literal('object_store'),
      bucket: z.string(),
      filename: z.string(),
      endpoint: z.string().nullable(),
      region: z.string().nullable(),
    })
    .nullable(),
  onsuccess: z.string().nullable(),
  onerror: z.string().nullable(),
  /** The uid of the snapshot that contains the movie; null for a movie of the project. */
  published: z.string().nullable().default(null),
  /** The name that lists display. */
  name: z.string().nullable().default(null),
  /** The name of the template in the project. */
  templateName: z.string().nullable().default(null),
  /** The address at which the client reached the service. The addresses in notifications start with it. */
  origin: z.string(),
  /** The author that the request named; null if it named none. */
  author: shapes.author.nullable().default(null),
  /** Whether downloads refuse redirects to other hosts, because an assistant without new addresses made the request. */
  isConfined: z.boolean().default(false),
  /** The number of frames to make. */
  total: z.int(),
  /**
   * The number of attempts that are excluded from the limit: attempts before a retry, and attempts that the service
   * stopped. `attempt` never decreases, because it is the fencing token.
   */
  uncounted: z.int(),
});
export type StoredRequest = z.output<typeof storedRequest>;

/** A multipart upload at the destination that a crash may leave open. */
const storedUpload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opening'), since: z.number() }),
  z.object({ kind: z.literal('open'), id: z.string() }),
]);

/** The result of a render. `url` is null while the film is stored only here. */
const storedOutcome = z.object({
  url: z.string().nullable(),
  frames: z.int(),
  durationSeconds: z.number(),
  bytes: z.int(),
  sha256: z.string(),
  warnings: z.array(shapes.issue),
  /** The files of the film's package. `url` is null while a file is stored only here. */
  files: z.array(filmFile.extend({ mimeType: z.string() })).default([]),
  /** The counts of all scenes and of cached scenes; null for films of older versions. */
  scenes: renderShapes.sceneCounts.nullable().default(null),
});
export type StoredOutcome = z.output<typeof storedOutcome>;

/** The place of a film in its run. */
const storedCell = z.object({
  /** The number of the row, from 1 on. */
  row: z.int(),
  language: z.string(),
  /** The number of the film in the batch that stores the template, from 1 on. */
  template: z.int(),
});
export type StoredCell = z.output<typeof storedCell>;

/** A row of the table `render`, without its template. */
export interface RenderRecord {
  readonly id: RenderId;
  readonly sequence: number;
  readonly project: ProjectUid;
  readonly batch: BatchId | null;
  /** The number of the row in its batch, from 1 on; null for other renders. */
  readonly batchIndex: number | null;
  readonly filename: string | null;
  /** The place of a film in its run; null for other renders. */
  readonly cell: StoredCell | null;
  /** The key of the linked film that the render makes; null for other renders. */
  readonly link: string | null;
  readonly state: RenderState;
  readonly request: StoredRequest;
  readonly secretName: string | null;
  readonly openUpload: OpenUpload | null;
  readonly attempt: number;
  /** Whether a user moved the render to the front. */
  readonly isNext: boolean;
  readonly film: BlobDigest | null;
  readonly outcome: StoredOutcome | null;
  readonly error: z.output<typeof renderShapes.renderError> | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

const COLUMNS = `id, sequence, project, batch, batch_index, filename, cell, link, state, request, secret_name, open_upload, attempt, wanted, film,
  outcome, error, created_at, ended_at`;
/** The condition that hides rows of a batch that is not accepted yet. */
const ACCEPTED = `NOT (state = 'cancelled' AND ended_at IS NULL)`;

/** Returns the renders that match a condition (the SQL after WHERE, including LIMIT). */
export function findRenders(
  database: Database,
  condition: string,
  ...parameters: readonly DatabaseValue[]
): readonly RenderRecord[] {
  return database.all(`SELECT ${COLUMNS} FROM render WHERE ${ACCEPTED} AND ${condition}`, ...parameters).map(recordOf);
}

export function findRender(database: Database, id: string): RenderRecord | null {
  return findRenders(database, 'id = ?', id)[0] ?? null;
}

/** Returns the XML of a render. A batch stores each template once, in the first film that uses it. */
export function templateOf(database: Database, id: RenderId): string {
  const row = database.get(
    `SELECT CASE WHEN batch IS NULL THEN template
       ELSE (SELECT first.template FROM render AS first WHERE first.batch = render.batch AND first.batch_index = COALESCE(json_extract(render.cell, '$.template'), 1)) END
       AS template FROM render WHERE id = ?`,
    id,
  );
  return String(row?.['template'] ?? '');
}

export function isEnded(state: RenderState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}

/** Returns the attempts that count toward the limit. */
export function countedAttempts({ attempt, request }: Pick<RenderRecord, 'attempt' | 'request'>): number {
  return attempt - request.uncounted;
}

function recordOf(row: DatabaseRow): RenderRecord {
  return {
    id: String(row['id']) as RenderId,
    sequence: Number(row['sequence']),
    project: String(row['project']) as ProjectUid,
    batch: textOf(row['batch']) as BatchId | null,
    batchIndex: numberOf(row['batch_index']),
    filename: textOf(row['filename']),
    cell: storedCell.nullable().parse(jsonOf(row['cell'])),
    link: textOf(row['link']),
    state: renderShapes.renderState.parse(row['state']),
    request: storedRequest.parse(jsonOf(row['request'])),
    secretName: textOf(row['secret_name']),
    openUpload: storedUpload.nullable().parse(jsonOf(row['open_upload'])),
    attempt: Number(row['attempt']),
    isNext: Number(row['wanted']) > 0,
    film: textOf(row['film']) as BlobDigest | null,
    outcome: storedOutcome.nullable().parse(jsonOf(row['outcome'])),
    error: renderShapes.renderError.nullable().parse(jsonOf(row['error'])),
    createdAt: Number(row['created_at']),
    endedAt: numberOf(row['ended_at']),
  };
}

function textOf(value: DatabaseValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: DatabaseValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

function jsonOf(value: DatabaseValue | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : null;
}
