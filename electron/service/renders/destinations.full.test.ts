import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fakeObjectStore } from '#service/testing/fake-object-store.ts';
import { openService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { createFilmProject, destinationField, LARGE_FILM, TINY_FILM } from './testing/film-service.ts';

const allowHosts = ['127.0.0.1'];

async function openWorld() {
  const store = await fakeObjectStore();
  const service = await openService({ allowHosts });
  const project = await createFilmProject(service);
  const start = (form: Readonly<Record<string, string>>, filename = 'out/film') =>
    service.startRender(project, { ...form, destination: destinationField(store, filename) });
  return {
    store,
    service,
    project,
    start,
    ended: (id: string) => service.endedRender(project, id),
    object: (filename = 'out/film') => store.objects.get(`films/${filename}`),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('a render with a destination, through the whole service', { tags: ['promise:P10'] }, () => {
  test.each(
    cases(1, [
      ['small', TINY_FILM],
      ['large', LARGE_FILM],
    ]),
  )('a %s film is complete in the store when the render succeeds', async (_size, form) => {
    await using world = await openWorld();
    const render = await world.ended(await world.start(form));
    expect(render.error).toBeNull();
    expect(render.url).toBe(`${world.store.url}/films/out/film`);
    const object = required(world.object(), 'the object');
    expect([object.bytes.length, sha256(object.bytes)]).toEqual([render.bytes, render.sha256]);
    expect(object.contentType).toBe(form.format === 'mov' ? 'video/quicktime' : 'video/mp4');
    expect(world.store.log.some((line) => line.includes('partNumber'))).toBe(form.format === 'mov');
    expect(world.store.openUploads()).toEqual([]);
  });

  full.test('503, 500, a reset connection, and 200 with an error are retried', { tags: ['promise:F30'] }, async () => {
    await using world = await openWorld();
    Object.assign(world.store.faults, { slowDown: 1, internalError: 1, resets: 1, completeErrors: 1 });
    const render = await world.ended(await world.start(LARGE_FILM));
    expect(render.state).toBe('succeeded');
    expect(sha256(required(world.object(), 'the object').bytes)).toBe(render.sha256);
    expect(world.store.openUploads()).toEqual([]);
  });

  test('keeps its film after a 403, and a retry only sends it', { tags: ['promise:P10', 'promise:F30'] }, async () => {
    await using world = await openWorld();
    world.store.faults.always = { status: 403, code: 'ExpiredToken' };
    const id = await world.start(TINY_FILM);
    const failed = await world.ended(id);
    expect(failed).toMatchObject({ state: 'failed', url: null, error: { code: 'destination/failed' } });
    expect(failed.sha256).toMatch(/^[0-9a-f]{64}$/);
    const { project, service } = world;
    const film = await service.fetch(`/v1/renders/${project}/${id}/film`);
    expect(sha256(new Uint8Array(await film.arrayBuffer()))).toBe(failed.sha256);

    world.store.faults.always = null;
    // Rendering the film again would fail, because its asset was deleted.
    await service.client.call('deleteAsset', { parameters: { project, name: 'clip.mp4' }, query: {} });
    let received = '';
    const states = () =>
      [...received.matchAll(/event: render.changed\ndata: .*"state":"(\w+)"/g)].map(([, state]) => state);
    const events = await service.fetch('/v1/events');
    const reading = (async () => {
      // An event can arrive in several pieces.
      for await (const piece of required(events.body, 'a body').pipeThrough(new TextDecoderStream())) received += piece;
    })();
    await service.client.call('retryRender', { parameters: { project, render: id }, query: {} });
    const again = await world.ended(id);
    expect(again).toMatchObject({ state: 'succeeded', sha256: failed.sha256 });
    expect(sha256(required(world.object(), 'the object').bytes)).toBe(failed.sha256);
    await waitUntil(() => states().includes('succeeded'));
    expect(states()).toEqual(['queued', 'uploading', 'succeeded']);
    await service.close();
    await reading;
  });

  test.each([
    ['onsuccess', 'http://169.254.169.254/latest'],
    ['onerror', 'http://[fe80::1]/'],
    ['onsuccess', 'https://10.1.2.3:8443/hook'],
  ])('a notification to a non-public address is refused before rendering: %s %s', async (field, address) => {
    await using world = await openWorld();
    const { project, service } = world;
    await service.saveTemplate(project, 'tiny', TINY_FILM.template);
    const requests = [
      { path: `/v1/render/local/${project}`, body: new URLSearchParams({ ...TINY_FILM, [field]: address }) },
      {
        path: `/v1/batches/local/${project}`,
        body: { movie: 'tiny', format: 'mp4', filename: 'a', rows: [{}], [field]: address },
      },
    ];
    for (const { path, body } of requests) {
      const isForm = body instanceof URLSearchParams;
      const answer = await service.fetch(path, {
        method: 'POST',
        body: isForm ? body : JSON.stringify(body),
        ...(isForm ? {} : { headers: { 'content-type': 'application/json' } }),
      });
      const problem = (await answer.json()) as { readonly code: string; readonly issues?: readonly object[] };
      expect([answer.status, problem.code, problem.issues]).toMatchObject([
        422,
        'render/invalid',
        [{ path: field, message: expect.stringContaining('isn’t on the public internet') }],
      ]);
    }
  });

  test('is refused before rendering if the destination is unusable', async () => {
    await using world = await openWorld();
    const { project, service } = world;
    const fields = JSON.parse(destinationField(world.store, 'out/film')) as Readonly<Record<string, string>>;
    const unusable: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [{ endpoint: 'ftp://store.example' }, /isn’t an http or https address/],
      [{ endpoint: 'https://user:canary@store.example' }, /must not contain a user name/],
      [{ endpoint: 'http://169.254.169.254/latest' }, /isn’t on the public internet/],
      [{ endpoint: 'http://[::1]:9000' }, /isn’t on the public internet/],
      [{ bucket: '../etc' }, /bucket/],
      [{ filename: 'a/../b' }, /filename/],
      [{ region: 'EU central' }, /region/],
    ];
    for (const [change, words] of unusable) {
      const body = new URLSearchParams({ ...TINY_FILM, destination: JSON.stringify({ ...fields, ...change }) });
      const answer = await service.fetch(`/v1/render/local/${project}`, { method: 'POST', body });
      const problem = (await answer.json()) as { readonly code: string; readonly detail: string };
      expect([answer.status, problem.code]).toEqual([422, 'destination/refused']);
      expect(problem.detail).toMatch(words);
      expect(problem.detail).not.toContain('canary');
    }
    const { renders } = await service.client.call('listRenders', { parameters: { project }, query: {} });
    expect(renders).toEqual([]);
  });

  full.test('the upload of a canceled render is aborted later', async () => {
    await using world = await openWorld();
    const { project, service, store } = world;
    const id = await world.start(LARGE_FILM);
    store.onRequest = (line) => {
      if (line.includes('partNumber=2')) store.faults.always = { status: 503, code: 'SlowDown' };
    };
    await waitUntil(() => store.faults.always !== null, 60);
    await service.client.call('cancelRender', { parameters: { project, render: id }, query: {} });
    expect(store.openUploads()).toHaveLength(1);
    store.onRequest = () => undefined;
    await service.close();
    store.faults.always = null;
    await using next = await openService({ allowHosts, workspace: service.workspace });
    await waitUntil(() => store.openUploads().length === 0);
    expect((await next.endedRender(project, id)).state).toBe('cancelled');
    expect(store.objects.size).toBe(0);
  });
});
