import { createHash, randomBytes } from 'node:crypto';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { type Client, createClient } from '#shared/contract/client.ts';
import { readAllAssets } from '../../client/asset-list.ts';
import { tellingFetch } from '../../client/unreachable-error.ts';
import { memoryRecords, type UploadRecords } from '../upload-records.ts';
import type { UploadPhase, UploadRow } from '../upload-row.ts';
import { createUploads, type Uploads } from '../uploads.ts';

/** A request on its way to the service; throwing is a line that breaks. */
type OnRequest = (request: { readonly method: string; readonly path: string }) => void | Promise<void>;

export interface UploadWorld extends AsyncDisposable {
  readonly client: Client<Response>;
  readonly project: string;
  /** Every request that was sent, such as `POST chunks?chunk_id=1`, in order. */
  readonly requests: string[];
  /** Most chunks that were on their way at once. */
  readonly mostAtOnce: () => number;
  /** Called before a request goes out. */
  before: OnRequest;
  /** Called before an answer comes in. */
  after: OnRequest;
  /** An uploads as a page has it that was just opened. */
  readonly openPage: (records?: UploadRecords) => Uploads;
  readonly stopService: () => Promise<void>;
  readonly startService: () => Promise<void>;
}

const NOTHING: OnRequest = () => undefined;

/** A service that can be stopped and started under pages that do not notice. */
export async function openUploadWorld(): Promise<UploadWorld> {
  const folder = await temporaryFolder();
  let service: TestService = await openService({ workspace: folder.path });
  const requests: string[] = [];
  let flying = 0;
  let most = 0;
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET';
    const isChunk = path.includes('/chunks?');
    requests.push(`${method} ${path.split('/').at(-1)}`);
    await world.before({ method, path });
    if (isChunk) flying += 1;
    most = Math.max(most, flying);
    try {
      const answer = await fetch(`${service.url}${path}`, init);
      await world.after({ method, path });
      return answer;
    } finally {
      if (isChunk) flying -= 1;
    }
  };
  const client = createClient({ fetch: tellingFetch(send), baseUrl: '', credentials: service.credentials });
  const { uid: project } = await service.client.call('createProject', { parameters: { name: 'uploads' } });
  const world: UploadWorld = {
    client,
    project,
    requests,
    mostAtOnce: () => most,
    before: NOTHING,
    after: NOTHING,
    openPage: (records = memoryRecords()) =>
      createUploads({
        client,
        records,
        assetNames: async (uid) => (await readAllAssets(client, uid)).map(({ name }) => name),
        onStored: () => undefined,
        delay: (_milliseconds, signal) =>
          new Promise((resolve, reject) => setImmediate(() => (signal.aborted ? reject(signal.reason) : resolve()))),
      }),
    stopService: () => service.close(),
    startService: async () => {
      service = await openService({ workspace: folder.path });
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
  return world;
}

/** A file of random bytes, and their SHA-256 as the service quotes it. */
export function makeFile(name: string, bytes: number): { readonly file: File; readonly etag: string } {
  const content = randomBytes(bytes);
  return { file: new File([content], name), etag: `"${createHash('sha256').update(content).digest('hex')}"` };
}

/** Settles with the first row of the uploads that the condition holds for. */
export function rowWhere(uploads: Uploads, condition: (row: UploadRow) => boolean): Promise<UploadRow> {
  return new Promise((resolve) => {
    const look = (rows: readonly UploadRow[]) => {
      const row = rows.find(condition);
      if (row === undefined) return;
      unsubscribe();
      resolve(row);
    };
    const unsubscribe = uploads.rows.subscribe(look);
    look(uploads.rows.getState());
  });
}

/** Settles when a row is in that phase; at once if one is. */
export function rowIn(uploads: Uploads, type: UploadPhase['type'], name?: string): Promise<UploadRow> {
  return rowWhere(uploads, (row) => row.phase.type === type && (name === undefined || row.name === name));
}
