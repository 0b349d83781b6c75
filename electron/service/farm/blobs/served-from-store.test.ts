import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { expect, test } from 'vitest';
import type { BlobDigest, ProjectUid } from '#service/storage/ports.ts';
import type { Workspace } from '#service/storage/stores.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { incoming } from '#service/workspace/testing/scratch-workspace.ts';
import { noMedia } from '#shared/contract/shapes/no-media.ts';
import { storedWorkspace } from './testing/stored-workspace.ts';

const CONTENT = '0123456789';

interface ServedFilm extends AsyncDisposable {
  readonly service: TestService;
  readonly storage: Awaited<ReturnType<typeof storedWorkspace>>['storage'];
  readonly project: ProjectUid;
  /** The local path of the film and the asset, which have the same bytes. */
  readonly path: string;
  readonly film: string;
  readonly asset: string;
}

/**
 * Opens a service with a film and an asset of the same bytes, which exist only in the store. The film's row has the
 * given size.
 */
async function servedFilm(bytes = CONTENT.length): Promise<ServedFilm> {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await storedWorkspace());
  const { workspace, folder } = world.scratch;
  const project = workspace.projects.create('Films').uid;
  const { sha256: film } = (await workspace.assets.put(project, 'a.mp4', incoming(CONTENT))).asset;
  await workspace.blobs.inStore(film, new AbortController().signal);
  // Set the media facts, so that the service does not fetch the blob to inspect it.
  await workspace.assets.setMedia(film, noMedia);
  insertRender(workspace, project, film, bytes);
  await world.evictAll();
  workspace.database.run('UPDATE blob SET bytes = ?', bytes);
  const path = workspace.blobs.pathOf(film);
  await waitUntil(() => !existsSync(path));
  await workspace.close();
  const { storage } = world;
  const service = stack.use(await openService({ workspace: folder, storage }));
  const running = stack.move();
  return {
    service,
    storage,
    project,
    path,
    film: `/v1/renders/${project}/r1/film`,
    asset: `/v1/data/${project}/a.mp4`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function insertRender({ database }: Workspace, project: ProjectUid, film: BlobDigest, bytes: number): void {
  const request = {
    ...{ format: 'mp4', quality: 'draft', variables: [], destination: null, onsuccess: null, onerror: null },
    ...{ origin: '', total: 1, uncounted: 0 },
  };
  const outcome = { url: null, frames: 1, durationSeconds: 1, bytes, sha256: film, warnings: [] };
  database.run(
    `INSERT INTO render (id, sequence, project, state, request, template, film, outcome, created_at, ended_at)
      VALUES ('r1', 1, ?, 'succeeded', ?, '', ?, ?, ?, ?)`,
    ...[project, JSON.stringify(request), film, JSON.stringify(outcome), Date.now(), Date.now()],
  );
}

test.each(['film', 'asset'] as const)('the service streams a file that only the store has: %s', async (what) => {
  await using served = await servedFilm();
  const { service, storage, path } = served;
  const whole = await service.fetch(served[what]);
  const etag = whole.headers.get('etag') ?? '';
  expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '10', CONTENT]);
  const part = await service.fetch(served[what], { headers: { range: 'bytes=3-5', 'if-range': etag } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/10', '345']);
  const last = await service.fetch(served[what], { headers: { range: 'bytes=-2' } });
  expect([last.status, await last.text()]).toEqual([206, '89']);
  const reads = storage.calls.read.length;
  expect((await service.fetch(served[what], { headers: { range: 'bytes=10-' } })).status).toBe(416);
  expect((await service.fetch(served[what], { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await service.fetch(served[what], { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([200, '10', etag]);
  expect(storage.calls.read.length).toBe(reads);
  // Nothing was stored locally.
  expect([storage.calls.fetch, existsSync(path)]).toEqual([[], false]);
});

test('a film has status 503 while its store is unreachable', async () => {
  await using served = await servedFilm();
  served.storage.isAway = true;
  const away = await served.service.fetch(served.film);
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await away.json()).toMatchObject({ code: 'storage/away', reason: 'store/silent' });
  served.storage.isAway = false;
  expect(await served.service.readText(served.film)).toBe(CONTENT);
});

test('a client that disconnects stops the read from the store', async () => {
  const size = 64 * 2 ** 20;
  let sentBytes = 0;
  let isStopped = false;
  async function* slowly(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      for (; sentBytes < size; sentBytes += 65_536) yield new Uint8Array(65_536);
    } finally {
      isStopped = signal.aborted;
    }
  }
  await using served = await servedFilm(size);
  served.storage.read = async (_key, _range, signal) => slowly(signal);
  await new Promise<void>((resolve) => {
    const { key, secret } = served.service.credentials;
    const request = get(`${served.service.url}${served.film}`, { auth: `${key}:${secret}` }, (answer) => {
      answer.once('readable', () => {
        answer.destroy();
        resolve();
      });
    });
    request.on('error', () => resolve());
  });
  await waitUntil(() => isStopped);
  expect(sentBytes).toBeLessThan(size / 4);
});

test('only a film in an object store has a signed address', async () => {
  await using served = await servedFilm();
  const none = await served.service.fetch(`${served.film}/address`);
  expect([none.status, await none.json()]).toEqual([409, expect.objectContaining({ code: 'render/no-address' })]);
  served.storage.signedAddress = async (key, answer) =>
    `https://store.example/${key}?for=${answer.seconds}&type=${answer.contentType}&name=${answer.fileName}`;
  const { address, expiresAt } = await served.service.client.call('readFilmAddress', {
    parameters: { project: served.project, render: 'r1' },
    query: {},
  });
  expect(address).toMatch(
    /^https:\/\/store\.example\/blobs\/[0-9a-f]{2}\/[0-9a-f]{64}\?for=3600&type=video\/mp4&name=r1\.mp4$/,
  );
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
});
