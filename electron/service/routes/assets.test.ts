import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawRequest } from '#service/http/testing/raw-request.ts';
import { expectProblem } from '#service/testing/expect-problem.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';

let service: TestService;
let project: string;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await service.createProject('assets');
});

const at = (name: string) => `/v1/data/${project}/${encodeURIComponent(name)}`;
const send = (method: string, name: string, body = 'content', headers: Record<string, string> = {}) =>
  service.fetch(at(name), { method, body, headers });

describe('an asset', () => {
  it('is created, returned byte for byte, replaced, and deleted', async () => {
    const created = await send('POST', 'Ein Übungsfilm.txt', 'first');
    expect(created.status).toBe(201);
    expect(await created.json()).toMatchObject({
      'Resource-Name': 'Ein Übungsfilm.txt',
      name: 'Ein Übungsfilm.txt',
      size: 5,
    });
    await expectProblem(send('POST', 'ein übungsfilm.TXT'), 409, 'asset/exists');
    expect(await service.readText(at('Ein Übungsfilm.txt'))).toBe('first');

    const replaced = await send('PUT', 'Ein Übungsfilm.txt', 'second');
    expect([replaced.status, await service.readText(at('Ein Übungsfilm.txt'))]).toEqual([200, 'second']);
    expect(replaced.headers.get('etag')).toBe((await service.fetch(at('Ein Übungsfilm.txt'))).headers.get('etag'));

    const deleted = await service.fetch(at('Ein Übungsfilm.txt'), { method: 'DELETE' });
    expect([deleted.status, await deleted.json()]).toEqual([200, { deleted: ['Ein Übungsfilm.txt'] }]);
    for (const method of ['GET', 'DELETE']) {
      await expectProblem(service.fetch(at('Ein Übungsfilm.txt'), { method }), 404, 'asset/not-found');
    }
    expect((await send('PUT', 'Ein Übungsfilm.txt', 'new')).status).toBe(201);
  });

  it('has tags that are unique in any case', async () => {
    await send('POST', 'sea.txt');
    const tag = (tags: unknown) =>
      service.fetch(`${at('sea.txt')}/tags`, {
        method: 'PUT',
        body: JSON.stringify({ tags }),
        headers: { 'content-type': 'application/json' },
      });
    expect(await (await tag(['Sea', 'b-roll', 'SEA'])).json()).toMatchObject({
      name: 'sea.txt',
      tags: ['Sea', 'b-roll'],
    });
    const wrong = [
      [''],
      [' sea'],
      ['a,b'],
      ['a'.repeat(41)],
      [7],
      'sea',
      Array.from({ length: 21 }, (_, n) => `t${n}`),
    ];
    for (const tags of wrong) await expectProblem(tag(tags), 400, 'request/invalid');
    const assets = await service.listAssets(project);
    expect(assets.find(({ name }) => name === 'sea.txt')?.tags).toEqual(['Sea', 'b-roll']);
    expect(await (await tag([])).json()).toMatchObject({ tags: [] });
  });

  it('is renamed with its bytes and media facts', async () => {
    await send('POST', 'first.txt', 'content');
    await send('POST', 'taken.txt', 'other');
    const rename = (name: string, to: string, headers: Record<string, string> = {}) =>
      service.fetch(`${at(name)}/rename`, {
        method: 'POST',
        body: JSON.stringify({ name: to }),
        headers: { 'content-type': 'application/json', ...headers },
      });
    const before = (await service.listAssets(project))[0];
    const renamed = await rename('first.txt', 'Zweiter Film.txt');
    expect(renamed.status).toBe(200);
    expect(await renamed.json()).toMatchObject({
      'Resource-Name': 'Zweiter Film.txt',
      name: 'Zweiter Film.txt',
      etag: before?.etag,
      createdAt: before?.createdAt,
      contentType: before?.contentType,
    });
    expect(renamed.headers.get('etag')).toBe(before?.etag);
    expect(await service.readText(at('Zweiter Film.txt'))).toBe('content');
    await expectProblem(service.fetch(at('first.txt')), 404, 'asset/not-found');

    const upper = await rename('Zweiter Film.txt', 'ZWEITER Film.txt');
    expect(await upper.json()).toMatchObject({ name: 'ZWEITER Film.txt' });
    expect((await rename('ZWEITER Film.txt', 'ZWEITER Film.txt')).status).toBe(200);
    const assets = await service.listAssets(project);
    expect(assets.map(({ name }) => name)).toEqual(['ZWEITER Film.txt', 'taken.txt']);

    await expectProblem(rename('ZWEITER Film.txt', 'TAKEN.txt'), 409, 'asset/exists');
    await expectProblem(rename('ZWEITER Film.txt', 'a/b'), 400, 'asset/invalid-name');
    await expectProblem(rename('nothing.txt', 'b'), 404, 'asset/not-found');
    await expectProblem(rename('ZWEITER Film.txt', 'c', { 'if-match': '"other"' }), 412, 'asset/precondition');
    expect(await service.readText(at('taken.txt'))).toBe('other');
  });

  it('is copied to another project with its tags', async () => {
    const { client } = service;
    const other = await service.createProject('other');
    await send('POST', 'Logo.svg', 'the logo', { 'content-type': 'image/svg+xml' });
    await client.call('tagAsset', { parameters: { project, name: 'Logo.svg' }, body: { tags: ['brand'] } });
    const copy = (name: string, to: string) =>
      service.fetch(`${at(name)}/copy`, {
        method: 'POST',
        body: JSON.stringify({ to }),
        headers: { 'content-type': 'application/json' },
      });
    const copied = await copy('logo.SVG', other);
    expect(copied.status).toBe(201);
    expect(await copied.json()).toMatchObject({ name: 'Logo.svg', size: 8, tags: ['brand'] });
    const assets = await service.listAssets(other);
    expect(assets).toMatchObject([{ name: 'Logo.svg', tags: ['brand'], contentType: 'image/svg+xml' }]);
    await service.fetch(at('Logo.svg'), { method: 'DELETE' });
    expect(await service.readText(`/v1/data/${other}/Logo.svg`)).toBe('the logo');

    await send('POST', 'LOGO.svg', 'another');
    await expectProblem(copy('LOGO.svg', other), 409, 'asset/exists');
    await expectProblem(copy('LOGO.svg', project), 409, 'asset/exists');
    await expectProblem(copy('LOGO.svg', 'nowhere'), 404, 'project/not-found');
    await expectProblem(copy('nothing.svg', other), 404, 'asset/not-found');
    expect(await service.readText(`/v1/data/${other}/Logo.svg`)).toBe('the logo');
  });

  it('can have a name that looks percent-encoded', async () => {
    const name = 'my%20clip.txt';
    expect(await (await send('POST', name, 'content')).json()).toMatchObject({ 'Resource-Name': name });
    expect(await service.readText(at(name))).toBe('content');
    const uploaded = 'your%20clip.txt';
    const query = { chunk_count: 1, chunk_size: 7, name: uploaded };
    const upload = await service.client.call('startUpload', { parameters: { project }, query });
    const parameters = { project, upload: upload.id };
    await service.client.call('writeChunk', { parameters, query: { chunk_id: 1 }, body: Buffer.from('content') });
    await service.client.call('finishUpload', { parameters });
    const assets = await service.listAssets(project);
    expect(assets.map((asset) => asset.name)).toEqual([name, uploaded]);
    expect((await service.fetch(at('a%2fb.txt'), { method: 'PUT', body: 'x' })).status).toBe(400);
  });

  it('can be sent in a form', async () => {
    const form = new FormData();
    form.set('file', new File(['from a form'], 'whatever.bin', { type: 'text/plain' }));
    expect((await service.fetch(at('form.txt'), { method: 'POST', body: form })).status).toBe(201);
    expect(await service.readText(at('form.txt'))).toBe('from a form');
  });

  it.each(['con', 'nul.txt', 'a:b', 'a*b', 'a|b', 'a<b', 'end.', 'end ', 'a\u202eb', 'a\u0007b', 'ü'.repeat(128)])(
    'cannot have the name %j',
    async (name) => {
      await expectProblem(send('PUT', name, 'x'), 400, 'asset/invalid-name');
      expect(await service.listAssets(project)).toEqual([]);
    },
  );

  it.each(['..', '%2e%2e', '%2E.'])('cannot have the name of the parent folder: %s', async (name) => {
    // Use a raw request, because `fetch` removes `..` from the address, even as `%2e%2e`.
    const { key, secret } = service.credentials;
    const lines = [
      `PUT /v1/data/${project}/${name} HTTP/1.1`,
      `Authorization: Basic ${btoa(`${key}:${secret}`)}`,
      'Content-Length: 1',
    ];
    const { status, body } = await rawRequest(Number(new URL(service.url).port), lines, 'x');
    expect([status, (JSON.parse(body) as { readonly code?: unknown }).code]).toEqual([400, 'asset/invalid-name']);
    expect(await service.listAssets(project)).toEqual([]);
  });

  it('is refused in a missing project', async () => {
    const nowhere = '/v1/data/nowhere/a.txt';
    for (const init of [{}, { method: 'POST', body: 'x' }, { method: 'PUT', body: 'x' }, { method: 'DELETE' }]) {
      await expectProblem(service.fetch(nowhere, init), 404, 'project/not-found');
    }
    await expectProblem(service.fetch('/v1/list/data/nowhere'), 404, 'project/not-found');
  });

  it('is replaced or deleted only under its conditions', async () => {
    const etag = (await send('POST', 'a.txt')).headers.get('etag') ?? '';
    await expectProblem(send('PUT', 'a.txt', 'b', { 'if-none-match': '*' }), 412, 'asset/precondition');
    await expectProblem(send('PUT', 'a.txt', 'b', { 'if-match': '"old"' }), 412, 'asset/precondition');
    const wrong = await service.fetch(at('a.txt'), { method: 'DELETE', headers: { 'if-match': '"old"' } });
    await expectProblem(wrong, 412, 'asset/precondition');
    expect(await service.readText(at('a.txt'))).toBe('content');
    expect((await send('PUT', 'a.txt', 'b', { 'if-match': etag })).status).toBe(200);
    expect((await send('PUT', 'new.txt', 'b', { 'if-none-match': '*' })).status).toBe(201);
  });

  it('is not stored with a wrong digest', async () => {
    const digest = `sha-256=:${createHash('sha256').update('other').digest('base64')}:`;
    await expectProblem(send('POST', 'a.txt', 'content', { 'content-digest': digest }), 422, 'upload/digest');
    expect((await service.fetch(at('a.txt'))).status).toBe(404);
  });

  it('is sent as an attachment if a browser would run it', async () => {
    for (const [name, isAttachment] of [
      ['a.html', true],
      ['a.svg', true],
      ['a.xml', true],
      ['a.mp4', false],
      ['a.png', false],
    ] as const) {
      await send('PUT', name);
      const disposition = (await service.fetch(at(name))).headers.get('content-disposition');
      expect(disposition).toBe(isAttachment ? `attachment; filename="${name}"` : null);
    }
  });

  it('is probed in the background if it is media', async () => {
    await using folder = await temporaryFolder();
    const clip = join(folder.path, 'clip.mp4');
    await makeClip(clip, { extra: ['-movflags', '+faststart'] });
    await service.putAsset(project, 'clip.mp4', await readFile(clip));
    await send('POST', 'notes.txt');
    const bytes = await readFile(clip);
    const cut = bytes.subarray(0, Math.round(bytes.length * 0.6));
    await service.putAsset(project, 'cut.mp4', cut);
    const media = async () => {
      const assets = await service.listAssets(project);
      return assets.map((asset) => asset.media);
    };
    await waitUntil(async () => (await media()).every((each) => each !== null));
    expect(await media()).toMatchObject([
      { kind: 'video', videoCodec: 'h264', pictureSeconds: 2, damage: null, reason: null },
      { kind: 'video', damage: { until: 2, there: expect.any(Number), lacking: expect.any(Number) } },
      { kind: 'other', hasAudio: false, reason: 'is a text file, not a video' },
    ]);
    const facts = await service.client.call('readMediaFacts', { parameters: { project }, query: { src: 'cut.mp4' } });
    expect(facts.damage).toEqual((await media())[1]?.damage);
  });
});

