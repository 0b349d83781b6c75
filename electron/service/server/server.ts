import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import type { Call } from '#shared/contract/calls/call.ts';
import { callNames, callOf } from '#shared/contract/contract.ts';
import { linkPagePolicy } from '#shared/contract/page-policy.ts';
import { errorCodes } from '#shared/contract/shapes/error-codes.ts';
import type { McpEndpoint } from '../agents/agents.ts';
import { addEditorRoutes, type EditorHost, LINK_CHALLENGE } from '../editor-host/editor-routes.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type AnswerOptions, disconnectWhenStalled } from '../http/answers.ts';
import { type CallRunner, callRoute, contractValidator, methodsFor } from '../http/call-route.ts';
import { addReferenceRoutes } from '../http/documentation.ts';
import type { Handlers } from '../http/handler.ts';
import { isDisconnection, problemOf, serviceErrorOf } from '../http/problems.ts';
import { matchesPattern, pathOf } from '../http/request-path.ts';
import { type ServerLimits, serverLimits } from '../http/server-limits.ts';
import { hasUnparsedBody } from '../http/unparsed-body.ts';
import { createLinkGuard } from '../links/link-guard.ts';
import { addPageFiles, pageLanguage, problemPage } from '../links/page-html.ts';
import { createAccessGuard } from './access.ts';
import { limitConnections } from './connections.ts';
import { createEntrance, type Entrance } from './entrance.ts';

export interface ServerOptions {
  readonly handlers: Partial<Handlers>;
  readonly region: string;
  readonly credentials: Credentials;
  /** The accepted host names and addresses, in addition to loopback. */
  readonly hostNames: readonly string[];
  /** Returns the public address of links; null if there is none. */
  readonly publicAddress?: () => string | null;
  readonly limits: ServerLimits;
  readonly logger: Logger;
  /** Whether to validate every JSON answer against the contract. */
  readonly checkAnswers: boolean;
  /** The clock for the expiry of links; by default, the clock of the machine. */
  readonly clock?: () => number;
  /** The editor for browsers; null if it is not served. */
  readonly editor: EditorHost | null;
  /** The tools for assistants; undefined if there are none. */
  readonly mcp?: McpEndpoint;
}

export interface HttpServer {
  /** Starts listening. Resolves with the port. */
  readonly listen: (host: string, port: number) => Promise<number>;
  /**
   * Accepts no new connections, ends event streams, and waits for running requests up to the given milliseconds. Then
   * closes their connections.
   */
  readonly close: (graceMilliseconds: number) => Promise<void>;
}

/** Creates the HTTP server. Its routes are the calls of the contract, the files of the editor, and the documentation. */
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
      // Disable Node's own answer, which contains no explanation. `access.ts` checks the header instead.
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
  const logFailure = createFailureLog(logger);

  app.setValidatorCompiler(contractValidator);
  // Leave the body unread until the address has been checked. `call-route.ts` then reads it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(answerHeaders);
    logRequest(request, reply, logger);
    if (stopping.signal.aborted) reply.header('connection', 'close');
    const access = accessOf(request);
    const signature = access === 'signed' ? signatureOf(request.raw) : 'none';
    entrance.checkAddress(request.raw, reply.raw, access === 'public' ? 'genuine' : signature);
    if (access === 'public') reply.headers(linkHeaders);
    if (signature !== 'none')
      await entrance.requireSignature(signature, request.raw, reply.raw, () => reply.headers(linkHeaders));
    else if (access === 'credentials' || access === 'signed') await entrance.requireCredentials(request.raw, reply.raw);
    if (!isDecodable(pathOf(request.originalUrl)))
      throw new ServiceError('request/invalid', 'The path isn’t percent-encoded UTF-8.');
    // Refuse the request here, because Fastify would read the body first and has separate rules for each method.
    if (request.is404) refuseUnknown(request, reply);
  });
  app.setErrorHandler(async (error, request, reply) => {
    const problem = serviceErrorOf(error);
    if (!isDisconnection(error, reply.raw)) logFailure(problem, request.id);
    disconnectWhenStalled(reply, limits.stalledMilliseconds);
    return await sendProblem(problem, request, reply, awaitingContinue);
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
    // The cast is safe: the table's type relates each name to its handler, but the loop loses this relation.
    const handler = options.handlers[name] as unknown as CallRunner | undefined;
    if (handler !== undefined) app.route(callRoute(callOf(name), handler, { ...options, answering, onRequested }));
  }
  if (options.editor !== null)
    addEditorRoutes(app, options.editor, ({ raw }, reply) => entrance.isKnown(raw, reply.raw));
  addReferenceRoutes(app);
  addPageFiles(app);
  if (options.mcp !== undefined) addMcpRoute(app, options.mcp, entrance);
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(request);
    app.routing(request, response);
  });
  // Ignore unknown expectations: a server "MAY respond with a 417" (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', app.routing);
  return {
    listen: async (host, port) => {
      await app.listen({ host, port });
      return (app.server.address() as AddressInfo).port;
    },
    close: (graceMilliseconds) => closeServer(app, stopping, graceMilliseconds),
  };
}

