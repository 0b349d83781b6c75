import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { cuttingProxy } from './cutting-proxy.ts';
import { waitUntil } from './wait-until.ts';

/** Starts a server that returns its input and records it. */
async function echo(): Promise<AsyncDisposable & { readonly port: number; readonly heard: () => string }> {
  let heard = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard += String(bytes);
      socket.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => heard,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Connects a client. Records its input, and the reason why its connection ended, which is null while the connection is
 * open.
 */
function client(port: number) {
  const socket = connect({ host: '127.0.0.1', port });
  const state = { read: '', ended: null as string | null };
  socket.on('data', (bytes) => {
    state.read += String(bytes);
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    state.ended ??= error.code ?? error.message;
  });
  socket.on('close', () => {
    state.ended ??= 'closed';
  });
  return { state, say: (text: string) => socket.write(text), [Symbol.dispose]: () => socket.destroy() };
}

test('the proxy passes data in both directions until it is cut', async () => {
  await using server = await echo();
  await using proxy = await cuttingProxy(server.port);
  using first = client(proxy.port);
  first.say('one ');
  await waitUntil(() => first.state.read === 'one ');
  proxy.cut();
  await waitUntil(() => first.state.ended === 'ECONNRESET');
  using refused = client(proxy.port);
  await waitUntil(() => refused.state.ended === 'ECONNRESET');
  proxy.restore();
  using second = client(proxy.port);
  second.say('two');
  await waitUntil(() => second.state.read === 'two');
  expect(server.heard()).toBe('one two');
  expect(proxy.accepted).toBe(3);
});

test('a silent connection passes nothing until it is restored', async () => {
  await using server = await echo();
  await using proxy = await cuttingProxy(server.port);
  using talker = client(proxy.port);
  talker.say('a');
  await waitUntil(() => talker.state.read === 'a');
  proxy.silence();
  talker.say('b');
  using late = client(proxy.port);
  late.say('c');
  await waitUntil(() => proxy.open === 2);
  // A second connection shows that enough time has passed for the data to arrive.
  using direct = client(server.port);
  direct.say('d');
  await waitUntil(() => direct.state.read === 'd');
  expect(server.heard()).toBe('ad');
  expect([talker.state.ended, late.state.ended]).toEqual([null, null]);
  proxy.restore();
  await waitUntil(() => talker.state.read === 'ab' && late.state.read === 'c');
});

test('a reset closes open connections, and a delay postpones each chunk', async () => {
  await using server = await echo();
  await using proxy = await cuttingProxy(server.port);
  using first = client(proxy.port);
  first.say('1');
  await waitUntil(() => first.state.read === '1');
  proxy.reset();
  await waitUntil(() => first.state.ended === 'ECONNRESET');
  using second = client(proxy.port);
  proxy.delay(150);
  const saidAt = performance.now();
  second.say('2');
  await waitUntil(() => second.state.read === '2');
  // The delay applies in both directions.
  expect(performance.now() - saidAt).toBeGreaterThan(280);
});
