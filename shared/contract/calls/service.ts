import { z } from 'zod';
import type { Call } from '../call.ts';
import { noPath, noQuery, projectPath } from '../parameters.ts';
import * as shapes from '../shapes.ts';

const read = { method: 'GET', query: noQuery, headers: [], body: { kind: 'none' } } as const;

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
    answers: { 200: { kind: 'json', summary: 'How the service is', schema: shapes.health } },
    problems: [],
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
