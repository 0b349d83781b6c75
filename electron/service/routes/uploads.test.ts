import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectProblem } from '#service/testing/expect-problem.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';

const DAY = 24 * 60 * 60 * 1000;

let now = Date.parse('2026-01-01T00:00:00Z');
let service: TestService;
let project: string;
beforeAll(async () => {
  service = await openService({ clock: () => now });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await service.createProject('uploads');
});

const start = (chunks: number, size: number, name = 'film.txt') =>
  service.client.call('startUpload', {
    parameters: { project },
    query: { chunk_count: chunks, chunk_size: size, name },
  });
const write = (upload: string, id: number | string, body: string, headers: Record<string, string> = {}) =>
  service.fetch(`/chunked/videos/${project}/${upload}/chunks?chunk_id=${id}`, { method: 'POST', body, headers });
const finish = (upload: string) => service.fetch(`/chunked/videos/${project}/${upload}/finished`, { method: 'POST' });
const sha256 = (text: string, encoding: 'hex' | 'base64') => createHash('sha256').update(text).digest(encoding);

describe('an upload in chunks', () => {
  it('takes chunks in forms', async () => {
    const { id } = await start(2, 4);
    const send = (chunk: number, text: string) => {
      const form = new FormData();
      form.set('chunkNumber', String(chunk));
      form.set('file', new File([text], 'blob', { type: 'application/octet-stream' }));
      const path = `/chunked/videos/${project}/${id}/chunks?chunk_id=${chunk}`;
      return service.fetch(path, { method: 'POST', body: form });
    };
    await expectProblem(send(1, 'aaaaa'), 400, 'upload/chunk-size');
    expect(await (await send(1, 'aaaa')).json()).toEqual({ chunk_id: 1, size: 4, sha256: sha256('aaaa', 'hex') });
    expect(await (await send(2, 'b')).json()).toMatchObject({ size: 1 });
    expect((await finish(id)).status).toBe(201);
    expect(await service.readText(`/v1/data/${project}/film.txt`)).toBe('aaaab');
  });

  it('is required for parts of a file: PUT refuses Content-Range', async () => {
    const put = (body: string, headers: Record<string, string> = {}) =>
      service.fetch(`/v1/data/${project}/film.txt`, { method: 'PUT', body, headers });
    expect((await put('whole')).status).toBe(201);
    await expectProblem(put('who', { 'content-range': 'bytes 0-2/5' }), 400, 'request/invalid');
    expect(await service.readText(`/v1/data/${project}/film.txt`)).toBe('whole');
  });

  it.each([0, 1])('becomes the asset for any order of chunks: ids from %i', async (first) => {
    const { id, ...started } = await start(3, 4, 'Größe.txt');
    expect(started).toMatchObject({ upload_id: id, name: 'Größe.txt', chunk_count: 3, chunk_size: 4, received: [] });
    await Promise.all([write(id, first + 2, 'cc'), write(id, first, 'aaaa')]);
    const again = await write(id, first, 'aaaa', { 'content-digest': `sha-256=:${sha256('aaaa', 'base64')}:` });
    expect(await again.json()).toEqual({ chunk_id: first, size: 4, sha256: sha256('aaaa', 'hex') });

    const early = await finish(id);
    expect([early.status, await early.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'upload/incomplete', missing: [first + 1] }),
    ]);
    const state = await service.client.call('readUpload', { parameters: { project, upload: id } });
    expect(state).toMatchObject({ missing: [first + 1], bytes_received: 6 });
    expect(state.received.map(({ chunk_id }) => chunk_id)).toEqual([first, first + 2]);
    const open = await service.client.call('listUploads', { parameters: { project } });
    expect(open.uploads).toEqual([state]);

    await write(id, first + 1, 'bbbb');
    const finished = await finish(id);
    const asset = await finished.json();
    expect([finished.status, asset]).toEqual([
      201,
      expect.objectContaining({ 'Resource-Name': 'Größe.txt', size: 10 }),
    ]);
    expect(await (await finish(id)).json()).toMatchObject({ 'Resource-Name': 'Größe.txt', size: 10 });
    expect(await service.readText(`/v1/data/${project}/Gr%C3%B6%C3%9Fe.txt`)).toBe('aaaabbbbcc');
    await expectProblem(write(id, first, 'aaaa'), 409, 'upload/finished');
  });

  it('refuses unknown chunks, wrong sizes, and wrong digests', async () => {
    const { id } = await start(2, 4);
    await expectProblem(write(id, 3, 'aaaa'), 400, 'upload/chunk-id');
    await expectProblem(write(id, 100_001, 'aaaa'), 400, 'request/invalid');
    await expectProblem(write(id, '', 'aaaa'), 400, 'request/invalid');
    await expectProblem(write(id, 1, 'aaaaa'), 400, 'upload/chunk-size');
    const wrong = { 'content-digest': `sha-256=:${sha256('bbbb', 'base64')}:` };
    await expectProblem(write(id, 1, 'aaaa', wrong), 422, 'upload/digest');
    await expectProblem(write(id, 1, 'aaaa', { 'content-encoding': 'gzip' }), 415, 'request/encoding');
    const state = await service.client.call('readUpload', { parameters: { project, upload: id } });
    expect(state.received).toEqual([]);
  });

  it('is unknown after it was abandoned', async () => {
    const { id } = await start(1, 4);
    const abandoned = await service.client.call('abandonUpload', { parameters: { project, upload: id } });
    expect(abandoned).toEqual({ deleted: [id] });
    await expectProblem(write(id, 1, 'aaaa'), 404, 'upload/not-found');
    await expectProblem(finish('never'), 404, 'upload/not-found');
  });

  it('expires after seven days without chunks', async () => {
    const { id, expires_at } = await start(1, 4);
    expect(expires_at).toBe(new Date(now + 7 * DAY).toISOString());
    now += 7 * DAY + 1;
    await expectProblem(write(id, 1, 'aaaa'), 410, 'upload/expired');
    await expectProblem(finish(id), 410, 'upload/expired');
  });

  it.each([
    'chunk_count=0&chunk_size=1&name=a',
    'chunk_count=100001&chunk_size=1&name=a',
    'chunk_count=1&chunk_size=1073741825&name=a',
    'chunk_count=1&chunk_size=&name=a',
    'chunk_count=1&chunk_size=1',
    'chunk_count=1&chunk_size=1&name=%2e%2e',
    'chunk_count=1&chunk_size=1&name=a%2Fb',
    'chunk_count=1&chunk_size=1&name=a%252Fb',
  ])('is not started with %s', async (query) => {
    const answer = await service.fetch(`/chunked/videos/${project}?${query}`, { method: 'POST' });
    expect(answer.status).toBe(400);
  });

  it('is refused in a missing project', async () => {
    for (const [path, method] of [
      ['/chunked/videos/nowhere?chunk_count=1&chunk_size=1&name=a', 'POST'],
      ['/chunked/videos/nowhere', 'GET'],
      ['/chunked/videos/nowhere/u', 'GET'],
      ['/chunked/videos/nowhere/u', 'DELETE'],
      ['/chunked/videos/nowhere/u/finished', 'POST'],
    ] as const) {
      await expectProblem(service.fetch(path, { method }), 404, 'project/not-found');
    }
  });
});
