import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { basicCredentials, type Credentials } from '#shared/contract/basic-credentials.ts';

/** The address and the credentials of the service. */
export interface ServiceAccess {
  /** The address, such as `http://127.0.0.1:7420`. */
  readonly url: string;
  readonly credentials: Credentials;
}

/** The hop-by-hop headers (RFC 9110, 7.6.1), and headers that the page must not set. */
const NOT_FORWARDED = new Set([
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'proxy-connection',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/**
 * Forwards a request of the page to the service with the credentials, which the page does not have. Returns the answer.
 * Bodies stream in both directions at the speed of the slower side. If one side disconnects, the other side also ends.
 * Throws the system's error if the service cannot be reached.
 *
 * `fetch` is not used, because it gives up if an answer takes five minutes to begin.
 */
export async function forward(request: Request, { url, credentials }: ServiceAccess): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const outgoing = httpRequest(new URL(url), {
    agent,
    method: request.method,
    path: `${pathname}${search}`,
    headers: { ...headersOf(request), authorization: basicCredentials(credentials) },
  });
  const stop = (): void => {
    outgoing.destroy();
  };
  request.signal.addEventListener('abort', stop, { once: true });
  const answered = Promise.withResolvers<IncomingMessage>();
  outgoing.once('response', answered.resolve);
  outgoing.once('error', answered.reject);
  // The body can break off after the answer has arrived. Without this listener, that error would be uncaught.
  outgoing.on('error', () => undefined);
  send(request, outgoing);
  const incoming = await answered.promise;
  incoming.once('close', () => request.signal.removeEventListener('abort', stop));
  return answerOf(incoming, request.method);
}

function send(request: Request, outgoing: ReturnType<typeof httpRequest>): void {
  if (request.body === null) {
    outgoing.end();
    return;
  }
  // The platform and Node declare different types for the same web stream.
  const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]);
  // Ignore the error: the pipeline destroys the request, which reports the error.
  pipeline(body, outgoing).catch(() => undefined);
}

function headersOf(request: Request): Record<string, string> {
  const length = request.headers.get('content-length');
  const forwarded = [...request.headers].filter(([name]) => !NOT_FORWARDED.has(name) && !name.startsWith('sec-'));
  return {
    ...Object.fromEntries(forwarded),
    // Without the length, the body would be chunked, and the service could not refuse it in advance.
    ...(length !== null && request.body !== null && { 'content-length': length }),
  };
}

const BODYLESS: readonly number[] = [204, 205, 304];

function answerOf(incoming: IncomingMessage, method: string): Response {
  const status = incoming.statusCode ?? 502;
  const headers = new Headers();
  const raw = incoming.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = raw.slice(index, index + 2);
    if (!['connection', 'keep-alive', 'transfer-encoding', 'set-cookie'].includes(name.toLowerCase()))
      headers.append(name, value);
  }
  if (method === 'HEAD' || BODYLESS.includes(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, { status, headers });
}
