import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import { callNames, callOf } from '#shared/contract/contract.ts';
import { addEditorRoutes, type EditorHost, LINK_CHALLENGE } from '../editor-host/editor-routes.ts';
import { ServiceError } from '../errors/service-error.ts';
import { createLinkGuard } from '../links/signed/link-guard.ts';
import { createAccessGuard } from './access.ts';
import { type AnswerOptions, endWhenStalled } from './answers/answers.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { type CallRunner, callRoute, contractValidator, methodsFor } from './call-route.ts';
import type { Handlers } from './calls/handler.ts';
import { fits, pathOf } from './calls/request-path.ts';
import { limitConnections } from './connections.ts';
import { createEntrance } from './entrance.ts';
import { createFailureLog } from './failure-log.ts';
import { lingering } from './linger.ts';
import { problemOf, serviceErrorOf } from './problems.ts';
import { logRequest } from './request-log.ts';
import type { ServerLimits } from './server-limits.ts';
import { hasUnreadBody } from './unread-body.ts';

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
  const onWanted = (request: IncomingMessage, response: ServerResponse) => {
    if (awaitingContinue.delete(request)) response.writeContinue();
  };
  for (const name of callNames) {
    // The table's types keep name and handler together; here, where any of them may run, they cannot be told apart.
    const handler = options.handlers[name] as unknown as CallRunner | undefined;
    if (handler !== undefined) app.route(callRoute(callOf(name), handler, { ...options, answering, onWanted }));
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
