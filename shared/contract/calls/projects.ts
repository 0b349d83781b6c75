import { z } from 'zod';
import type { Call } from '../call.ts';
import { serviceLimits } from '../limits.ts';
import { designSize } from '../shapes/design-shapes.ts';
import { noPath, noQuery, projectPath } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';

const named = {
  kind: 'json',
  schema: z.object({ name: z.string().min(1).max(1024) }),
  limitBytes: serviceLimits.jsonBytes,
} as const;

const changeProblems = [
  'project/not-found',
  'request/too-large',
  'request/content-type',
  'storage/full',
  'storage/read-only',
] as const;

export const projectCalls = {
  listProjects: {
    method: 'GET',
    path: '/v1/list/project',
    summary: 'List all projects',
    chapter: 'Projects',
    access: 'credentials',
    parameters: noPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'Every project, by name',
        schema: z.object({ Projects: z.array(z.tuple([z.string(), z.string()])), projects: z.array(shapes.project) }),
      },
    },
    problems: [],
  },
  listMissing: {
    method: 'GET',
    path: '/v1/list/missing',
    summary: 'The assets that templates name and their projects lack',
    chapter: 'Projects',
    access: 'credentials',
    parameters: noPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'The projects that lack something',
        schema: z.object({
          projects: z.array(z.object({ uid: z.string(), assets: z.array(shapes.missingAsset) })),
        }),
      },
    },
    problems: [],
  },
  createProject: {
    method: 'POST',
    path: '/v1/project/:name',
    summary: 'Create a project: an empty one, or with a design to begin from',
    chapter: 'Projects',
    access: 'credentials',
    parameters: z.object({ name: z.string().min(1).max(1024) }),
    query: z.object({
      design: z.string().min(1).max(1024).optional().describe('name of a design that is put into it'),
      size: z
        .union([designSize, z.literal('all')])
        .optional()
        .describe('of the design: such as `9:16`, or `all`; its first unless given'),
      language: z.enum(['en', 'de']).optional().describe('of the name that the template of a design gets'),
    }),
    headers: [],
    body: { kind: 'none' },
    answers: { 201: { kind: 'json', summary: 'The new project', schema: shapes.createdProject } },
    problems: [
      'project/invalid-name',
      'design/not-found',
      'design/no-size',
      'template/invalid',
      'template/too-slow',
      'storage/full',
      'storage/read-only',
    ],
  },
  renameProject: {
    method: 'PUT',
    path: '/v1/project/:project',
    summary: 'Give a project another name; its uid stays',
    chapter: 'Projects',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: named,
    answers: { 200: { kind: 'json', summary: 'The project under its new name', schema: shapes.project } },
    problems: [...changeProblems, 'project/invalid-name'],
  },
  openProject: {
    method: 'PUT',
    path: '/v1/project/:project/opened',
    summary: 'Note that a project was opened in an editor now',
    chapter: 'Projects',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The project', schema: shapes.project } },
    problems: ['project/not-found', 'storage/full', 'storage/read-only'],
  },
  duplicateProject: {
    method: 'POST',
    path: '/v1/project/:project/duplicate',
    summary: 'Create a project with the same assets, templates and movies; no file is copied, and no render',
    chapter: 'Projects',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: named,
    answers: { 201: { kind: 'json', summary: 'The new project', schema: shapes.project } },
    problems: [...changeProblems, 'project/invalid-name'],
  },
  deleteProject: {
    method: 'DELETE',
    path: '/v1/project/:project',
    summary: 'Delete a project; its running renders are cancelled first',
    chapter: 'Projects',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'What was deleted', schema: shapes.deleted } },
    problems: ['project/not-found', 'storage/full', 'storage/read-only'],
  },
} as const satisfies Record<string, Call>;
