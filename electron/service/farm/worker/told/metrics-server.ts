import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Metrics are asked for on this machine only. */
const HOST = '127.0.0.1';
/** Its whole head fits, and nobody keeps a connection busy with one. */
const HEAD_BYTES = 8192;
const HEAD_MILLISECONDS = 5000;

export interface MetricsServer {
  readonly port: number;
  close(): void;
}

export interface MetricsServerOptions {
  /** 0 for any that is free. */
  readonly port: number;
  readonly metrics: () => Promise<{ readonly text: string; readonly contentType: string }>;
  /** Why it takes no orders, in a word or two; null while it does. */
  readonly idleBecause: () => string | null;
}

/** Answers `GET /metrics` and `GET /healthz` on loopback. Rejects as `listen` does, such as with `EADDRINUSE`. */
export async function openMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer(
    { maxHeaderSize: HEAD_BYTES, headersTimeout: HEAD_MILLISECONDS, requestTimeout: HEAD_MILLISECONDS },
    (request, response) => {
      const send = (status: number, contentType: string, text: string): void => {
        response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' });
        response.end(request.method === 'HEAD' ? undefined : text);
      };
      const plain = (status: number, text: string): void => send(status, 'text/plain; charset=utf-8', `${text}\n`);
      if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'only GET');
      switch (request.url?.split('?', 1)[0]) {
        case '/metrics':
          options.metrics().then(
            ({ text, contentType }) => send(200, contentType, text),
            () => plain(500, 'the metrics cannot be read'),
          );
          return;
        case '/healthz': {
          const reason = options.idleBecause();
          return reason === null ? plain(200, 'ok') : plain(503, reason);
        }
        default:
          return plain(404, 'there are /metrics and /healthz');
      }
    },
  );
  await listening(server, options.port);
  // It keeps no process alive by itself.
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
}
