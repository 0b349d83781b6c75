import { randomUUID } from 'node:crypto';
import type { Author } from '#shared/contract/shapes/shapes.ts';
import type { DestinationCredentials } from '../../destinations/destination.ts';
import type { RenderFailure } from '../../errors/issues.ts';
import type { Database, ProjectUid } from '../../storage/ports.ts';
import { printCredentials } from '../records/credentials.ts';
import { beginLinkedFilm, type LinkedFilmName, openRenderOf } from '../records/linked-films.ts';
import {
  type BatchId,
  findRender,
  type RenderId,
  type RenderRecord,
  type StoredCell,
  type StoredRequest,
} from '../records/render-record.ts';
import type { SecretKeeper } from '../records/secret-keeper.ts';
import { type RenderRecords, recordChange } from '../records/transitions.ts';
import { type Inputs, saveInputs } from './render-inputs.ts';
import type { CheckedRender } from './render-request.ts';

/** The values of a new row of the table `render`. */
export interface NewRender {
  readonly id: RenderId;
  readonly project: ProjectUid;
  readonly batch: { readonly id: BatchId; readonly index: number; readonly filename: string } | null;
  /** The place of a film in a run; absent for other renders. */
  readonly cell?: StoredCell | null;
  /** The failure of a film that a run omits; absent for other renders. */
  readonly error?: RenderFailure | null;
  /** The key of the film of a link; absent for other renders. */
  readonly link?: string | null;
  /** The initial state. `cancelled` without an end time marks a row of a batch before its acceptance. */
  readonly state: 'queued' | 'cancelled';
  readonly request: StoredRequest;
  readonly template: string;
  readonly secretName: string | null;
  readonly inputs: Inputs;
  readonly now: number;
}

/** The project, the author, and other facts about who requested a render. */
export interface RenderRequester {
  readonly project: ProjectUid;
  readonly origin: string;
  /** The author that the request names; null or absent if it names none. */
  readonly author?: Author | null;
  /** Whether downloads for the render refuse redirects to other hosts; absent for false. */
  readonly isConfined?: boolean;
  /** The film of the link that this render makes; absent for other renders. */
  readonly link?: LinkedFilmName;
}

/**
 * Accepts a checked render. An accepted render ends exactly once. The secret keeper stores the keys of the render
 * before its row is written. For a link, returns the render that already makes the film, if there is one. Throws
 * `link/too-many`.
 */
export async function acceptRender(
  checked: CheckedRender,
  { project, origin, author = null, isConfined = false, link }: RenderRequester,
  records: RenderRecords,
  secrets: SecretKeeper,
): Promise<RenderRecord | null> {
  const secretName = await storeSecret(checked.destination?.credentials ?? null, secrets);
  try {
    return records.database.transaction(() => {
      const existing = link === undefined ? null : openRenderOf(records.database, link.key);
      if (existing !== null) return findRender(records.database, existing);
      const id = randomUUID() as RenderId;
      const now = records.clock();
      insertRender(records.database, {
        id,
        project,
        batch: null,
        link: link?.key ?? null,
        state: 'queued',
        request: requestOf(checked, { origin, author, isConfined }),
        template: checked.template,
        secretName,
        inputs: checked.inputs,
        now,
      });
      if (link !== undefined) beginLinkedFilm(records, link, { project, render: id, now });
      return recordChange(records, id);
    });
  } catch (error) {
    if (secretName !== null) await secrets.remove(secretName);
    throw error;
  }
}

/** Stores keys in the keeper under a new name. Returns the name; null for missing keys. */
export async function storeSecret(
  credentials: DestinationCredentials | null,
  secrets: SecretKeeper,
): Promise<string | null> {
  if (credentials === null) return null;
  const name = randomUUID();
  await secrets.put(name, printCredentials(credentials));
  return name;
}

/** Returns the part of a checked render that is stored as JSON. It excludes keys and the template. */
export function requestOf(
  checked: Omit<CheckedRender, 'template' | 'inputs'>,
  { origin, author, isConfined }: Pick<StoredRequest, 'origin' | 'author' | 'isConfined'>,
): StoredRequest {
  const {
    format,
    quality,
    hardware,
    variables,
    brand = [],
    language = null,
    loudness = null,
    truepeak = null,
    maxBytes = null,
    isStreamed = false,
    package: parts = null,
    range = null,
    check = null,
    destination,
    published,
    onsuccess,
    onerror,
    totalFrames,
    name = null,
    templateName = null,
  } = checked;
  const place = destination?.place ?? null;
  return {
    format,
    quality,
    hardware,
    variables: [...variables],
    brand: brand.map(([name, value]) => [name, value]),
    language,
    loudness,
    truepeak,
    maxBytes,
    isStreamed,
    package: parts,
    range,
    check: check && { ...check, platforms: [...check.platforms] },
    destination: place && {
      kind: place.kind,
      bucket: place.bucket,
      filename: place.filename,
      endpoint: place.endpoint,
      region: place.region,
    },
    published,
    name,
    templateName,
    onsuccess,
    onerror,
    origin,
    author,
    isConfined,
    total: totalFrames,
    uncounted: 0,
  };
}

/** Inserts the row of a render and its inputs. Call it inside a transaction. */
export function insertRender(database: Database, row: NewRender): void {
  database.run(
    `INSERT INTO render (id, sequence, project, batch, batch_index, filename, cell, error, link, state, request, template,
       secret_name, created_at)
     VALUES (?, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM render), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.project,
    row.batch?.id ?? null,
    row.batch?.index ?? null,
    row.batch?.filename ?? null,
    jsonOrNull(row.cell),
    jsonOrNull(row.error),
    row.link ?? null,
    row.state,
    JSON.stringify(row.request),
    row.template,
    row.secretName,
    row.now,
  );
  saveInputs(database, row.id, row.inputs);
}

function jsonOrNull(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
