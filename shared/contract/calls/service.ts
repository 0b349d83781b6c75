import { z } from 'zod';
import { agentCall, agentKey, agentSettings, agentState, newAgentKey } from '../shapes/agent-shapes.ts';
import { health } from '../shapes/health-shape.ts';
import { serviceLimits } from '../shapes/limits.ts';
import { noPath, noQuery, projectPath, wholeNumber } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';
import type { Call } from './call.ts';

const read = { method: 'GET', query: noQuery, headers: [], body: { kind: 'none' } } as const;

/** The limit of a storage area in bytes. The minimum is the smallest useful cache, and the maximum exceeds any disk. */
const areaLimit = z.number().int().min(100_000_000).max(1e15).optional();
const storageLimitChange = z.object({
  segments: areaLimit,
  views: areaLimit,
  sources: areaLimit,
  films: areaLimit,
  links: areaLimit,
});

export const serviceCalls = {
  publishProject: {
    ...read,
    method: 'POST',
    path: '/v1/publish/:project/:cluster',
    summary: 'Publish a project to a cluster',
    chapter: 'Publishing',
    access: 'credentials',
    parameters: projectPath.extend({ cluster: z.string().min(1).max(255) }),
    answers: { 200: { kind: 'json', summary: 'The publication', schema: shapes.publication } },
    problems: ['project/not-found', 'cluster/not-found', 'cluster/failed', 'storage/full', 'storage/read-only'],
  },
  listClusters: {
    ...read,
    path: '/v1/clusters',
    summary: 'List the clusters that you can publish to',
    chapter: 'Publishing',
    access: 'credentials',
    parameters: noPath,
    answers: {
      200: {
        kind: 'json',
        summary: 'The clusters: `local` first, then the others sorted by name',
        schema: z.object({ clusters: z.array(shapes.cluster) }),
      },
    },
    problems: [],
  },
  listPublished: {
    ...read,
    path: '/v1/published/:cluster',
    summary: 'List the publications of a cluster',
    chapter: 'Publishing',
    access: 'credentials',
    parameters: z.object({ cluster: z.string().min(1).max(255) }),
    answers: {
      200: { kind: 'json', summary: 'Publications', schema: z.object({ published: z.array(shapes.publishedProject) }) },
    },
    problems: ['cluster/not-found', 'cluster/failed'],
  },
  readHealth: {
    ...read,
    path: '/health',
    summary: 'Get the health of the service: version, FFmpeg, disk, and queue',
    chapter: 'Service',
    access: 'open',
    parameters: noPath,
    answers: { 200: { kind: 'json', summary: 'The health of the service', schema: health } },
    problems: [],
  },
  readAccess: {
    ...read,
    path: '/v1/access',
    summary: 'Get the path of the file with the credentials for programs on the same machine',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    answers: {
      200: {
        kind: 'json',
        summary: 'The path of a file for `curl --config`; null if the credentials come from the environment',
        schema: z.object({ curlConfig: z.string().nullable() }),
      },
    },
    problems: [],
  },
  readStorage: {
    ...read,
    path: '/v1/storage',
    summary: 'Get the disk usage of the workspace by area, and its limits',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    answers: {
      200: {
        kind: 'json',
        summary: 'The areas of the workspace',
        schema: z.object({
          /** The path of the folder in the workspace. */
          folder: z.string(),
          areas: z.array(shapes.storageArea),
          limits: shapes.storageLimits,
        }),
      },
    },
    problems: [],
  },
  limitStorage: {
    ...read,
    method: 'PUT',
    path: '/v1/storage/limits',
    summary: 'Change the size limits of caches and films; omitted limits stay the same',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    body: { kind: 'json', schema: storageLimitChange, limitBytes: 4096 },
    answers: { 200: { kind: 'json', summary: 'The current limits', schema: shapes.storageLimits } },
    problems: ['request/too-large', 'request/content-type', 'storage/full', 'storage/read-only'],
  },
  emptyCache: {
    ...read,
    method: 'DELETE',
    path: '/v1/storage/:area',
    summary: 'Empty a cache, except for files that running renders need',
    chapter: 'Service',
    access: 'credentials',
    parameters: z.object({ area: z.enum(['segments', 'views', 'sources', 'links']) }),
    answers: {
      200: {
        kind: 'json',
        summary: 'The freed bytes and the number of deleted files',
        schema: z.object({ freedBytes: z.number(), files: z.int() }),
      },
    },
    problems: ['storage/unwritable'],
  },
  readOpenApi: {
    ...read,
    path: '/openapi.json',
    summary: 'Get this interface as an OpenAPI document',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    answers: { 200: { kind: 'json', summary: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
    problems: [],
  },
  readDocumentation: {
    ...read,
    path: '/docs',
    summary: 'Get this interface as a web page',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    answers: { 200: { kind: 'html', summary: 'An HTML page' } },
    problems: [],
  },
  readMovieSchema: {
    ...read,
    path: '/v1/schema/movie',
    summary: 'Get the JSON Schema of dynamic movies',
    chapter: 'Movies',
    access: 'credentials',
    parameters: noPath,
    answers: {
      200: { kind: 'json', summary: 'JSON Schema, draft 2020-12', schema: z.record(z.string(), z.unknown()) },
    },
    problems: [],
  },
} as const satisfies Record<string, Call>;

const agentBase = {
  chapter: 'Agents',
  access: 'credentials',
  parameters: noPath,
  query: noQuery,
  headers: [],
} as const;

export const agentCalls = {
  readAgents: {
    ...agentBase,
    method: 'GET',
    path: '/v1/agents',
    summary: 'Get the settings for assistants, and the keys of assistants',
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The settings and keys', schema: agentState } },
    problems: [],
  },
  changeAgents: {
    ...agentBase,
    method: 'PUT',
    path: '/v1/agents',
    summary: 'Switch assistants on or off, or pause them',
    body: { kind: 'json', schema: agentSettings.partial(), limitBytes: serviceLimits.jsonBytes },
    answers: { 200: { kind: 'json', summary: 'The settings and keys', schema: agentState } },
    problems: ['storage/full', 'storage/read-only'],
  },
  createAgentKey: {
    ...agentBase,
    method: 'POST',
    path: '/v1/agents/keys',
    summary: 'Create a key for an assistant; only this answer contains the secret of the key',
    body: { kind: 'json', schema: newAgentKey, limitBytes: serviceLimits.jsonBytes },
    answers: {
      201: {
        kind: 'json',
        summary: 'The key',
        schema: agentKey.extend({
          secret: z.string().describe('Secret of the key, for the header `Authorization: Bearer`'),
        }),
      },
    },
    problems: ['agents/too-many', 'storage/full', 'storage/read-only'],
  },
  revokeAgentKey: {
    ...agentBase,
    method: 'DELETE',
    path: '/v1/agents/keys/:key',
    summary: 'Revoke the key of an assistant; running calls with this key end',
    parameters: z.object({ key: z.string().min(1).max(64) }),
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The revoked key', schema: agentKey } },
    problems: ['agents/key-not-found', 'storage/full', 'storage/read-only'],
  },
  listAgentCalls: {
    ...agentBase,
    method: 'GET',
    path: '/v1/agents/calls',
    summary: 'List the calls of assistants, newest first',
    query: z.object({ limit: wholeNumber(1, 1000).optional(), cursor: z.string().max(64).optional() }),
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'A page of calls',
        schema: z.object({ calls: z.array(agentCall), cursor: z.string().nullable() }),
      },
    },
    problems: [],
  },
} as const satisfies Record<string, Call>;