describe('captions', () => {
  it('have media facts and no picture', async () => {
    const body = new TextEncoder().encode('WEBVTT\n\n00:01.000 --> 00:03.500\nHello\n');
    await service.putAsset(project, 'talk.vtt', body);
    const asked = { parameters: { project }, query: { src: 'talk.vtt' } };
    const facts = await service.client.call('readMediaFacts', asked);
    expect(facts).toMatchObject({
      container: 'captions',
      durationSeconds: 3.5,
      video: null,
      audio: null,
      size: body.length,
    });
    const again = await service.fetch(`/v1/media/${project}/facts?src=talk.vtt`, {
      headers: { 'if-none-match': facts.etag },
    });
    expect(again.status).toBe(304);
    await expect(service.client.call('readMediaPoster', asked)).rejects.toMatchObject({
      problem: { code: 'media/invalid' },
    });
    await send('POST', 'notes.txt');
    const none = service.client.call('readMediaFacts', { parameters: { project }, query: { src: 'notes.txt' } });
    await expect(none).rejects.toMatchObject({ problem: { code: 'media/invalid' } });
  });
});

describe('a list of assets', () => {
  it('is sorted by name, paged, and filtered by prefix', async () => {
    for (const name of ['b2', 'a1', 'b1', 'c1']) await send('PUT', name);
    const list = (query: object) => service.client.call('listAssets', { parameters: { project }, query });
    expect((await list({})).assets.map(({ name }) => name)).toEqual(['a1', 'b1', 'b2', 'c1']);
    expect((await list({ prefix: 'b' })).assets.map(({ name }) => name)).toEqual(['b1', 'b2']);
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.cursor });
    expect([...first.assets, ...second.assets].map(({ name }) => name)).toEqual(['a1', 'b1', 'b2', 'c1']);
    expect(second.cursor).toBe(null);
    const answer = await service.fetch(`/v1/list/data/${project}?cursor=nonsense%00`);
    await expectProblem(answer, 400, 'request/invalid');
  });
});

