import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import type { Handlers } from '#service/http/handler.ts';
import { openServer } from '#service/http/testing/open-server.ts';
import { rawConnection, rawRequest, requestHead } from '#service/http/testing/raw-request.ts';
import { waitUntil } from '#service/testing/wait-until.ts';

/** Handlers that refuse each request after its body is read. */
const refusing: Partial<Handlers> = {
  renderFrame: () => Promise.reject(new ServiceError('template/invalid')),
  measureLoudness: () => Promise.reject(new ServiceError('template/invalid')),
};
const handlers: Partial<Handlers> = {
  listProjects: () => ({ status: 200, json: { Projects: [], projects: [] } }),
  createProject: ({ parameters }) => ({ status: 201, json: { 'Project-UID': 'u', uid: 'u', name: parameters.name } }),
  listTemplates: () => {
    throw new Error('a mistake');
  },
  listRevisions: () => ({ status: 200, json: { revisions: [] } }),
  listAssets: ({ query }) => ({ status: 200, json: { assets: [], cursor: JSON.stringify(query) } }),
};

async function nameOf(port: number, segment: string): Promise<unknown> {
  const { status, body } = await rawRequest(port, [`POST /v1/project/${segment} HTTP/1.1`, 'Content-Length: 0']);
  return status === 201 ? JSON.parse(body).name : status;
}

