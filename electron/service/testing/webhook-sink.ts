import type { ServerResponse } from 'node:http';
import { loopbackServer } from './loopback-server.ts';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookSink extends AsyncDisposable {
  /** The address, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly port: number;
  /** The received notifications, in order. */
  readonly received: readonly ReceivedWebhook[];
  /** Answers a notification; the default is 204. An empty function leaves the request open. */
  answer: (webhook: ReceivedWebhook, response: ServerResponse) => void;
}

/** Starts a receiver of notifications with configurable answers. It stops at the end of the scope. */
export async function webhookSink(): Promise<WebhookSink> {
  const received: ReceivedWebhook[] = [];
  const server = await loopbackServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const webhook = { path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() };
      received.push(webhook);
      sink.answer(webhook, response);
    });
  });
  const sink: WebhookSink = {
    url: server.url,
    port: server.port,
    received,
    answer: (_webhook, response) => void response.writeHead(204).end(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return sink;
}

export function answering(status: number, headers: Readonly<Record<string, string>> = {}): WebhookSink['answer'] {
  return (_webhook, response) => void response.writeHead(status, headers).end('x');
}
