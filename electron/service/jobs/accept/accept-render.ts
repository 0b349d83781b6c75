import { randomUUID } from 'node:crypto';
import type { DestinationCredentials } from '../../destinations/destination.ts';
import type { Database, ProjectUid } from '../../storage/ports.ts';
import { printCredentials } from '../records/credentials.ts';
import type { BatchId, RenderId, RenderRecord, StoredRequest } from '../records/render-record.ts';
import type { SecretKeeper } from '../records/secret-keeper.ts';
import { type RenderLedger, told } from '../records/transitions.ts';
import { type Inputs, saveInputs } from './render-inputs.ts';
import type { CheckedRender } from './render-request.ts';

/** A row to be written; a batch writes many. */
export interface NewRender {
  readonly id: RenderId;
  readonly project: ProjectUid;
  readonly batch: { readonly id: BatchId; readonly index: number; readonly filename: string } | null;
  /** `cancelled` without an end: written down, and not accepted yet. */
  readonly state: 'queued' | 'cancelled';
  readonly request: StoredRequest;
  readonly template: string;
  readonly secretName: string | null;
  readonly inputs: Inputs;
  readonly now: number;
}

/**
 * Accepts a checked render: from here on it will end, once. Its keys go to the secret keeper before there is a row that
 * needs them.
 */
export async function acceptRender(
  checked: CheckedRender,
  { project, origin }: { readonly project: ProjectUid; readonly origin: string },
  ledger: RenderLedger,
  secrets: SecretKeeper,
): Promise<RenderRecord | null> {
  const secretName = await keepSecret(checked.destination?.credentials ?? null, secrets);
  try {
    return ledger.database.transaction(() => {
      const id = randomUUID() as RenderId;
      insertRender(ledger.database, {
        id,
        project,
        batch: null,
        state: 'queued',
        request: requestOf(checked, origin),
        template: checked.template,
        secretName,
        inputs: checked.inputs,
        now: ledger.clock(),
      });
      return told(ledger, id);
    });
  } catch (error) {
    if (secretName !== null) await secrets.remove(secretName);
    throw error;
  }
}

/** Gives keys to the keeper under a new name; null where there are none. */
export async function keepSecret(
  credentials: DestinationCredentials | null,
  secrets: SecretKeeper,
): Promise<string | null> {
  if (credentials === null) return null;
  const name = randomUUID();
  await secrets.put(name, printCredentials(credentials));
  return name;
}

/** What of a checked render is stored as JSON: no key, no template. */
export function requestOf(checked: Omit<CheckedRender, 'template' | 'inputs'>, origin: string): StoredRequest {
  const {
    format,
    quality,
    hardware,
    variables,
    brand = [],
    range = null,
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
    range,
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
    total: totalFrames,
    uncounted: 0,
  };
}

/** Writes a row and its inputs; call it inside a transaction. */
export function insertRender(database: Database, row: NewRender): void {
  database.run(
    `INSERT INTO render (id, sequence, project, batch, batch_index, filename, state, request, template, secret_name,
       created_at)
     VALUES (?, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM render), ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.project,
    row.batch?.id ?? null,
    row.batch?.index ?? null,
    row.batch?.filename ?? null,
    row.state,
    JSON.stringify(row.request),
    row.template,
    row.secretName,
    row.now,
  );
  saveInputs(database, row.id, row.inputs);
}
