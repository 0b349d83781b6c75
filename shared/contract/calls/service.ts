import { z } from 'zod';
import type { Call } from '../call.ts';
import { health } from '../shapes/health-shape.ts';
import { noPath, noQuery, projectPath } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';

const read = { method: 'GET', query: noQuery, headers: [], body: { kind: 'none' } } as const;

/** From a hundred megabytes, below which nothing could be kept, to what no disk has. */
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
    summary: 'Where projects can be published to',
    chapter: 'Publishing',
    access: 'credentials',
    parameters: noPath,
    answers: {
      200: {
        kind: 'json',
        summary: '`local`, then the others by name',
        schema: z.object({ clusters: z.array(shapes.cluster) }),
      },
    },
    problems: [],
  },
  listPublished: {
    ...read,
    path: '/v1/published/:cluster',
    summary: 'What was published to a cluster',
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
    summary: 'Version, FFmpeg, disk and queue',
    chapter: 'Service',
    access: 'open',
    parameters: noPath,
    answers: { 200: { kind: 'json', summary: 'How the service is', schema: health } },
    problems: [],
  },
  readAccess: {
    ...read,
    path: '/v1/access',
    summary: 'Where programs on the service’s machine find its credentials',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    answers: {
      200: {
        kind: 'json',
        summary: 'A file for `curl --config`; null where the credentials were given by the environment',
        schema: z.object({ curlConfig: z.string().nullable() }),
      },
    },
    problems: [],
  },
  readStorage: {
    ...read,
    path: '/v1/storage',
    summary: 'What the workspace takes up, part by part, and what bounds it',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    answers: {
      200: {
        kind: 'json',
        summary: 'Parts of the workspace',
        schema: z.object({
          /** The folder of the workspace. */
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
    summary: 'Change what caches and films may take up; what is left out stays as it is',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    body: { kind: 'json', schema: storageLimitChange, limitBytes: 4096 },
    answers: { 200: { kind: 'json', summary: 'What holds now', schema: shapes.storageLimits } },
    problems: ['request/too-large', 'request/content-type', 'storage/full', 'storage/read-only'],
  },
  emptyCache: {
    ...read,
    method: 'DELETE',
    path: '/v1/storage/:area',
    summary: 'Remove what can be made again; renders that are running keep what they need',
    chapter: 'Service',
    access: 'credentials',
    parameters: z.object({ area: z.enum(['segments', 'views', 'sources', 'links']) }),
    answers: {
      200: { kind: 'json', summary: 'What was freed', schema: z.object({ freedBytes: z.number(), files: z.int() }) },
    },
    problems: ['storage/unwritable'],
  },
  readOpenApi: {
    ...read,
    path: '/openapi.json',
    summary: 'This interface as an OpenAPI document',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    answers: { 200: { kind: 'json', summary: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
    problems: [],
  },
  readDocumentation: {
    ...read,
    path: '/docs',
    summary: 'This interface, to be read by people',
    chapter: 'Service',
    access: 'credentials',
    parameters: noPath,
    answers: { 200: { kind: 'html', summary: 'A page' } },
    problems: [],
  },
  readMovieSchema: {
    ...read,
    path: '/v1/schema/movie',
    summary: 'JSON Schema of the dynamic movie',
    chapter: 'Movies',
    access: 'credentials',
    parameters: noPath,
    answers: {
      200: { kind: 'json', summary: 'JSON Schema, draft 2020-12', schema: z.record(z.string(), z.unknown()) },
    },
    problems: [],
  },
} as const satisfies Record<string, Call>;