/** The path of the tools for assistants. */
const MCP_PATH = '/mcp';

/** Adds the route of the tools for assistants. While they are off, it answers like an unknown path. */
function addMcpRoute(app: FastifyInstance, mcp: McpEndpoint, entrance: Entrance): void {
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: MCP_PATH,
    config: { access: 'own' },
    handler: async ({ raw }, reply) => {
      if (!mcp.isOn()) throw new ServiceError('request/not-found');
      if (raw.method !== 'POST') {
        reply.header('allow', 'POST');
        throw new ServiceError('request/method', 'Use POST.');
      }
      const key = await entrance.requireKey(raw, reply.raw, mcp.keyOf);
      const body = await mcp.readBody(raw);
      reply.hijack();
      await mcp.answer(raw, reply.raw, key, body);
      return reply;
    },
  });
}

/** Replaces Fastify's schema compilers, which are large and unused: the contract has zod schemas. Always throws. */
function notLoaded(): never {
  throw new Error('no route has a schema for the compilers of the framework');
}

/** The headers of every answer. They forbid type sniffing, use by other origins, and loading of resources. */
const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** The headers of answers to links, which pages and scripts of any origin may use. */
const linkHeaders = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'accept-ranges, content-range, etag, retry-after, scenewright-repeated-fields, scenewright-unused-fields, scenewright-unused-parameters',
};

function accessOf(request: FastifyRequest): Call['access'] | 'own' {
  const { call, access } = request.routeOptions.config;
  return request.is404 ? 'credentials' : (access ?? call?.access ?? 'credentials');
}

/** Throws the error for a request without a route: 404, or 405 with the allowed methods. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): never {
  const allowed = methodsOf(pathOf(request.originalUrl));
  if (allowed.length === 0) throw new ServiceError('request/not-found');
  reply.header('allow', allowed.join(', '));
  throw new ServiceError('request/method', `Use ${allowed.join(', ')}.`);
}

function methodsOf(path: string): readonly string[] {
  const calls = callNames.map(callOf).filter((call) => matchesPattern(path, call.path));
  return [...new Set(calls.flatMap(methodsFor))];
}

/**
 * Returns the path for routing. An undecodable path is replaced, because the router would refuse it before the access
 * guard runs.
 */
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

async function sendProblem(
  error: ServiceError,
  request: FastifyRequest,
  reply: FastifyReply,
  awaitingContinue: WeakSet<IncomingMessage>,
): Promise<FastifyReply> {
  const { document, headers } = problemOf(error);
  const isHtml = answersVisitor(request);
  const language = pageLanguage(null, request.headers['accept-language']);
  const content = Buffer.from(isHtml ? await problemPage(document, language) : JSON.stringify(document));
  reply.code(document.status).headers(headers);
  reply.header('content-type', isHtml ? 'text/html; charset=utf-8' : 'application/problem+json');
  reply.header('content-length', content.length);
  if (isHtml) reply.header('content-security-policy', linkPagePolicy([]));
  // Replace `Basic`, which would make the browser ask for a password: the page displays this status itself.
  const isPage = request.headers['sec-fetch-site'] === 'same-origin';
  if (isPage && error.code === 'access/credentials') reply.header('www-authenticate', LINK_CHALLENGE);
  if (request.routeOptions.url === MCP_PATH && error.code === 'access/credentials')
    reply.header('www-authenticate', 'Bearer');
  if (!hasUnparsedBody(request.raw)) return reply.send(content);
  reply.header('connection', 'close');
  // Answer immediately if the client does not send its body, or if waiting for the body is useless.
  const isImmediate =
    awaitingContinue.has(request.raw) || error.code === 'request/timeout' || request.method === 'HEAD';
  return reply.send(isImmediate ? content : lingering(content, request.raw));
}

