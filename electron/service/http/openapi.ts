import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type Call, type CallAnswer, type CallBody, problemsOf } from '#shared/contract/calls/call.ts';
import { chapters } from '#shared/contract/calls/chapters.ts';
import { type CallName, callNames, callOf } from '#shared/contract/contract.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/shapes/error-codes.ts';
import { problemDocument } from '#shared/contract/shapes/shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** Returns the OpenAPI 3.1 document of the contract. */
export function openApiDocument(version: string, servers: readonly string[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const describe = describePaths(callNames.map(callOf));
  for (const name of callNames) {
    const call = callOf(name);
    const { path, names } = describe(call);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, names) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Scenewright',
      version,
      description: 'Projects, assets, movie templates, and rendering.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: servers.map((url) => ({ url })),
    tags: Object.entries(chapters).map(([name, description]) => ({ name, description })),
    security: [{ basic: [] }],
    paths,
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic', description: 'API key and API secret' } },
      schemas: { Problem: schemaOf(problemDocument) },
    },
  };
}

function operation(operationId: CallName, call: Call, names: DescribedPath['names']): Json {
  return {
    operationId,
    summary: call.summary,
    tags: [call.chapter],
    ...((call.access === 'open' || call.access === 'public') && { security: [] }),
    // Credentials are optional, because a signature in the address can replace them.
    ...(call.access === 'signed' && { security: [{ basic: [] }, {}] }),
    parameters: [
      ...parametersOf(call.parameters, 'path').map((parameter) => renamed(parameter, names)),
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

/**
 * Checks whether a header is a parameter: "If in is 'header' and the name field is Accept, Content-Type or
 * Authorization, the parameter definition SHALL be ignored."
 */
function isParameter(header: string): boolean {
  return header !== 'accept' && header !== 'content-type';
}

function parametersOf(schema: z.ZodObject, place: 'path' | 'query'): readonly Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'output' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** Renames a parameter to its name in the shared path. The description mentions its name in this call. */
function renamed(parameter: Json, names: DescribedPath['names']): Json {
  const ownName = String(parameter['name']);
  const name = names.get(ownName) ?? ownName;
  return name === ownName ? parameter : { ...parameter, name, description: `In this call: ${ownName}.` };
}

/** The schema of bytes: `contentMediaType` of OpenAPI 3.1, and `format` of OpenAPI 3.0, which generators use. */
const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };

const fileForm = { type: 'object', properties: { file: binary }, required: ['file'] };

function contentOf(body: Exclude<CallBody, { readonly kind: 'none' }>): Json {
  switch (body.kind) {
    case 'file':
      return {
        // Put the form first, because generators that support only one content type use the first one.
        'multipart/form-data': { schema: fileForm },
        'application/octet-stream': { schema: binary },
      };
    case 'bytes':
      // Put the form first, because generators derive the body from the first media type and can send forms.
      return { 'multipart/form-data': { schema: fileForm }, 'application/octet-stream': { schema: binary } };
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
  text: 'text/plain',
  events: 'text/event-stream',
} as const;

function responseOf(answer: CallAnswer): Json {
  const { summary: description } = answer;
  if (answer.kind === 'empty') return { description };
  if (answer.kind === 'json')
    return { description, content: { 'application/json': { schema: schemaOf(answer.schema) } } };
  const schema = answer.kind === 'bytes' ? binary : { type: 'string' };
  return { description, content: { [mediaTypes[answer.kind]]: { schema } } };
}

function problemResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  const schema = { $ref: '#/components/schemas/Problem' };
  return Object.fromEntries(
    [...byStatus].map(([status, answers]) => [
      status,
      {
        description: `${STATUS_CODES[status] ?? ''}: ${answers.join(', ')}`,
        content: { 'application/problem+json': { schema } },
      },
    ]),
  );
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/** The path of a call in the OpenAPI document. */
export interface DescribedPath {
  /** The path, for example `/v1/project/{project}`. */
  readonly path: string;
  /** The documented name of each parameter. The map's key is its name in the call. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Returns a function that returns the documented path of a call. OpenAPI allows only one path for calls that differ
 * only in parameter names. The names of such a parameter are joined: `projectOrName`.
 */
export function describePaths(calls: readonly Call[]): (call: Call) => DescribedPath {
  const callsByShape = Map.groupBy(calls, shapeOf);
  return (call) => {
    const all = (callsByShape.get(shapeOf(call)) ?? [call]).map(namesOf);
    const ownNames = namesOf(call);
    const shared = ownNames.map((_, index) => joined(all.map((names) => names[index] ?? '')));
    let at = 0;
    return {
      path: call.path.replace(/:\w+/g, () => `{${shared[at++]}}`),
      names: new Map(ownNames.map((name, index) => [name, shared[index] ?? name])),
    };
  };
}

function shapeOf({ path }: Call): string {
  return path.replace(/:\w+/g, ':');
}

function namesOf({ path }: Call): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** Joins the distinct names, the most frequent first. */
function joined(names: readonly string[]): string {
  const byCount = [...Map.groupBy(names, (name) => name)].toSorted(([, one], [, other]) => other.length - one.length);
  return byCount
    .map(([name], index) => (index === 0 ? name : `Or${name.charAt(0).toUpperCase()}${name.slice(1)}`))
    .join('');
}
