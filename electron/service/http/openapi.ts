import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type Call, type CallAnswer, type CallBody, problemsOf } from '../../../shared/contract/call.ts';
import { type CallName, callNames, callOf } from '../../../shared/contract/contract.ts';
import { type ErrorCode, errorCodes } from '../../../shared/contract/error-codes.ts';
import { problemDocument } from '../../../shared/contract/shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** The whole interface as an OpenAPI 3.1 document, made from the contract. */
export function openApiDocument(version: string, servers: readonly string[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of callNames) {
    const call = callOf(name);
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Scenewright', version, description: 'Projects, assets, movie templates and their rendering.' },
    servers: servers.map((url) => ({ url })),
    tags: [...new Set(callNames.map((name) => callOf(name).chapter))].map((name) => ({ name })),
    security: [{ basic: [] }],
    paths,
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'API key and API secret' } },
      schemas: { Problem: schemaOf(problemDocument) },
    },
  };
}

function operation(operationId: CallName, call: Call): Json {
  return {
    operationId,
    summary: call.summary,
    tags: [call.chapter],
    ...(call.access === 'open' && { security: [] }),
    parameters: [
      ...parametersOf(call.parameters, 'path'),
      ...parametersOf(call.query, 'query'),
      ...call.headers.filter(isParameter).map((name) => ({ name, in: 'header', schema: { type: 'string' } })),
    ],
    ...(call.body.kind !== 'none' && { requestBody: { required: true, content: contentOf(call.body) } }),
    responses: {
      ...Object.fromEntries(Object.entries(call.answers).map(([status, answer]) => [status, responseOf(answer)])),
      ...problemResponses(problemsOf(call)),
    },
  };
}

/** "If in is 'header' and the name field is Accept, Content-Type or Authorization, the parameter definition SHALL be ignored." */
function isParameter(header: string): boolean {
  return header !== 'accept' && header !== 'content-type';
}

function parametersOf(schema: z.ZodObject, place: 'path' | 'query'): readonly Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'output' });
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }));
}

const binary = { type: 'string', contentMediaType: 'application/octet-stream' };

function contentOf(body: Exclude<CallBody, { readonly kind: 'none' }>): Json {
  switch (body.kind) {
    case 'file':
      return {
        'application/octet-stream': { schema: binary },
        'multipart/form-data': { schema: { type: 'object', properties: { file: binary }, required: ['file'] } },
      };
    case 'bytes':
      return { 'application/octet-stream': { schema: binary } };
    case 'xml':
      return { 'application/xml': { schema: { type: 'string' } } };
    case 'movie':
      return { 'application/json': { schema: { type: 'object' } }, 'application/xml': { schema: { type: 'string' } } };
    case 'json':
      return { 'application/json': { schema: schemaOf(body.schema) } };
    case 'form': {
      const schema = schemaOf(body.schema);
      return { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } };
    }
  }
}

const mediaTypes = {
  bytes: 'application/octet-stream',
  xml: 'application/xml',
  csv: 'text/csv',
  html: 'text/html',
  events: 'text/event-stream',
} as const;

function responseOf(answer: CallAnswer): Json {
  const { summary: description } = answer;
  if (answer.kind === 'empty') return { description };
  if (answer.kind === 'json')
    return { description, content: { 'application/json': { schema: schemaOf(answer.schema) } } };
  return { description, content: { [mediaTypes[answer.kind]]: { schema: { type: 'string' } } } };
}

function problemResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  const schema = { $ref: '#/components/schemas/Problem' };
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      {
        description: `${STATUS_CODES[status] ?? ''}: ${each.join(', ')}`,
        content: { 'application/problem+json': { schema } },
      },
    ]),
  );
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
