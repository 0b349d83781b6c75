import { z } from 'zod';
import { designLanguages } from '../../designs/design-file.ts';
import { designSize } from '../shapes/design-shapes.ts';
import { serviceLimits } from '../shapes/limits.ts';
import { noPath, noQuery, projectPath } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';
import type { Call } from './call.ts';

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
        summary: 'All projects, sorted by name',
        schema: z.object({ Projects: z.array(z.tuple([z.string(), z.string()])), projects: z.array(shapes.project) }),
      },
    },
    problems: [],
  },
  listMissing: {
    method: 'GET',
    path: '/v1/list/missing',
    summary: 'List the missing assets: assets that templates use and that their projects do not have',
    chapter: 'Projects',
    access: 'credentials',
    parameters: noPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'The projects with missing assets',
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
    summary: 'Create a project, empty or from a design',
    chapter: 'Projects',
    access: 'credentials',
    parameters: z.object({ name: z.string().min(1).max(1024) }),
    query: z.object({
      design: z.string().min(1).max(1024).optional().describe('Name of the design to start from.'),
      size: z
        .union([designSize, z.literal('all')])
        .optional()
        .describe('Aspect ratio such as `9:16`, or `all`. Default: the first size of the design.'),
      language: z
        .enum(['en', 'de'])
        .optional()
        .describe('Language of the names and texts of the design. Default: `en`.'),
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
    summary: 'Rename a project; its uid stays the same',
    chapter: 'Projects',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: named,
    answers: { 200: { kind: 'json', summary: 'The renamed project', schema: shapes.project } },
    problems: [...changeProblems, 'project/invalid-name'],
  },
  openProject: {
    method: 'PUT',
    path: '/v1/project/:project/opened',
    summary: 'Record that a project was opened in an editor',
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
    summary:
      'Duplicate a project with its assets, templates, and movies, but without its renders; both projects share the stored files',
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
    summary: 'Delete a project and cancel its running renders',
    chapter: 'Projects',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The deleted project', schema: shapes.deletedAnswer } },
    problems: ['project/not-found', 'storage/full', 'storage/read-only'],
  },
} as const satisfies Record<string, Call>;

export const bundleCalls = {
  readBundle: {
    method: 'GET',
    path: '/v1/bundle/:project',
    summary:
      'Export a project as one file with its current assets, templates, editing records, batch tables, movies, and live tables',
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
      'Create a project from a bundle; if the bundle is invalid, nothing is created. If another project has the name, a number is added to the name. Live tables are paused.',
    chapter: 'Bundles',
    access: 'credentials',
    parameters: noPath,
    query: z.object({
      /** The name of the project, instead of the name in the bundle. No number is added to this name. */
      name: z.string().min(1).max(1024).optional(),
    }),
    headers: ['content-type', 'content-digest'],
    body: { kind: 'file', limitBytes: serviceLimits.bundleBytes, limitName: 'bundleBytes' },
    answers: {
      201: {
        kind: 'json',
        summary: 'The new project',
        schema: shapes.project.extend({
          liveTables: z
            .array(
              z.object({
                id: z.string(),
                name: z.string(),
                problem: shapes.issue
                  .nullable()
                  .describe('Part of the table that the bundle does not contain, such as a secret header'),
              }),
            )
            .describe('Imported live tables, which are paused'),
        }),
      },
    },
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

const sampleLanguage = z.enum(designLanguages).optional().describe('Language of names and texts. Default: `en`.');

export const sampleCalls = {
  createSample: {
    method: 'POST',
    path: '/v1/sample',
    summary: 'Create a sample project with generated clips and music, a film, and a template with variables',
    chapter: 'Projects',
    access: 'credentials',
    parameters: noPath,
    query: z.object({ language: sampleLanguage }),
    headers: [],
    body: { kind: 'none' },
    answers: {
      201: { kind: 'json', summary: 'The new project and the template to open first', schema: shapes.sampleProject },
    },
    problems: [
      'ffmpeg/not-found',
      'ffmpeg/failed',
      'ffmpeg/interrupted',
      'ffmpeg/stalled',
      'ffmpeg/output-limit',
      'ffmpeg/memory',
      'render/format-unavailable',
      'storage/full',
      'storage/read-only',
    ],
  },
} as const satisfies Record<string, Call>;
