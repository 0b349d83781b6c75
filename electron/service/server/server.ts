import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import { callNames, callOf } from '#shared/contract/contract.ts';
import { errorCodes } from '#shared/contract/shapes/error-codes.ts';
import { addEditorRoutes, type EditorHost, LINK_CHALLENGE } from '../editor-host/editor-routes.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type AnswerOptions, endWhenStalled } from '../http/answers.ts';
import { type CallRunner, callRoute, contractValidator, methodsFor } from '../http/call-route.ts';
import type { Handlers } from '../http/handler.ts';
import { problemOf, serviceErrorOf } from '../http/problems.ts';
import { fits, pathOf } from '../http/request-path.ts';
import type { ServerLimits } from '../http/server-limits.ts';
import { hasUnreadBody } from '../http/unparsed-body.ts';
import { createLinkGuard } from '../links/link-guard.ts';
import { createAccessGuard } from './access.ts';
import { limitConnections } from './connections.ts';
import { createEntrance } from './entrance.ts';

export interface ServerOptions {
  readonly handlers: Partial<Handlers>;
  readonly region: string;
  readonly credentials: Credentials;
  /** Names that the service answers to beside those of loopback. */
  readonly hostNames: readonly string[];
  /** The public address of links; null for none. */
  readonly publicAddress?: () => string | null;
  readonly limits: ServerLimits;
  readonly logger: Logger;
  /** Whether every JSON answer is held to the contract. */
  readonly checkAnswers: boolean;
  /** By which links expire; the machine's unless given. */
  readonly clock?: () => number;
  /** The editor to serve to browsers; null for none. */
  readonly editor: EditorHost | null;
}

export interface HttpServer {
  /** Settles with the port once requests are answered. */
  readonly listen: (host: string, port: number) => Promise<number>;
  /** Takes no new connections, ends event streams, waits for running requests as long as that, then cuts them off. */
  readonly close: (graceMilliseconds: number) => Promise<void>;
}

/**
 * The HTTP side of the service: every call of the contract is a route, so is every file of the editor, and nothing else
 * is.
 */
export function createHttpServer(options: ServerOptions): HttpServer {
  const { limits, logger } = options;
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: false,
    return503OnClosing: false,
    requestTimeout: 0,
    keepAliveTimeout: 30_000,
    routerOptions: { maxParamLength: limits.headerBytes },
    schemaController: { compilersFactory: { buildValidator: notLoaded, buildSerializer: notLoaded } },
    http: {
      maxHeaderSize: limits.headerBytes,
      // Its answer has no words; `access.ts` looks for the header.
      requireHostHeader: false,
      insecureHTTPParser: false,
      headersTimeout: limits.headersMilliseconds,
      connectionsCheckingInterval: Math.min(1000, limits.headersMilliseconds),
    },
    clientErrorHandler: answerBrokenRequests,
    rewriteUrl: (request) => routedPath(request.url ?? '/'),
  });
  const awaitingContinue = new WeakSet<IncomingMessage>();
  const stopping = new AbortController();
  const entrance = createEntrance({
    guard: createAccessGuard({ ...options, sessions: options.editor?.sessions ?? null }),
    connections: limitConnections(app.server, {
      known: limits.connections,
      linked: limits.linkConnections,
      anonymous: limits.anonymousConnections,
    }),
    stopping: stopping.signal,
  });
  const { signatureOf } = createLinkGuard({ secret: options.credentials.secret, clock: options.clock ?? Date.now });
  const noteFailure = createFailureLog(logger);

  app.setValidatorCompiler(contractValidator);
  // The body is left where it is until the address has been checked; `call-route.ts` reads it then.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(answerHeaders);
    logRequest(request, reply, logger);
    if (stopping.signal.aborted) reply.header('connection', 'close');
    const signature = isSignable(request) ? signatureOf(request.raw) : 'none';
    entrance.checkAddress(request.raw, reply.raw, signature);
    if (signature !== 'none')
      await entrance.requireSignature(signature, request.raw, reply.raw, () => reply.headers(linkHeaders));
    else if (needsCredentials(request)) await entrance.requireCredentials(request.raw, reply.raw);
    if (!isDecodable(pathOf(request.originalUrl)))
      throw new ServiceError('request/invalid', 'The path isn’t percent-encoded UTF-8.');
    // The framework would look at the body first, and has rules of its own for each method.
    if (request.is404) refuseUnknown(request, reply);
  });
  app.setErrorHandler((error, request, reply) => {
    const problem = serviceErrorOf(error);
    noteFailure(problem, request.id);
    endWhenStalled(reply, limits.stalledMilliseconds);
    return sendProblem(problem, request, reply, awaitingContinue);
  });
  const answering: AnswerOptions = {
    checkAnswers: options.checkAnswers,
    heartbeatMilliseconds: limits.heartbeatMilliseconds,
    stalledMilliseconds: limits.stalledMilliseconds,
    stopping: stopping.signal,
  };
  const onRequested = (request: IncomingMessage, response: ServerResponse) => {
    if (awaitingContinue.delete(request)) response.writeContinue();
  };
  for (const name of callNames) {
    // The table's types keep name and handler together; here, where any of them may run, they cannot be told apart.
    const handler = options.handlers[name] as unknown as CallRunner | undefined;
    if (handler !== undefined) app.route(callRoute(callOf(name), handler, { ...options, answering, onRequested }));
  }
  if (options.editor !== null)
    addEditorRoutes(app, options.editor, ({ raw }, reply) => entrance.isKnown(raw, reply.raw));
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(request);
    app.routing(request, response);
  });
  // "MAY respond with a 417" (RFC 9110, 10.1.1): what is not understood is passed over here.
  app.server.on('checkExpectation', app.routing);
  return {
    listen: async (host, port) => {
      await app.listen({ host, port });
      return (app.server.address() as AddressInfo).port;
    },
    close: (graceMilliseconds) => closeServer(app, stopping, graceMilliseconds),
  };
}

