import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { FILM, fetchingInto, giveFilm } from './testing/fetching.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

const DIGEST = createHash('sha256').update(FILM).digest('hex');
const { fetching, errorOf, filesLeft } = fetchingInto(() => folder.path);

describe('fetching a remote source', () => {
  test('stores the bytes by digest and reports the progress', async () => {
    await using server = await loopbackServer(giveFilm);
    const reports: [number, number | null][] = [];
    const result = await fetching(`${server.url}/film.mp4#t=3`, { onProgress: (...report) => reports.push(report) });
    if (!result.ok) throw new Error(inEnglish(result.error.says));
    expect(result.value.sha256).toBe(DIGEST);
    expect(await readFile(result.value.path)).toEqual(FILM);
    expect(reports.at(-1)).toEqual([FILM.length, FILM.length]);
    expect(await filesLeft()).toEqual([DIGEST]);
    expect(server.requests[0]?.url).toBe('/film.mp4');
    expect(server.requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  test.each([
    ['an ETag', { etag: '"v1"' }, 'if-none-match', '"v1"'],
    [
      'a date',
      { 'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT' },
      'if-modified-since',
      'Wed, 21 Oct 2015 07:28:00 GMT',
    ],
  ])('revalidates the copy by %s without another download', async (_, validator, header, value) => {
    await using server = await loopbackServer((request, response) => {
      if (request.headers[header] === value) response.writeHead(304).end();
      else response.writeHead(200, validator).end(FILM);
    });
    const first = await fetching(server.url);
    const second = await fetching(server.url);
    expect(second.ok && second.value.sha256).toBe(first.ok && first.value.sha256);
    expect(await readFile(second.ok ? second.value.path : '')).toEqual(FILM);
    expect(server.requests[0]?.headers[header]).toBeUndefined();
    expect(server.requests[1]?.headers[header]).toBe(value);
  });

  test('downloads a copy again if its file is incomplete', async () => {
    await using server = await loopbackServer((request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"' }).end(FILM);
    });
    await fetching(server.url);
    await writeFile(join(folder.path, 'sources', 'bytes', DIGEST), FILM.subarray(1));
    const result = await fetching(server.url);
    expect(await readFile(result.ok ? result.value.path : '')).toEqual(FILM);
  });

  test('stores no plain address', async () => {
    await using server = await loopbackServer(giveFilm);
    await fetching(`${server.url}/film.mp4?signature=hunter2`);
    const [entry = ''] = await readdir(join(folder.path, 'sources', 'addresses'));
    expect(entry + (await readFile(join(folder.path, 'sources', 'addresses', entry), 'utf8'))).not.toMatch(
      /hunter2|127\.0\.0\.1/,
    );
    const failed = await errorOf('http://10.0.0.1/film.mp4?signature=hunter2');
    expect(failed?.message).toContain('“http://10.0.0.1/film.mp4?…” leads to 10.0.0.1');
  });

  test('follows redirects', async () => {
    await using server = await loopbackServer((request, response) => {
      if (request.url === '/film.mp4') giveFilm(request, response);
      else response.writeHead(302, { location: '/film.mp4' }).end();
    });
    expect(await fetching(`${server.url}/short`)).toMatchObject({ ok: true, value: { sha256: DIGEST } });
  });
});

describe('headers of an answer', () => {
  test.each(['', ' ', 'none', 'utf-8', 'aws-chunked', 'Identity', 'identity, identity', 'binary'])(
    'accept a body with the coding: %j',
    async (encoding) => {
      await using server = await loopbackServer((_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(FILM);
      });
      expect(await fetching(server.url)).toMatchObject({ ok: true, value: { sha256: DIGEST } });
    },
  );

  test.each(['gzip', 'X-GZip', 'aws-chunked, br', 'identity,zstd', 'deflate'])(
    'refuse a body with a coding: %s',
    async (encoding) => {
      await using server = await loopbackServer((_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(FILM);
      });
      expect((await errorOf(server.url))?.message).toContain('was sent compressed');
    },
  );

  test.each([
    ['raw UTF-8', Buffer.from('/größe.mp4').toString('latin1'), '/gr%C3%B6%C3%9Fe.mp4'],
    ['raw Latin-1', '/gr\xf6sse.mp4', '/gr%C3%B6sse.mp4'],
    ['spaces', ' /a film.mp4 ', '/a%20film.mp4'],
    ['a relative address with a fragment', 'b.mp4#part', '/short/b.mp4'],
    ['a query', '?b=ü&c=%20', '/short/film?b=%C3%BC&c=%20'],
  ])('redirect the download to an address with %s', async (_, location, path) => {
    await using server = await loopbackServer((request, response) => {
      if (request.url === '/short/film') response.writeHead(302, { location }).end();
      else giveFilm(request, response);
    });
    expect(await fetching(`${server.url}/short/film`)).toMatchObject({ ok: true });
    expect(server.requests.map(({ url }) => url)).toEqual(['/short/film', path]);
  });
});

describe('a failed download', () => {
  test.each([500, 502, 503, 429])('is retried after status %i', async (status) => {
    let asked = 0;
    await using server = await loopbackServer((request, response) => {
      asked += 1;
      if (asked < 4) response.writeHead(status).end();
      else giveFilm(request, response);
    });
    expect(await fetching(server.url)).toMatchObject({ ok: true });
    expect(asked).toBe(4);
  });

  test('is retried after a broken connection', async () => {
    let asked = 0;
    await using server = await loopbackServer((request, response) => {
      asked += 1;
      if (asked > 1) return giveFilm(request, response);
      response.writeHead(200, { 'content-length': FILM.length });
      response.write(FILM.subarray(0, 100_000), () => response.destroy());
    });
    expect(await fetching(server.url)).toMatchObject({ ok: true, value: { sha256: DIGEST } });
    expect(await filesLeft()).toEqual([DIGEST]);
  });

  test('is retried at most three times', async () => {
    await using server = await loopbackServer((_, response) => response.writeHead(503).end());
    expect(await errorOf(`${server.url}/a.mp4`)).toEqual({
      code: 'source/fetch-failed',
      message: `“${server.url}/a.mp4” answered 503 Service Unavailable.`,
    });
    expect(server.requests.length).toBe(4);
  });

  test.each([
    [404, 'source/not-found'],
    [410, 'source/not-found'],
    [403, 'source/fetch-failed'],
    [400, 'source/fetch-failed'],
    [206, 'source/fetch-failed'],
    [304, 'source/fetch-failed'],
  ])('is not retried after %i, which is %s', async (status, code) => {
    await using server = await loopbackServer((_, response) => response.writeHead(status).end());
    expect(await errorOf(server.url)).toMatchObject({ code });
    expect(server.requests.length).toBe(1);
  });
});
