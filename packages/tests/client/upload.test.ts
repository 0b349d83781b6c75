import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { type Client, createClient, type UploadProgress } from '../../client/src/index.ts';

const SIZE = 300_000;
const CHUNK = 65_536;
const bytes = new Uint8Array(randomBytes(SIZE));
const ETAG = createHash('sha256').update(bytes).digest('hex');

interface Around {
  readonly service: TestService;
  readonly project: string;
  /** Creates a client. `before` is called with each request and can throw. */
  readonly client: (before?: (request: string) => void) => Client;
}

async function inProject(run: (around: Around) => Promise<void>): Promise<void> {
  await using service = await openService();
  const client: Around['client'] = (before) =>
    createClient({
      url: service.url,
      ...service.credentials,
      fetch: async (url, request) => {
        before?.(`${request?.method} ${new URL(String(url)).pathname}`);
        return await fetch(url, request);
      },
    });
  const { uid } = await client().projects.create({ name: 'uploads' });
  await run({ service, project: uid, client });
}

async function digestOf(client: Client, project: string, name: string): Promise<string> {
  const answer = await client.assets.read({ project, name });
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex');
}

test('uploads a path, a blob, and a stream with the same bytes', async () => {
  await inProject(async ({ project, client }) => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'a b.bin');
    await writeFile(file, bytes);
    const seen: UploadProgress[] = [];
    const asset = await client().upload(file, { project, chunkSize: CHUNK, onProgress: (each) => seen.push(each) });
    expect(asset).toMatchObject({ name: 'a b.bin', size: SIZE });
    expect(seen.at(-1)).toEqual({ done: SIZE, total: SIZE });
    await client().upload(new Blob([bytes]), { project, name: 'blob', chunkSize: CHUNK });
    const stream = new Blob([bytes]).stream();
    await client().upload(stream, { project, name: 'stream', size: SIZE, chunkSize: CHUNK });
    for (const name of ['a b.bin', 'blob', 'stream']) expect(await digestOf(client(), project, name)).toBe(ETAG);
  });
});

test('an upload that was stopped continues with the missing chunks', async () => {
  await inProject(async ({ project, client }) => {
    const stop = new AbortController();
    const options = { project, name: 'film', chunkSize: CHUNK };
    const onProgress = ({ done }: UploadProgress) => done > CHUNK && stop.abort(new Error('stopped'));
    await expect(client().upload(new Blob([bytes]), { ...options, onProgress, signal: stop.signal })).rejects.toThrow();
    const sent: string[] = [];
    await client((request) => sent.push(request)).upload(new Blob([bytes]), options);
    const chunks = sent.filter((request) => request.endsWith('/chunks'));
    expect(chunks.length).toBeLessThan(Math.ceil(SIZE / CHUNK) - 1);
    expect(sent.filter((request) => request === `POST /chunked/videos/${project}`)).toEqual([]);
    expect(await digestOf(client(), project, 'film')).toBe(ETAG);
  });
});

test('a file with other bytes gets a separate upload', async () => {
  await inProject(async ({ project, client }) => {
    const stop = new AbortController();
    const other = new Uint8Array(randomBytes(SIZE));
    const options = { project, name: 'film', chunkSize: CHUNK };
    const onProgress = () => stop.abort(new Error('stopped'));
    await expect(client().upload(new Blob([other]), { ...options, onProgress, signal: stop.signal })).rejects.toThrow();
    await client().upload(new Blob([bytes]), options);
    expect(await digestOf(client(), project, 'film')).toBe(ETAG);
  });
});

test('lost connections and errors of the service are retried', async () => {
  await inProject(async ({ project, client }) => {
    let requests = 0;
    const unreliable = client(() => {
      requests += 1;
      if (requests % 3 === 0) throw new TypeError('fetch failed');
    });
    await unreliable.upload(new Blob([bytes]), { project, name: 'film', chunkSize: CHUNK });
    expect(await digestOf(client(), project, 'film')).toBe(ETAG);
  });
});

test('a refusal is not retried', async () => {
  await inProject(async ({ client }) => {
    const requests: string[] = [];
    const counting = client((request) => requests.push(request));
    const uploading = counting.upload(new Blob([bytes]), { project: 'no-such', name: 'film' });
    await expect(uploading).rejects.toMatchObject({ code: 'project/not-found' });
    expect(requests).toHaveLength(1);
  });
});

test('an upload needs a stream with a size, or a named blob', async () => {
  await inProject(async ({ project, client }) => {
    const stream = new Blob([bytes]).stream();
    await expect(client().upload(stream, { project, name: 'film' })).rejects.toThrow('`size`');
    await expect(client().upload(new Blob([bytes]), { project })).rejects.toThrow('`name`');
  });
});

test('an empty file is uploaded', async () => {
  await inProject(async ({ project, client }) => {
    const asset = await client().upload(new Blob([]), { project, name: 'empty' });
    expect(asset.size).toBe(0);
  });
});