/** The framework's own compilers are large, and would be loaded at each start. The contract's schemas are zod's. */
function notLoaded(): never {
  throw new Error('no route has a schema for the compilers of the framework');
}

/** What every answer says: it is what it says it is, belongs to nobody else's page, and loads nothing. */
const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** What is answered to a link may stand in any page, and be read by its script. */
const linkHeaders = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-range, etag, retry-after, scenewright-unused-parameters',
};

function isSignable(request: FastifyRequest): boolean {
  return !request.is404 && request.routeOptions.config.call?.access === 'signed';
}

function needsCredentials(request: FastifyRequest): boolean {
  if (request.is404) return true;
  const { call, access } = request.routeOptions.config;
  return access !== 'own' && call?.access !== 'open';
}

/** Throws what a request is answered with that is of no call and no file. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): never {
  const allowed = methodsOf(pathOf(request.originalUrl));
  if (allowed.length === 0) throw new ServiceError('request/not-found');
  reply.header('allow', allowed.join(', '));
  throw new ServiceError('request/method', `Use ${allowed.join(', ')}.`);
}

function methodsOf(path: string): readonly string[] {
  const calls = callNames.map(callOf).filter((call) => fits(path, call.path));
  return [...new Set(calls.flatMap(methodsFor))];
}

/** The router refuses on its own what it cannot decode; that has to pass the access guard first. */
function routedPath(target: string): string {
  const path = pathOf(target);
  return isDecodable(path) ? path : '/';
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

function sendProblem(
  error: ServiceError,
  request: FastifyRequest,
  reply: FastifyReply,
  awaitingContinue: WeakSet<IncomingMessage>,
): FastifyReply {
  const { document, headers } = problemOf(error);
  const content = Buffer.from(JSON.stringify(document));
  reply.code(document.status).headers(headers);
  reply.header('content-type', 'application/problem+json').header('content-length', content.length);
  // A page of ours says itself what to do; the browser is not to ask its user for a password meanwhile.
  const isPage = request.headers['sec-fetch-site'] === 'same-origin';
  if (isPage && error.code === 'access/credentials') reply.header('www-authenticate', LINK_CHALLENGE);
  if (!hasUnreadBody(request.raw)) return reply.send(content);
  reply.header('connection', 'close');
  // Nobody sends the body then, or can be waited for.
  const silent = awaitingContinue.has(request.raw) || error.code === 'request/timeout' || request.method === 'HEAD';
  return reply.send(silent ? content : lingering(content, request.raw));
}

async function closeServer(app: FastifyInstance, stopping: AbortController, graceMilliseconds: number): Promise<void> {
  if (stopping.signal.aborted) return;
  const server: Server = app.server;
  stopping.abort();
  const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  const closed = app.close();
  server.closeIdleConnections();
  await closed;
  clearTimeout(timer);
}

/** Answers what Node's parser refuses before there is a request, and what stopped in the middle of one. */
function answerBrokenRequests(error: Error & { readonly code?: string }, socket: Socket): void {
  // Whatever had been answered so far cannot be taken back.
  if (!socket.writable || socket.destroyed || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { document, headers } = problemOf(brokenRequest(error.code));
  const content = JSON.stringify(document);
  const lines = [
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(content)}`,
    'connection: close',
    'x-content-type-options: nosniff',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${content}`, () => socket.destroySoon());
}

function brokenRequest(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('request/headers-too-large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('request/timeout');
    case 'HPE_INVALID_EOF_STATE':
      return new ServiceError('request/incomplete');
    default:
      return new ServiceError('request/invalid', 'It isn’t valid HTTP/1.1 (RFC 9112).');
  }
}

/** What a machine lacks it lacks for every request; the same cause is told once in this time. */
const QUIET_MILLISECONDS = 10_000;

/** Notes why the service failed a request: a fault of its own each time, what the machine lacks once a while. */
function createFailureLog(
  logger: Logger,
  now: () => number = () => performance.now(),
): (error: ServiceError, request: string | null) => void {
  const told = new Map<string, number>();
  return (error, request) => {
    if (error.cause === undefined || errorCodes[error.code].status < 500) return;
    const fields = { ...(request !== null && { id: request }), err: error.cause };
    if (error.code === 'request/internal') {
      logger.error(fields, 'request failed');
      return;
    }
    const last = told.get(error.code);
    if (last !== undefined && now() - last < QUIET_MILLISECONDS) return;
    told.set(error.code, now());
    logger.warn(
      { ...fields, code: error.code },
      'request failed; further failures with this code are not logged for a while',
    );
  };
}

/** One line when the answer has ended, however; without the query, headers and bodies, which may hold secrets. */
function logRequest(request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const { socket } = request.raw;
  const start = performance.now();
  const before = socket.bytesWritten;
  reply.raw.once('close', () => {
    const ms = Math.round(performance.now() - start);
    const path = pathOf(request.originalUrl);
    const { statusCode: status, writableFinished } = reply.raw;
    const fields = { id: request.id, method: request.method, path, status, ms, bytes: socket.bytesWritten - before };
    if (!writableFinished) logger.info({ ...fields, aborted: true }, 'request aborted');
    else if (status >= 500) logger.warn(fields, 'request');
    else logger.info(fields, 'request');
  });
}

const LINGER_MILLISECONDS = 1000;
/** What is read of the rest at most; whoever sends more has to wait, and looks at the answer then. */
const LINGER_BYTES = 64 * 2 ** 20;

/**
 * An answer to a request whose body is not wanted any more. Were the connection closed while the client still sends,
 * the system would throw away the answer with what was not read; so the answer goes out and the rest is passed over for
 * a moment before the end (RFC 9112, 9.6: "half-closing ... continues to read from the connection").
 */
function lingering(content: Uint8Array, request: IncomingMessage): Readable {
  return Readable.from(contentThenRest(content, request), { objectMode: false });
}

async function* contentThenRest(content: Uint8Array, request: IncomingMessage): AsyncGenerator<Uint8Array, void> {
  yield content;
  await passOver(request);
}

function passOver(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, LINGER_MILLISECONDS);
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    // The connection stays open: closed here, it would take the answer from a client that has only been writing so far.
    if (bytes > LINGER_BYTES) request.pause();
  };
  request.on('data', count);
  for (const event of ['end', 'close', 'error'] as const) request.once(event, () => over.resolve());
  return over.promise.finally(() => {
    clearTimeout(timer);
    request.off('data', count);
  });
}
