import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchingInto, giveFilm, local } from '#service/sources/testing/fetching.ts';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

const { fetching, errorOf } = fetchingInto(() => folder.path);

describe('fetching a source from a forbidden address', { tags: ['promise:F34'] }, () => {
  test('opens no connection to a private address', async () => {
    await using server = await loopbackServer(giveFilm);
    const strict = { ...local, allowLoopback: false };
    expect(await errorOf(server.url, { policy: strict })).toMatchObject({ code: 'source/refused' });
    expect(server.requests).toEqual([]);
  });

  test('refuses a redirect to a private address', async () => {
    await using server = await loopbackServer((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    );
    expect(await errorOf(server.url)).toMatchObject({
      code: 'source/refused',
      message: expect.stringContaining('169.254.169.254'),
    });
    expect(server.requests.length).toBe(1);
  });

  test('refuses a redirect from the internet to this machine', async () => {
    await using server = await loopbackServer((request, response) => {
      if (request.headers.host?.startsWith('elsewhere'))
        response.writeHead(302, { location: `http://127.0.0.1:${server.port}/` }).end();
      else giveFilm(request, response);
    });
    // The allowed host represents a host on the internet. It resolves to 127.0.0.1 and to a public address.
    const policy = {
      ...local,
      allowHosts: new Set(['elsewhere.test']),
      resolve: async () => ['127.0.0.1', '192.0.2.1'].map((address) => ({ address, family: 4 })),
    };
    expect(await errorOf(`http://elsewhere.test:${server.port}/`, { policy })).toMatchObject({
      code: 'source/refused',
    });
    expect(server.requests.length).toBe(1);
  });

  test('a confined download follows redirects only on its host', async () => {
    await using server = await loopbackServer((request, response) => {
      const targets: Readonly<Record<string, string>> = {
        '/same': '/film',
        '/other': `http://localhost:${server.port}/film?q=secret`,
        '/port': `http://127.0.0.1:${server.port - 1}/film?q=secret`,
      };
      const target = targets[request.url ?? ''];
      if (target === undefined) giveFilm(request, response);
      else response.writeHead(302, { location: target }).end();
    });
    const policy = { ...local, isConfined: true };
    expect(await fetching(`${server.url}/same`, { policy })).toMatchObject({ ok: true });
    const count = server.requests.length;
    const host = `127.0.0.1:${server.port}`;
    const detail = `Add the file to the project instead. ${host} redirects to localhost:${server.port}.`;
    await expect(fetching(`${server.url}/other`, { policy })).rejects.toMatchObject({
      code: 'agents/address',
      message: expect.stringContaining(detail),
    });
    await expect(fetching(`${server.url}/port`, { policy })).rejects.toMatchObject({ code: 'agents/address' });
    expect(server.requests.length).toBe(count + 2);
    expect(await fetching(`${server.url}/other`, { policy: local })).toMatchObject({ ok: true });
  });

  test('connects to the checked address of a name', async () => {
    await using server = await loopbackServer(giveFilm);
    const answers = ['127.0.0.1', '10.9.9.9'];
    const policy = { ...local, resolve: async () => [{ address: answers.shift() ?? '10.9.9.9', family: 4 }] };
    expect(await fetching(`http://flipping.test:${server.port}/`, { policy })).toMatchObject({ ok: true });
    expect(answers).toEqual(['10.9.9.9']);
    expect(server.requests[0]?.headers.host).toBe(`flipping.test:${server.port}`);
  });

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/a', 'gopher://127.0.0.1/', '//nowhere'])(
    'refuses a redirect to %s',
    async (location) => {
      await using server = await loopbackServer((_, response) => response.writeHead(301, { location }).end());
      const policy = { ...local, resolve: async () => [{ address: '10.0.0.1', family: 4 }] };
      expect(await errorOf(server.url, { policy })).toMatchObject({
        code: 'source/refused',
        message: expect.stringContaining(
          location.startsWith('//') ? '10.0.0.1' : 'redirects to an address that isn’t http',
        ),
      });
    },
  );

  test('refuses an endless chain of redirects', async () => {
    await using server = await loopbackServer((request, response) =>
      response.writeHead(302, { location: `${request.url}x` }).end(),
    );
    expect((await errorOf(server.url, { limits: { retries: 0 } }))?.message).toContain('redirects more than 5 times');
    expect(server.requests.length).toBe(6);
  });
});
