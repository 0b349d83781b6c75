import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { basicCredentials, type Credentials } from '#shared/contract/basic-credentials.ts';

/** Where the service is, and what it wants to be shown. */
export interface ServiceAccess {
  /** Such as `http://127.0.0.1:7420`. */
  readonly url: string;
  readonly credentials: Credentials;
}

/** What belongs to one connection (RFC 9110, 7.6.1), or is not for the page to say. */
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
 * Passes a request of the page on to the service, with the credentials that the page does not have, and its answer
 * back. Bodies stream both ways, as fast as the slower side takes them; who goes away ends the other side. Throws the
 * system's error where the service cannot be reached.
 *
 * Not `fetch`, which gives up on an answer that takes five minutes to begin.
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
  // The body may break off after the answer came, and then `error` has nobody else to go to.
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
  // The platform's and Node's types of the same web stream are not each other's.
  const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]);
  // What breaks is told by the request itself: it is destroyed with the pipeline.
  pipeline(body, outgoing).catch(() => undefined);
}

function headersOf(request: Request): Record<string, string> {
  const length = request.headers.get('content-length');
  const kept = [...request.headers].filter(([name]) => !NOT_FORWARDED.has(name) && !name.startsWith('sec-'));
  return {
    ...Object.fromEntries(kept),
    // Without it the body would go in pieces, and the service could not refuse it beforehand.
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
