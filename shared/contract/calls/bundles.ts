import { z } from 'zod';
import type { Call } from '../call.ts';
import { serviceLimits } from '../limits.ts';
import { noPath, noQuery, projectPath } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';

export const bundleCalls = {
  readBundle: {
    method: 'GET',
    path: '/v1/bundle/:project',
    summary:
      'A whole project as one file: its assets, templates, editing records and movies, as they are at that moment',
    chapter: 'Bundles',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'bytes',
        summary: 'A zip file with a manifest. If something fails on the way, the connection is cut before its end',
      },
    },
    problems: ['project/not-found', 'bundle/limit'],
  },
  createFromBundle: {
    method: 'POST',
    path: '/v1/bundle',
    summary: 'Create a project from a bundle, whole or not at all; a name that is taken gets a number',
    chapter: 'Bundles',
    access: 'credentials',
    parameters: noPath,
    query: z.object({
      /** Instead of the one in the bundle, and as it is. */
      name: z.string().min(1).max(1024).optional(),
    }),
    headers: ['content-type', 'content-digest'],
    body: { kind: 'file', limitBytes: serviceLimits.bundleBytes, limitName: 'bundleBytes' },
    answers: { 201: { kind: 'json', summary: 'The new project', schema: shapes.project } },
    problems: [
      'project/invalid-name',
      'request/too-large',
      'request/incomplete',
      'request/encoding',
      'upload/digest',
      'bundle/unreadable',
      'bundle/newer',
      'bundle/entry',
      'bundle/digest',
      'bundle/content',
      'bundle/limit',
      'storage/full',
      'storage/read-only',
    ],
  },
} as const satisfies Record<string, Call>;
