import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { FILM, fetchingInto } from './testing/fetching.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

const { fetching, errorOf, filesLeft } = fetchingInto(() => folder.path);

describe('the limits of a download', () => {
  test.each([true, false])('refuse a file that is too large (length announced: %s)', async (isAnnounced) => {
    await using server = await loopbackServer((_, response) =>
      response.writeHead(200, isAnnounced ? { 'content-length': FILM.length } : {}).end(FILM),
    );
    expect((await errorOf(server.url, { limits: { bytes: 100_000 } }))?.message).toContain(
      'is larger than 100000 bytes',
    );
    expect(await filesLeft()).toEqual([]);
  });

  test('end a download without any byte', async () => {
    await using server = await loopbackServer(() => undefined);
    const error = await errorOf(server.url, { limits: { idleMilliseconds: 100, retries: 0 } });
    expect(error?.message).toContain('didn’t answer within 0.1 s');
  });

  test('end a download that stops in the middle', async () => {
    await using server = await loopbackServer((_, response) => {
      response.writeHead(200, { 'content-length': FILM.length });
      response.write(FILM.subarray(0, 1000));
    });
    const error = await errorOf(server.url, { limits: { idleMilliseconds: 100, retries: 0 } });
    expect(error?.message).toContain('didn’t answer within 0.1 s');
    expect(await filesLeft()).toEqual([]);
  });

  test('end a slow download at the total limit', async () => {
    await using server = await loopbackServer((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(drip));
    });
    const error = await errorOf(server.url, { limits: { totalMilliseconds: 300 } });
    expect(error?.message).toContain('took longer than');
    expect(await filesLeft()).toEqual([]);
  });

  test('end a connection without an answer', async () => {
    // The server does not answer the TLS handshake. A full backlog would have the same effect, but is harder to
    // produce.
    await using listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    const port = typeof address === 'object' ? address?.port : null;
    const sockets: { destroy(): void }[] = [];
    listener.on('connection', (socket) => sockets.push(socket));
    const error = await errorOf(`https://127.0.0.1:${port}/`, { limits: { connectMilliseconds: 100, retries: 0 } });
    expect(error?.code).toBe('source/fetch-failed');
    for (const socket of sockets) socket.destroy();
  });

  test('refuse a compressed answer that was not requested', async () => {
    await using server = await loopbackServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(FILM),
    );
    expect((await errorOf(server.url))?.message).toContain('was sent compressed (gzip)');
  });
});

describe('a canceled download', () => {
  test('leaves no file if a part has arrived', async () => {
    const controller = new AbortController();
    await using server = await loopbackServer((_, response) => {
      response.writeHead(200, { 'content-length': FILM.length });
      response.write(FILM.subarray(0, 100_000));
    });
    const reason = new Error('cancelled by a person');
    const running = fetching(server.url, { signal: controller.signal, onProgress: () => controller.abort(reason) });
    await expect(running).rejects.toBe(reason);
    expect(await filesLeft()).toEqual([]);
  });

  test('ends a pause before a retry', async () => {
    const controller = new AbortController();
    await using server = await loopbackServer((_, response) => response.writeHead(503, { 'retry-after': '20' }).end());
    const running = fetching(server.url, { signal: controller.signal });
    await waitUntil(() => server.requests.length === 1);
    controller.abort();
    await expect(running).rejects.toThrow('aborted');
  });
});