describe('routes', () => {
  it('are exactly the paths of the contract', async () => {
    await using server = await openServer(handlers);
    for (const path of [
      '/',
      '/v1',
      '/v1/list/project/',
      '//v1/list/project',
      '/V1/list/project',
      '/v1/project/a/b',
      '/favicon.ico',
    ]) {
      expect(await (await server.fetch(path)).json()).toMatchObject({ status: 404, code: 'request/not-found' });
    }
  });

  it('name their methods in Allow', async () => {
    await using server = await openServer(handlers);
    const answer = await server.fetch('/v1/data/p/a.mp4', { method: 'PATCH' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PUT, DELETE']);
    expect((await rawRequest(server.port, ['PROPFIND /v1/list/project HTTP/1.1'])).status).toBe(405);
    for (const headers of [[], ['Content-Type: application/json']]) {
      const lines = ['QUERY /v1/list/project HTTP/1.1', 'Content-Length: 2', ...headers];
      const answer = await rawRequest(server.port, lines, '{}');
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('name unused parameters in a header', async () => {
    await using server = await openServer(handlers);
    const unused = async (path: string, method = 'GET') =>
      (await server.fetch(path, { method })).headers.get('scenewright-unused-parameters');
    expect(await unused('/v1/list/data/p?prefix=a&limit=3')).toBeNull();
    expect(await unused('/v1/list/data/p?prefx=a&limit=3&_=9&%C3%BC%2C=')).toBe('prefx, _, %C3%BC%2C');
    expect(await unused('/v1/project/p?nam=a', 'POST')).toBe('nam');
    expect(await unused('/v1/list/data/p?limit=none&prefx=a')).toBe('prefx');
  });

  it('list names in at most 8 KiB of headers', async () => {
    await using server = await openServer(refusing);
    const names = (list: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [list.repeat(40) + at, '']));
    const body = new URLSearchParams({ template: '<movie/>', ...names('ü') });
    const query = new URLSearchParams(names('ö'));
    const answer = await server.fetch(`/v1/frame/local/p?${query}`, { method: 'POST', body });
    const listed = ['parameters', 'fields'].map((of) => answer.headers.get(`scenewright-unused-${of}`) ?? '');
    for (const header of listed) {
      expect(header.split(', ')).toHaveLength(10);
      expect(3 * header.length).toBeLessThan(8192);
    }
  });

  it('name unused fields of a form in a header', async () => {
    await using server = await openServer(refusing);
    for (const call of ['frame', 'loudness']) {
      const unused = async (fields: Record<string, string>) => {
        const body = new URLSearchParams(fields);
        const answer = await server.fetch(`/v1/${call}/local/p`, { method: 'POST', body });
        return answer.headers.get('scenewright-unused-fields');
      };
      expect(await unused({ template: '<movie/>' })).toBeNull();
      expect(await unused({ template: '<movie/>', frme: '3', 'ü,': '' })).toBe('frme, %C3%BC%2C');
    }
  });

  it('report a repeated parameter and a repeated field', async () => {
    await using server = await openServer({ ...handlers, ...refusing });
    const query = await server.fetch('/v1/list/data/p?prefix=a&prefix=b');
    expect(await query.json()).toMatchObject({ issues: [{ message: '`prefix` appears more than once.' }] });
    const body = new URLSearchParams([
      ['frame', '1'],
      ['frame', '2'],
    ]);
    const form = await server.fetch('/v1/frame/local/p', { method: 'POST', body });
    expect(await form.json()).toMatchObject({ issues: [{ message: '`frame` appears more than once.' }] });
  });

  it('have status 404 for another region', async () => {
    await using server = await openServer(handlers);
    expect((await server.fetch('/v1/xml/local/p/t/revisions')).status).toBe(200);
    const other = await server.fetch('/v1/xml/eu/p/t/revisions');
    expect(await other.json()).toMatchObject({ status: 404, code: 'access/region' });
  });

  it('accept targets in absolute form', async () => {
    await using server = await openServer(handlers);
    expect((await rawRequest(server.port, ['GET http://localhost/v1/list/project HTTP/1.1'])).status).toBe(200);
  });
});

describe('names in paths', () => {
  it.each([
    ['plain', 'plain'],
    ['a%20b', 'a b'],
    ['a+b', 'a+b'],
    ['%F0%9F%8E%AC', '🎬'],
    ['100%25', '100%'],
    ['my%2520clip', 'my%20clip'],
    ['a%3Fb%23c%3Bd', 'a?b#c;d'],
    ['..', '..'],
    [`${'n'.repeat(1000)}`, 'n'.repeat(1000)],
  ])('%s is decoded once', async (segment, name) => {
    await using server = await openServer(handlers);
    expect(await nameOf(server.port, segment)).toBe(name);
  });

  it.each([
    '%',
    '%2',
    '%zz',
    '%ff',
    '%c0%ae',
    '%ed%a0%80',
    '%00',
    'a%2fb',
    'a%2Fb',
    'a%5cb',
    '%252e%252e',
    '%252fetc',
    '%25252f',
    '%25%32%65',
    'n'.repeat(1025),
  ])('%s is refused', async (segment) => {
    await using server = await openServer(handlers);
    expect(await nameOf(server.port, segment)).toBe(400);
  });
});

describe('queries', () => {
  it.each([
    'limit=0',
    'limit=',
    'limit=%201',
    'limit=1e3',
    'limit=0x1',
    'limit=1&limit=2',
    'prefix=%ff',
    '__proto__=1',
    `prefix=${'x'.repeat(1025)}`,
  ])('are refused if they are invalid: %s', async (query) => {
    await using server = await openServer(handlers);
    expect(await (await server.fetch(`/v1/list/data/p?${query}`)).json()).toMatchObject({
      code: 'request/invalid',
      status: 400,
    });
  });

  it('are decoded like forms', async () => {
    await using server = await openServer(handlers);
    const answer = await server.client.call('listAssets', {
      parameters: { project: 'p' },
      query: { prefix: 'ä +&', limit: 7 },
    });
    expect(JSON.parse(answer.cursor ?? '')).toEqual({ prefix: 'ä +&', limit: 7 });
  });
});

describe('failures', () => {
  it('hide the details of service errors and log them', async () => {
    await using server = await openServer(handlers);
    const answer = await server.fetch('/v1/list/xml/p');
    expect(await answer.json()).toEqual({
      type: 'urn:scenewright:problem:request/internal',
      title: 'Internal Server Error',
      status: 500,
      code: 'request/internal',
      detail: 'Something went wrong in the service. Its log has the details.',
    });
    await waitUntil(() => server.lines.some((line) => line.includes('a mistake')));
  });

  it('include answers that differ from the contract', async () => {
    await using server = await openServer({
      listProjects: () => ({ status: 200, json: { Projects: [], projects: [], more: 1 } }),
      createProject: () => ({ status: 200, json: {} }),
    });
    expect((await server.fetch('/v1/list/project')).status).toBe(500);
    expect((await server.fetch('/v1/project/a', { method: 'POST' })).status).toBe(500);
  });

  it.each([
    ['two lengths', ['GET / HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'], 400],
    ['a length and chunks', ['POST /v1/project/a HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked'], 400],
    ['an unknown transfer coding', ['POST /v1/project/a HTTP/1.1', 'Transfer-Encoding: gzip, chunked, x'], 400],
    ['a bare line feed in a header', ['GET / HTTP/1.1', 'A: b\nC: d\u0000'], 400],
    ['another protocol', ['GET / SPDY/9'], 400],
    ['a head that is too large', ['GET / HTTP/1.1', `X: ${'x'.repeat(20_000)}`], 431],
    ['an address that is too long', [`GET /v1/list?a=${'x'.repeat(20_000)} HTTP/1.1`], 414],
  ])('have a status for malformed requests: %s', async (_, lines, status) => {
    await using server = await openServer(handlers);
    expect((await rawRequest(server.port, lines)).status).toBe(status);
  });
});

it('an unknown expectation is ignored', async () => {
  await using server = await openServer(handlers);
  expect((await rawRequest(server.port, ['GET /v1/list/project HTTP/1.1', 'Expect: a miracle'])).status).toBe(200);
});

describe('connections', () => {
  it('without a complete request are closed with request/timeout', async () => {
    await using server = await openServer(handlers, { limits: { headersMilliseconds: 100 } });
    await using connection = await rawConnection(server.port);
    connection.send('GET / HTTP/1.1\r\nHost: loc');
    expect(await connection.untilEnd()).toContain('"code":"request/timeout"');
  });

  it('over the limit get 429 until another one closes', async () => {
    await using server = await openServer(handlers, { limits: { connections: 2 } });
    const first = await rawConnection(server.port);
    await using second = await rawConnection(server.port);
    for (const each of [first, second]) {
      each.send(requestHead(['GET /v1/list/project HTTP/1.1']));
      expect((await each.answer()).status).toBe(200);
    }
    const third = await rawRequest(server.port, ['GET /v1/list/project HTTP/1.1']);
    expect([third.status, JSON.parse(third.body).code]).toEqual([429, 'access/too-many']);
    first.socket.destroy();
    await waitUntil(async () => (await rawRequest(server.port, ['GET /v1/list/project HTTP/1.1'])).status === 200);
  });

  it('are reused, even after an unread body', async () => {
    await using server = await openServer(handlers);
    await using connection = await rawConnection(server.port);
    connection.send(`${requestHead(['POST /v1/project/a HTTP/1.1', 'Content-Length: 4'])}{}\r\n`);
    expect((await connection.answer()).status).toBe(201);
    connection.send(requestHead(['GET /v1/list/project HTTP/1.1']));
    expect((await connection.answer()).status).toBe(200);
  });

  it('abort the handler when they end early', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    await using server = await openServer({
      listProjects: ({ signal }) => {
        begun.resolve(signal);
        return new Promise(() => undefined);
      },
    });
    const connection = connect(server.port, '127.0.0.1');
    connection.write(requestHead(['GET /v1/list/project HTTP/1.1']));
    const running = await begun.promise;
    connection.destroy();
    await waitUntil(() => running.aborted);
  });
});

describe('events', () => {
  it('are streamed with heartbeats until the client disconnects', async () => {
    const source = new PassThrough();
    await using server = await openServer(
      { followEvents: () => ({ status: 200, events: source }) },
      { limits: { heartbeatMilliseconds: 20 } },
    );
    const going = new AbortController();
    const answer = await server.client.open('followEvents', { signal: going.signal });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (requested: string) => {
      while (!text.includes(requested)) text += (await reader?.read())?.value ?? '';
    };
    source.write('id: 1\ndata: {}\n\n');
    await until('data: {}');
    await until('data: {}\n\n:\n\n:\n\n');
    going.abort();
    if (!source.destroyed) await once(source, 'close');
  });

  it('end when the service stops', async () => {
    const server = await openServer({ followEvents: () => ({ status: 200, events: new PassThrough() }) });
    const answer = await server.client.open('followEvents');
    const text = answer.text();
    await server[Symbol.asyncDispose]();
    expect(await text).toBe(':\n\n');
  });
});

describe('the log', () => {
  it('has one line per request, without query, headers, and body', async () => {
    await using server = await openServer(handlers);
    await server.fetch('/v1/list/data/p?prefix=canary', { headers: { 'x-canary': 'canary' } });
    await server.fetch('/v1/project/a', { method: 'POST', body: 'canary' });
    await waitUntil(() => server.lines.length === 2);
    const lines = server.lines.map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ method: 'GET', path: '/v1/list/data/p', status: 200, msg: 'request' });
    expect(lines[0]).toHaveProperty('ms');
    expect(lines[0]).toHaveProperty('bytes');
    expect(server.lines.join('')).not.toContain('canary');
  });

  it('has no failure for a client that disconnects', async () => {
    const begun = Promise.withResolvers<void>();
    await using server = await openServer({
      listProjects: async ({ signal }) => {
        begun.resolve();
        await once(signal, 'abort');
        throw signal.reason;
      },
    });
    const connection = connect(server.port, '127.0.0.1');
    connection.write(requestHead(['GET /v1/list/project HTTP/1.1']));
    await begun.promise;
    connection.destroy();
    await waitUntil(() => server.lines.some((line) => line.includes('request aborted')));
    // The error handler of this request has run by the time of the next answer.
    await server.fetch('/v1');
    expect(server.lines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  });
});