/** Returns whether a browser displays the answer to a visitor, because the request is for a page by link. */
function answersVisitor(request: FastifyRequest): boolean {
  const { call } = request.routeOptions.config;
  const isPage = !request.is404 && call?.access === 'signed' && call.answers[200]?.kind === 'html';
  return isPage && request.headers.accept?.includes('text/html') === true;
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

/** An error of Node's parser. `rawPacket` contains the bytes that arrived last. */
interface BrokenRequest extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

/** Answers requests that Node's parser refuses, and requests that are incomplete. */
function answerBrokenRequests(error: BrokenRequest, socket: Socket): void {
  // A started answer cannot be replaced.
  if (!socket.writable || socket.destroyed || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { document, headers } = problemOf(brokenRequest(error));
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

function brokenRequest({ code, rawPacket }: BrokenRequest): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW': {
      const limit = `The limit of the request line and all headers is ${serverLimits.headerBytes / 1024} KiB.`;
      return isInRequestLine(rawPacket)
        ? new ServiceError('request/address-too-long', limit)
        : new ServiceError('request/headers-too-large', limit);
    }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('request/timeout');
    case 'HPE_INVALID_EOF_STATE':
      return new ServiceError('request/incomplete');
    default:
      return new ServiceError('request/invalid', 'It isn’t valid HTTP/1.1 (RFC 9112).');
  }
}

/**
 * Checks whether a request exceeds the limit of headers within its request line (RFC 9110, 15.5.15). A packet that begins
 * inside the request line counts as headers.
 */
function isInRequestLine(packet: unknown): boolean {
  if (!(packet instanceof Uint8Array)) return false;
  const start = Buffer.from(packet.subarray(0, serverLimits.headerBytes)).toString('latin1');
  return /^[A-Z]{3,20} [^\r\n]+$/.test(start);
}

/** The interval in milliseconds in which the same resource shortage is logged only once. */
const QUIET_MILLISECONDS = 10_000;

/** Creates a log of failed requests. Bugs are logged every time, and resource shortages once per interval. */
function createFailureLog(
  logger: Logger,
  now: () => number = () => performance.now(),
): (error: ServiceError, request: string | null) => void {
  const loggedAt = new Map<string, number>();
  return (error, request) => {
    if (error.cause === undefined || errorCodes[error.code].status < 500) return;
    const fields = { ...(request !== null && { id: request }), err: error.cause };
    if (error.code === 'request/internal') {
      logger.error(fields, 'request failed');
      return;
    }
    const last = loggedAt.get(error.code);
    if (last !== undefined && now() - last < QUIET_MILLISECONDS) return;
    loggedAt.set(error.code, now());
    logger.warn(
      { ...fields, code: error.code },
      'request failed; further failures with this code are not logged for a while',
    );
  };
}

/** Logs one line when the answer has ended. Omits query, headers, and body, which may contain secrets. */
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

/** The maximum wait for further bytes of the rest of a body, in milliseconds. */
const LINGER_IDLE_MILLISECONDS = 1000;
/** The maximum time for reading the rest of a body, in milliseconds. Both limits follow nginx's `lingering_close`. */
const LINGER_MILLISECONDS = 30_000;
/**
 * The number of bytes that are read from the rest of a body. A client that sends more is paused, so that it reads the
 * answer.
 */
const LINGER_BYTES = 64 * 2 ** 20;

/**
 * Returns an answer to a request whose body is not needed. If the connection closed while the client still sends, the
 * system would discard the answer. Therefore, the rest of the body is read for a while before the connection closes
 * (RFC 9112, 9.6: "half-closing ... continues to read from the connection").
 */
function lingering(content: Uint8Array, request: IncomingMessage): Readable {
  return Readable.from(contentThenRest(content, request), { objectMode: false });
}

async function* contentThenRest(content: Uint8Array, request: IncomingMessage): AsyncGenerator<Uint8Array, void> {
  yield content;
  await readRest(request);
}

function readRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  const over = Promise.withResolvers<void>();
  const idle = setTimeout(over.resolve, LINGER_IDLE_MILLISECONDS);
  const total = setTimeout(over.resolve, LINGER_MILLISECONDS);
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    idle.refresh();
    // Keep the connection open, because closing it would discard the answer if the client has not read it yet.
    if (bytes > LINGER_BYTES) request.pause();
  };
  request.on('data', count);
  for (const event of ['end', 'close', 'error'] as const) request.once(event, () => over.resolve());
  return over.promise.finally(() => {
    clearTimeout(idle);
    clearTimeout(total);
    request.off('data', count);
  });
}
