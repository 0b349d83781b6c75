import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { ServiceError } from '../errors/service-error.ts';
import type { StoredKey } from './agent-settings.ts';
import { type Caller, createMcpServer, type McpOptions } from './mcp-server.ts';
import { NO_FOLDERS } from './tool-context.ts';

/** The maximum size of a body in bytes, and the number of open answers of a key. */
const MAX_BODY = 6 * 2 ** 20;
const MAX_STREAMS = 16;

/** The endpoint `/mcp`. */
export interface McpEndpoint {
  /** Returns the key with this secret if it is in force; null otherwise. */
  readonly keyOf: (secret: string) => StoredKey | null;
  /** Whether the tools are available over HTTP now. */
  readonly isOn: () => boolean;
  /** Reads the body of a request. Throws `request/too-large`. */
  readonly readBody: (request: IncomingMessage) => Promise<Uint8Array<ArrayBuffer>>;
  /** Answers a request of a key. Writes the whole answer. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    key: StoredKey,
    body: Uint8Array<ArrayBuffer>,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createMcpEndpoint(options: McpOptions, access: Pick<McpEndpoint, 'keyOf' | 'isOn'>): McpEndpoint {
  const streams = new Map<string, number>();
  const handler: McpHttpHandler = createMcpHandler(
    (context) => {
      const key = context.authInfo?.extra?.['key'] as StoredKey;
      const caller: Caller = { keyFor: () => Promise.resolve(key), folders: NO_FOLDERS };
      return createMcpServer(caller, context, options);
    },
    { maxRequestBodySize: MAX_BODY },
  );
  return {
    ...access,
    readBody,
    answer: async (request, response, key, body) => {
      const open = streams.get(key.id) ?? 0;
      if (open >= MAX_STREAMS) {
        response.writeHead(429, { 'retry-after': '1' }).end();
        return;
      }
      streams.set(key.id, open + 1);
      try {
        await send(await handler.fetch(webRequest(request, response, body), authOf(key)), response);
      } catch (error) {
        // The client has disconnected, or the handler failed: the answer cannot be completed.
        response.destroy();
        if (!request.destroyed && !response.destroyed) options.gate.onFailure(error);
      } finally {
        streams.set(key.id, Math.max(0, (streams.get(key.id) ?? 1) - 1));
      }
    },
    close: () => handler.close(),
  };
}

function authOf(key: StoredKey) {
  // The secret is not passed on.
  return { authInfo: { token: key.id, clientId: key.name, scopes: [...key.scopes], extra: { key } } };
}

async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ServiceError('request/too-large', `A request has at most ${MAX_BODY / 2 ** 20} MiB.`);
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Returns the request in the form of the web. Its signal aborts when the client closes the answer. */
function webRequest(request: IncomingMessage, response: ServerResponse, body: Uint8Array<ArrayBuffer>): Request {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (name !== 'authorization' && value !== undefined)
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return new Request(`http://localhost${request.url ?? '/mcp'}`, {
    method: 'POST',
    headers,
    body,
    signal: gone.signal,
  });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, { ...headers, 'x-accel-buffering': 'no', 'cache-control': 'no-store' });
  const reader = answer.body?.getReader();
  try {
    for (;;) {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done || response.destroyed) break;
      // A client that does not read stops the stream here.
      if (!response.write(chunk.value)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
    response.end();
  }
}
