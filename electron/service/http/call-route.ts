import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { Call } from '#shared/contract/calls/call.ts';
import type { CallName } from '#shared/contract/contract.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type AnswerOptions, sendAnswer } from './answers.ts';
import { type ReadBody, readBody, unusedIn } from './bodies.ts';
import { parseFields } from './form-fields.ts';
import type { CallAnswer, CallRequest } from './handler.ts';
import { authorityOf, parametersIn, pathOf, queryOf } from './request-path.ts';
import type { ServerLimits } from './server-limits.ts';
import { hasUnreadBody } from './unparsed-body.ts';

/** Any handler, seen as one of any call. */
export type CallRunner = (request: CallRequest<CallName>) => Promise<CallAnswer> | CallAnswer;

export interface CallRouteOptions {
  readonly region: string;
  readonly limits: ServerLimits;
  readonly answering: AnswerOptions;
  /** Called when a body is wanted. */
  readonly onRequested: (request: IncomingMessage, response: ServerResponse) => void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly call?: Call;
    /** `own`: the route itself says who may. */
    readonly access?: 'own';
  }
}

/**
 * A call of the contract as a route, in the framework's own steps: what the address says is read, the framework holds
 * it against the call's schemas, then the body is read, and the handler runs. So nothing of a body is asked for if the
 * address is wrong.
 */
export function callRoute(call: Call, handler: CallRunner, options: CallRouteOptions): RouteOptions {
  const { limits, onRequested } = options;
  return {
    method: methodsFor(call),
    url: call.path,
    config: { call },
    schema: { params: call.parameters, querystring: call.query },
    preValidation: async (request, reply) => readAddress(request, reply, call, options.region),
    preHandler: async (request, reply) => {
      request.body = await readBody(request.raw, call.body, {
        idleMilliseconds: limits.idleBodyMilliseconds,
        slowest: limits.slowestBody,
        onRequested: () => onRequested(request.raw, reply.raw),
      });
    },
    handler: async (request, reply) => {
      const checked = checkedRequest(request, reply, call);
      const answer = await handler(checked);
      if (hasUnreadBody(request.raw)) reply.header('connection', 'close');
      return await sendAnswer(reply, call, answer, checked, options.answering);
    },
  };
}

/** Methods that a call is reached by. */
export function methodsFor(call: Call): string[] {
  const answersBytes = Object.values(call.answers).some(({ kind }) => kind === 'bytes');
  return answersBytes && call.method === 'GET' ? [call.method, 'HEAD'] : [call.method];
}

/** Holds what the framework gives it against a schema of the contract. What is wrong is told by zod's error. */
export const contractValidator: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (value: unknown) => {
    const result = schema.safeParse(value);
    return result.success ? { value: result.data } : { error: result.error };
  };
};

/** From the address as it was sent: the framework's is decoded, and does not say what was encoded in it. */
function readAddress(request: FastifyRequest, reply: FastifyReply, call: Call, region: string): void {
  const parameters = parametersIn(pathOf(request.originalUrl), call.path);
  if (parameters['region'] !== undefined && parameters['region'] !== region) {
    throw new ServiceError('access/region', `The region is ${region}.`);
  }
  const query = parseFields(queryOf(request.originalUrl));
  // Refusing them would break clients that add some of their own, as against caches.
  const unused = unusedIn(call.query, query).slice(0, MOST_IN_HEADER);
  if (unused.length > 0)
    reply.header(UNUSED_HEADER, unused.map((name) => encodeURIComponent(name).slice(0, LONGEST_NAME)).join(', '));
  request.params = parameters;
  request.query = query;
}

/** The response header that lists parameters of the address that the call doesn't know, percent-encoded. */
const UNUSED_HEADER = 'scenewright-unused-parameters';
/** Clients take heads of 8 KiB and more. */
const MOST_IN_HEADER = 20;
const LONGEST_NAME = 255;

function checkedRequest(request: FastifyRequest, reply: FastifyReply, call: Call) {
  const { raw, params, query, body } = request;
  const { value, unusedFields } = body as ReadBody;
  const checked = {
    parameters: params,
    query,
    headers: pickHeaders(raw, call.headers),
    body: value,
    unusedFields,
    unusedParameters: unusedIn(call.query, parseFields(queryOf(request.originalUrl))),
    head: raw.method === 'HEAD',
    origin: `http://${authorityOf(raw)}`,
    signal: goneSignal(reply.raw),
  };
  // What was checked by the call's own schemas is what its handler takes; only their names are lost here.
  return checked as CallRequest<CallName>;
}

function pickHeaders(
  { headers }: IncomingMessage,
  names: readonly string[],
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    names.map((name) => {
      const value = headers[name];
      return [name, Array.isArray(value) ? value.join(', ') : value];
    }),
  );
}

/** Aborted when the connection ends before the answer does. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