describe('a deleted asset', () => {
  const trash = async (query = {}) => service.client.call('listTrash', { parameters: { project }, query });
  const restore = (id: string) =>
    service.fetch(`/v1/trash/${project}/${encodeURIComponent(id)}/restore`, { method: 'POST' });
  const remove = (id: string) => service.fetch(`/v1/trash/${project}/${encodeURIComponent(id)}`, { method: 'DELETE' });
  const put = async (...names: readonly string[]) => {
    for (const name of names) {
      await send('PUT', name, `bytes of ${name}`);
      await service.client.call('deleteAsset', { parameters: { project, name } });
    }
  };

  it('is in the trash and can be restored', async () => {
    await put('a b.txt');
    const { assets, cursor, count, bytes } = await trash();
    expect([cursor, count, bytes]).toEqual([null, 1, 16]);
    const [entry] = assets;
    expect(entry).toMatchObject({ name: 'a b.txt', size: 16, contentType: 'text/plain;charset=UTF-8' });
    const days = (Date.parse(entry?.expiresAt ?? '') - Date.parse(entry?.deletedAt ?? '')) / (24 * 3600 * 1000);
    expect(days).toBe(30);
    expect((await service.client.call('listAssets', { parameters: { project } })).assets).toEqual([]);
    const restored = await restore(entry?.id ?? '');
    expect([restored.status, restored.headers.get('etag')]).toEqual([200, entry?.etag]);
    expect(await restored.json()).toMatchObject({
      'Resource-Name': 'a b.txt',
      name: 'a b.txt',
      formerName: 'a b.txt',
      createdAt: entry?.createdAt,
    });
    expect(await (await service.fetch(at('a b.txt'))).text()).toBe('bytes of a b.txt');
    expect(await trash()).toEqual({ assets: [], cursor: null, count: 0, bytes: 0 });
    await expectProblem(restore(entry?.id ?? ''), 404, 'asset/not-found');
  });

  it('is restored under a free name if necessary', async () => {
    await put('film.mp4');
    await send('POST', 'FILM.mp4', 'another');
    const [entry] = (await trash()).assets;
    expect(await (await restore(entry?.id ?? '')).json()).toMatchObject({
      name: 'film (2).mp4',
      formerName: 'film.mp4',
    });
    expect(await (await service.fetch(at('FILM.mp4'))).text()).toBe('another');
  });

  it('is listed in pages, the latest first', async () => {
    await put('a', 'b', 'a', 'c');
    const first = await trash({ limit: 3 });
    const second = await trash({ limit: 3, cursor: first.cursor });
    expect([first, second].map(({ assets }) => assets.map(({ name }) => name))).toEqual([['c', 'a', 'b'], ['a']]);
    expect([second.cursor, second.count]).toEqual([null, 4]);
    const answer = await remove(first.assets[1]?.id ?? '');
    expect([answer.status, await answer.json()]).toEqual([200, { deleted: ['a'] }]);
    await expectProblem(remove(first.assets[1]?.id ?? ''), 404, 'asset/not-found');
    expect((await trash()).assets.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    expect(await service.client.call('emptyTrash', { parameters: { project } })).toEqual({ count: 3 });
    expect((await trash()).assets).toEqual([]);
    await expectProblem(service.fetch(`/v1/list/trash/${project}?cursor=nonsense%00`), 400, 'request/invalid');
  });

  it('is refused for a missing project', async () => {
    for (const [method, path] of [
      ['GET', '/v1/list/trash/nowhere'],
      ['POST', '/v1/trash/nowhere/1/restore'],
      ['DELETE', '/v1/trash/nowhere/1'],
      ['DELETE', '/v1/trash/nowhere'],
    ] as const)
      await expectProblem(service.fetch(path, { method }), 404, 'project/not-found');
  });

  it('is not in a bundle until it is restored', async () => {
    await put('clip.mp4');
    const template =
      '<movie width="320" height="180" framerate="25"><scene duration="5"><video src="clip.mp4"/></scene></movie>';
    await service.client.call('saveTemplate', {
      parameters: { region: 'local', project, name: 'Film' },
      body: template,
    });
    const missing = async () =>
      (await service.client.call('listMissing', {})).projects.find(({ uid }) => uid === project)?.assets;
    expect(await missing()).toEqual([{ name: 'clip.mp4', templates: ['Film'] }]);
    const bundle = await service.client.open('readBundle', { parameters: { project } });
    expect(Buffer.from(await bundle.arrayBuffer()).includes('bytes of clip.mp4')).toBe(false);
    await restore((await trash()).assets[0]?.id ?? '');
    expect(await missing()).toBeUndefined();
  });
});

describe('bytes that only deleted assets use', () => {
  it('are swept when the trash is emptied', async () => {
    let now = Date.now();
    await using own = await openService({ clock: () => now });
    const { client } = own;
    const { uid } = await client.call('createProject', { parameters: { name: 'sweeping' } });
    const parameters = { project: uid, name: 'a.txt' };
    await client.call('createAsset', { parameters, body: new Uint8Array(1000) });
    await client.call('deleteAsset', { parameters });
    const bytes = async () =>
      Object.fromEntries((await client.call('readStorage')).areas.map((area) => [area.name, area.bytes]));
    expect(await bytes()).toMatchObject({ media: 0, trash: 1000 });
    // Wait more than an hour, because the row of a younger blob may still be unwritten, so the sweep keeps the blob.
    now += 2 * 3600 * 1000;
    await client.call('emptyTrash', { parameters: { project: uid } });
    const blobs = () => readdir(join(own.workspace, 'blobs'), { recursive: true, withFileTypes: true });
    await waitUntil(async () => (await blobs()).every((entry) => !entry.isFile()));
    expect(await bytes()).toMatchObject({ media: 0, trash: 0 });
  });
});
