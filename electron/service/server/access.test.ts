import { describe, expect, it } from 'vitest';
import { authorization, openServer } from '#service/http/testing/open-server.ts';
import { rawConnection, rawRequest, requestHead } from '#service/http/testing/raw-request.ts';

const handlers = {
  listProjects: () => ({ status: 200, json: { Projects: [], projects: [] } }),
  replaceAsset: async () => ({ status: 200, json: {} }),
} as const;

async function statusOf(port: number, ...headers: readonly string[]): Promise<number> {
  return (await rawRequest(port, ['GET /v1/list/project HTTP/1.1', ...headers])).status;
}

describe('credentials', () => {
  it('are accepted with any case of the scheme', async () => {
    await using server = await openServer(handlers);
    expect(await statusOf(server.port)).toBe(200);
    expect(await statusOf(server.port, `Authorization: bASIC ${authorization.slice(6)}`)).toBe(200);
  });

  it.each([
    ['none', 'Authorization:'],
    ['another scheme', 'Authorization: Bearer abc'],
    ['the key alone', `Authorization: Basic ${btoa('key-of-tests')}`],
    ['a longer secret', `Authorization: Basic ${btoa('key-of-tests:secret-of-tests2')}`],
    ['no base64', 'Authorization: Basic ****'],
  ])('cause status 401 with a challenge if they are wrong: %s', async (_, header) => {
    await using server = await openServer(handlers);
    const answer = await rawRequest(server.port, ['GET /v1/list/project HTTP/1.1', header]);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'access/credentials', status: 401 });
  });

  it('cause status 401 before the body is read', { tags: ['promise:P14'] }, async () => {
    await using server = await openServer(handlers);
    await using connection = await rawConnection(server.port);
    const lines = [
      'PUT /v1/data/p/a.mp4 HTTP/1.1',
      'Authorization:',
      'Content-Length: 1000000000',
      'Expect: 100-continue',
    ];
    connection.send(requestHead(lines));
    const answer = await connection.answer();
    expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close']);
    expect(await connection.untilEnd()).toBe('');
  });

  it('are required before an unknown call is reported', async () => {
    await using server = await openServer(handlers);
    for (const path of ['/nowhere', '/v1/list/project', '/%ff', '/openapi.json']) {
      expect((await rawRequest(server.port, [`GET ${path} HTTP/1.1`, 'Authorization:'])).status).toBe(401);
    }
  });
});

describe('host names', () => {
  it.each(['localhost', 'LOCALHOST:7420', 'api-local.localhost:7420', 'xml.localhost', '127.0.0.1:1', '[::1]:7420'])(
    '%s is accepted',
    async (host) => {
      await using server = await openServer(handlers);
      expect(await statusOf(server.port, `Host: ${host}`)).toBe(200);
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '169.254.169.254',
    'localhost:x',
    'a@localhost',
  ])('%s is refused with 421', async (host) => {
    await using server = await openServer(handlers);
    expect(await statusOf(server.port, `Host: ${host}`)).toBe(421);
  });

  it('are accepted if they are configured', async () => {
    await using server = await openServer(handlers, { hostNames: ['Render.Example'] });
    expect(await statusOf(server.port, 'Host: render.example:80')).toBe(200);
  });

  it.each(['http://evil.example', 'http://evil.example:7420', 'https://evil.example', 'http://localhost@evil.example'])(
    'an absolute target is refused regardless of Host: %s',
    async (address) => {
      await using server = await openServer(handlers);
      const answer = await rawRequest(server.port, [`GET ${address}/v1/list/project HTTP/1.1`, 'Host: localhost']);
      expect(answer.status).toBe(421);
    },
  );

  it('a different Host is refused despite a valid absolute target', async () => {
    await using server = await openServer(handlers);
    const lines = ['GET http://localhost/v1/list/project HTTP/1.1', 'Host: evil.example'];
    expect((await rawRequest(server.port, lines)).status).toBe(421);
  });

  it('an answer names a missing Host header', async () => {
    await using server = await openServer(handlers);
    await using connection = await rawConnection(server.port);
    connection.send(`GET /v1/list/project HTTP/1.1\r\nAuthorization: ${authorization}\r\n\r\n`);
    const { status, body } = await connection.answer();
    expect([status, JSON.parse(body)]).toMatchObject([
      400,
      { code: 'request/invalid', detail: expect.stringContaining('no Host header') },
    ]);
  });

  it('are refused in two Host headers', async () => {
    await using server = await openServer(handlers);
    expect(await statusOf(server.port, 'Host: localhost', 'Host: localhost')).toBe(400);
  });
});

describe('pages from other origins', () => {
  it.each([
    'Origin: http://evil.example',
    'Origin: null',
    'Origin: https://localhost',
    'Origin: http://localhost:3000',
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Site: same-site',
  ])('are refused: %s', async (header) => {
    await using server = await openServer(handlers);
    expect(await statusOf(server.port, header)).toBe(403);
  });

  it("are refused, unlike the service's own page", async () => {
    await using server = await openServer(handlers);
    expect(await statusOf(server.port, 'Origin: http://localhost', 'Sec-Fetch-Site: same-origin')).toBe(200);
  });

  it('get no CORS headers', async () => {
    await using server = await openServer(handlers);
    const answers = await Promise.all(
      ['GET', 'OPTIONS'].map((method) =>
        rawRequest(server.port, [`${method} /v1/list/project HTTP/1.1`, 'Origin: http://localhost']),
      ),
    );
    for (const { headers } of answers) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
