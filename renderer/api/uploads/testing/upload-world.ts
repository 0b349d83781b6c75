import { createHash, randomBytes } from 'node:crypto';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { type Client, createClient } from '#shared/contract/client.ts';
import { readAllAssets } from '../../client/asset-list.ts';
import { withUnreachableError } from '../../client/unreachable-error.ts';
import { memoryRecords, type UploadRecords } from '../upload-records.ts';
import type { UploadPhase, UploadRow } from '../upload-row.ts';
import { createUploads, type Uploads } from '../uploads.ts';

/** A hook for a request. If it throws, the connection fails. */
type OnRequest = (request: { readonly method: string; readonly path: string }) => void | Promise<void>;

export interface UploadWorld extends AsyncDisposable {
  readonly client: Client<Response>;
  readonly project: string;
  /** All sent requests in order, such as `POST chunks?chunk_id=1`. */
  readonly requests: string[];
  /** Returns the maximum number of chunks that were sent at the same time. */
  readonly mostAtOnce: () => number;
  /** A hook that runs before a request is sent. */
  before: OnRequest;
  /** A hook that runs before a response is returned. */
  after: OnRequest;
  /** Opens a new page with its own uploads. */
  readonly openPage: (records?: UploadRecords) => Uploads;
  readonly stopService: () => Promise<void>;
  readonly startService: () => Promise<void>;
}

const NOTHING: OnRequest = () => undefined;

/** Opens a service that can be stopped and restarted under open pages. */
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
  const client = createClient({ fetch: withUnreachableError(send), baseUrl: '', credentials: service.credentials });
  const project = await service.createProject('uploads');
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
        assetsOf: (uid) => readAllAssets(client, uid),
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

/** Returns a file of random bytes, and their SHA-256 as an etag. */
export function makeFile(name: string, bytes: number): { readonly file: File; readonly etag: string } {
  const content = randomBytes(bytes);
  return { file: new File([content], name), etag: `"${createHash('sha256').update(content).digest('hex')}"` };
}

/** Resolves with the first upload row that meets the condition. */
export function rowWhere(uploads: Uploads, condition: (row: UploadRow) => boolean): Promise<UploadRow> {
  return new Promise((resolve) => {
    const resolveIfFound = (rows: readonly UploadRow[]) => {
      const row = rows.find(condition);
      if (row === undefined) return;
      unsubscribe();
      resolve(row);
    };
    const unsubscribe = uploads.rows.subscribe(resolveIfFound);
    resolveIfFound(uploads.rows.getState());
  });
}

/** Resolves when an upload row is in that phase. */
export function rowIn(uploads: Uploads, type: UploadPhase['type'], name?: string): Promise<UploadRow> {
  return rowWhere(uploads, (row) => row.phase.type === type && (name === undefined || row.name === name));
}
