import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { Call } from '#shared/contract/calls/call.ts';
import type { CallName } from '#shared/contract/contract.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type AnswerOptions, sendAnswer } from './answers.ts';
import { type ReadBody, readBody, unknownFieldsOf } from './bodies.ts';
import { checkFields, parseFields } from './form-fields.ts';
import type { CallAnswer, CallRequest } from './handler.ts';
import { authorityOf, parametersIn, pathOf, queryOf } from './request-path.ts';
import type { ServerLimits } from './server-limits.ts';
import { hasUnparsedBody } from './unparsed-body.ts';

/** A handler of any call of the contract. */
export type CallRunner = (request: CallRequest<CallName>) => Promise<CallAnswer> | CallAnswer;

export interface CallRouteOptions {
  readonly region: string;
  readonly limits: ServerLimits;
  readonly answering: AnswerOptions;
  /** Called when a handler needs the body. */
  readonly onRequested: (request: IncomingMessage, response: ServerResponse) => void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly call?: Call;
    /**
     * `own` if the route checks the access itself; `public` if everybody has access. If undefined, the server checks
     * the access.
     */
    readonly access?: 'own' | 'public';
  }
}

/**
 * Creates a route for a call of the contract. The route reads the address, validates it with the call's schemas, reads
 * the body, and runs the handler. It therefore never requests the body of a request with an invalid address.
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
      const body = await readBody(request.raw, call.body, {
        idleMilliseconds: limits.idleBodyMilliseconds,
        slowest: limits.slowestBody,
        onRequested: () => onRequested(request.raw, reply.raw),
      });
      listFields(reply, body);
      request.body = body;
    },
    handler: async (request, reply) => {
      const checked = checkedRequest(request, reply, call);
      const answer = await handler(checked);
      listFields(reply, {
        unusedFields: [...checked.unusedFields, ...(answer.unusedFields ?? [])],
        repeatedFields: [...checked.repeatedFields, ...(answer.repeatedFields ?? [])],
      });
      if (hasUnparsedBody(request.raw)) reply.header('connection', 'close');
      return await sendAnswer(reply, call, answer, checked, options.answering);
    },
  };
}

/** Returns the methods of a call. HEAD is allowed wherever GET is (RFC 9110, 9.3.2). */
export function methodsFor({ method }: Call): string[] {
  return method === 'GET' ? [method, 'HEAD'] : [method];
}

/** Validates a value with a schema of the contract. Throws zod's error. */
export const contractValidator: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (value: unknown) => {
    const result = checkFields(schema, value);
    return result.success ? { value: result.data } : { error: result.error };
  };
};

/**
 * Replaces the parameters of a request with the values from the original address, because Fastify's decoded address no
 * longer shows which characters were encoded. Throws `access/region` for another region.
 */
function readAddress(request: FastifyRequest, reply: FastifyReply, call: Call, region: string): void {
  const parameters = parametersIn(pathOf(request.originalUrl), call.path);
  if (parameters['region'] !== undefined && parameters['region'] !== region) {
    throw new ServiceError('access/region', `The region is ${region}.`);
  }
  const query = parseFields(queryOf(request.originalUrl));
  // Accept unknown parameters, because clients add their own, for example to bypass caches.
  const unused = unknownFieldsOf(call.query, query);
  if (unused.length > 0) reply.header(UNUSED_HEADER, headerList(unused));
  request.params = parameters;
  request.query = query;
}

/** The response header with the unknown parameters of the address, percent-encoded. */
const UNUSED_HEADER = 'scenewright-unused-parameters';
/** The response header with the unknown fields of a form or a JSON body, percent-encoded. */
const UNUSED_FIELDS_HEADER = 'scenewright-unused-fields';
/** The response header with the repeated fields of a JSON body, percent-encoded. The last value of each counts. */
const REPEATED_HEADER = 'scenewright-repeated-fields';
/** The limits of a header with names. An answer can have three of them, and proxies accept heads of 8 KiB and more. */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 255;

function listFields(
  reply: FastifyReply,
  { unusedFields, repeatedFields }: Pick<ReadBody, 'unusedFields' | 'repeatedFields'>,
): void {
  if (repeatedFields.length > 0) reply.header(REPEATED_HEADER, headerList(repeatedFields));
  if (unusedFields.length > 0) reply.header(UNUSED_FIELDS_HEADER, headerList(unusedFields));
}

function headerList(names: readonly string[]): string {
  return names
    .slice(0, MAX_NAMES)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed()).slice(0, MAX_NAME_LENGTH))
    .join(', ');
}

function checkedRequest(request: FastifyRequest, reply: FastifyReply, call: Call) {
  const { raw, params, query, body } = request;
  const { value, unusedFields, repeatedFields } = body as ReadBody;
  const checked = {
    parameters: params,
    query,
    headers: pickHeaders(raw, call.headers),
    body: value,
    unusedFields,
    repeatedFields,
    unusedParameters: unknownFieldsOf(call.query, parseFields(queryOf(request.originalUrl))),
    head: raw.method === 'HEAD',
    origin: `http://${authorityOf(raw)}`,
    signal: goneSignal(reply.raw),
  };
  // The cast is safe: the schemas of the call have validated the request, but the type system cannot relate them to the
  // handler.
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

/** Returns a signal that aborts if the connection ends before the answer is complete. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
