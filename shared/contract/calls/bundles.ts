import { z } from 'zod';
import type { Call } from '../call.ts';
import { serviceLimits } from '../limits.ts';
import { noPath, noQuery, projectPath } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';

export const bundleCalls = {
  readBundle: {
    method: 'GET',
    path: '/v1/bundle/:project',
    summary: 'Export a project as one file with its current assets, templates, editing records, and movies',
    chapter: 'Bundles',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'bytes',
        summary:
          'A ZIP file with a manifest. If an error occurs during the download, the connection closes before the end of the file.',
      },
    },
    problems: ['project/not-found', 'bundle/limit'],
  },
  createFromBundle: {
    method: 'POST',
    path: '/v1/bundle',
    summary:
      'Create a project from a bundle; an invalid bundle creates nothing, and a number is added to a name that is taken',
    chapter: 'Bundles',
    access: 'credentials',
    parameters: noPath,
    query: z.object({
      /** Replaces the name in the bundle; no number is added to it. */
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
