import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy that counts the bytes that clients send. */
export interface CountingProxy extends AsyncDisposable {
  readonly url: string;
  /** The bytes so far, with the headers of requests. */
  readonly sentBytes: () => number;
}

export async function countingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let sent = 0;
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on('error', () => {
        client.destroy();
        service.destroy();
      });
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (data) => {
      sent += data.length;
    });
    client.pipe(service);
    service.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sentBytes: () => sent,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
