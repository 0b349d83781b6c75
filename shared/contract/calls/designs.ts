import { z } from 'zod';
import { designCategories, designLanguages, designSizes } from '../../designs/design-file.ts';
import type { Call } from '../call.ts';
import { serviceLimits } from '../limits.ts';
import { design, designSize, usedDesign } from '../shapes/design-shapes.ts';
import { noPath, noQuery } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';

const limits = serviceLimits.design;

const segment = z.string().min(1).max(1024);
const designPath = z.object({ design: segment });
const inProject = designPath.extend({ region: segment, project: segment });

const size = designSize.optional().describe('such as `9:16`; the first of the design unless given');
const replace = z
  .enum(['true', 'false'])
  .optional()
  .describe('`true`: instead of the own design of that name, if there is one');
const language = z.enum(designLanguages).optional().describe('of titles and descriptions; `en` unless given');
const textLanguage = z.enum(designLanguages).optional().describe('of its default texts; `en` unless given');
const v = z
  .string()
  .max(256)
  .optional()
  .describe('the version of the design: where it is right, the answer is kept for good');

const read = { method: 'GET', chapter: 'Designs', access: 'credentials', body: { kind: 'none' } } as const;
const fileHeaders = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const;
const unchanged = { kind: 'empty', summary: 'It has not changed' } as const;

const changeProblems = ['storage/full', 'storage/read-only'] as const;
const frameProblems = [
  'template/invalid',
  'template/too-slow',
  'render/invalid',
  'media/cancelled',
  'render/wrong-output',
  'render/format-unavailable',
  'ffmpeg/not-found',
  'ffmpeg/failed',
  'ffmpeg/stalled',
  'ffmpeg/output-limit',
  'ffmpeg/memory',
] as const;
const newDesignProblems = ['design/invalid-name', 'design/shipped', 'design/exists', 'design/invalid'] as const;

export const designCalls = {
  listDesigns: {
    ...read,
    path: '/v1/designs',
    summary: 'List the designs that films begin from: those that come with the program, then those that were put here',
    parameters: noPath,
    query: z.object({ language }),
    headers: [],
    answers: { 200: { kind: 'json', summary: 'Designs', schema: z.object({ designs: z.array(design) }) } },
    problems: [],
  },
  readDesign: {
    ...read,
    path: '/v1/designs/:design',
    summary:
      'A whole design as one file, which is a bundle: it can be put into another service as a design or a project',
    parameters: designPath,
    query: noQuery,
    headers: [],
    answers: {
      200: { kind: 'bytes', summary: 'A zip file with a manifest' },
    },
    problems: ['design/not-found', 'bundle/limit', 'template/invalid', 'template/too-slow', ...changeProblems],
  },
  readDesignPoster: {
    ...read,
    path: '/v1/designs/:design/poster',
    summary:
      'The picture that stands for a design, as JPEG; with `values`, or in the brand of a `project`, as the engine renders it so',
    parameters: designPath,
    query: z.object({
      size,
      values: z
        .string()
        .max(limits.valuesCharacters)
        .optional()
        .describe('JSON object: values of variables; those left out have their defaults'),
      project: segment.optional().describe('uid of a project whose brand it is shown in, behind the values'),
      language: textLanguage,
      v,
    }),
    headers: fileHeaders,
    answers: {
      200: { kind: 'bytes', summary: 'JPEG, its longer side 640' },
      206: { kind: 'bytes', summary: 'The range that was asked for' },
      304: unchanged,
    },
    problems: [
      'design/not-found',
      'design/no-size',
      'project/not-found',
      'asset/range',
      ...frameProblems,
      ...changeProblems,
    ],
  },
  readDesignPreview: {
    ...read,
    path: '/v1/designs/:design/preview',
    summary: 'A design as a small film without sound, as MP4',
    parameters: designPath,
    query: z.object({ size, language: textLanguage, v }),
    headers: fileHeaders,
    answers: {
      200: { kind: 'bytes', summary: 'MP4, its longer side 384' },
      206: { kind: 'bytes', summary: 'The range that was asked for' },
      304: unchanged,
    },
    problems: ['design/not-found', 'design/no-size', 'design/no-preview', 'asset/range'],
  },
  readDesignTemplate: {
    ...read,
    path: '/v1/designs/:design/template',
    summary: 'The template of a design, byte for byte',
    parameters: designPath,
    query: z.object({ size, v }),
    headers: ['if-none-match'],
    answers: { 200: { kind: 'xml', summary: 'XML' }, 304: unchanged },
    problems: ['design/not-found', 'design/no-size'],
  },
  useDesign: {
    ...read,
    method: 'POST',
    path: '/v1/designs/:design/use/:region/:project',
    summary:
      'Put a design into a project: a template with its data sets, and the files that it names. Files that are there are used; of a name that is taken otherwise, the new one gets a number',
    parameters: inProject,
    query: noQuery,
    headers: ['content-type'],
    body: {
      kind: 'json',
      schema: z.object({
        size: z
          .union([designSize, z.literal('all')])
          .optional()
          .describe('such as `9:16`, or `all`; the first of the design unless given'),
        name: z.string().min(1).max(1024).optional().describe('of the template; the title of the design unless given'),
        language,
      }),
      limitBytes: serviceLimits.jsonBytes,
    },
    answers: { 201: { kind: 'json', summary: 'What the project has of it now', schema: usedDesign } },
    problems: [
      'access/region',
      'project/not-found',
      'asset/invalid-name',
      'design/not-found',
      'design/no-size',
      'template/invalid',
      'template/too-slow',
      ...changeProblems,
    ],
  },
  createDesign: {
    ...read,
    method: 'POST',
    path: '/v1/designs/:design',
    summary: 'Put a design here from its bundle, whole or not at all',
    parameters: designPath,
    query: z.object({ replace }),
    headers: ['content-type', 'content-digest'],
    body: { kind: 'file', limitBytes: limits.bundleBytes, limitName: 'design.bundleBytes' },
    answers: { 201: { kind: 'json', summary: 'The new design', schema: design } },
    problems: [
      ...newDesignProblems,
      ...frameProblems,
      'upload/digest',
      'bundle/unreadable',
      'bundle/newer',
      'bundle/entry',
      'bundle/digest',
      'bundle/content',
      'bundle/limit',
      ...changeProblems,
    ],
  },
  saveDesign: {
    ...read,
    method: 'POST',
    path: '/v1/designs/:design/save/:region/:project',
    summary: 'Make a design of templates of a project, with their data sets and the files that they name',
    parameters: inProject,
    query: z.object({ replace }),
    headers: ['content-type'],
    body: {
      kind: 'json',
      schema: z.object({
        templates: z
          .array(z.string().min(1).max(1024))
          .min(1)
          .max(Object.keys(designSizes).length)
          .describe('names of templates, each of another shape of frames'),
        title: z.string().trim().min(1).max(limits.titleCharacters),
        description: z
          .string()
          .trim()
          .min(1)
          .max(limits.descriptionCharacters)
          .optional()
          .describe('the title unless given'),
        category: z.enum(designCategories),
        posterFrame: z
          .int()
          .min(0)
          .optional()
          .describe('number of the frame that stands for it; one near the middle unless given'),
      }),
      limitBytes: serviceLimits.jsonBytes,
    },
    answers: { 201: { kind: 'json', summary: 'The new design', schema: design } },
    problems: [
      'access/region',
      'project/not-found',
      'template/not-found',
      'bundle/limit',
      ...newDesignProblems,
      ...frameProblems,
      ...changeProblems,
    ],
  },
  deleteDesign: {
    ...read,
    method: 'DELETE',
    path: '/v1/designs/:design',
    summary: 'Delete a design that was put here; films and projects that began from it stay',
    parameters: designPath,
    query: noQuery,
    headers: [],
    answers: { 200: { kind: 'json', summary: 'What was deleted', schema: shapes.deleted } },
    problems: ['design/not-found', 'design/shipped', ...changeProblems],
  },
} as const satisfies Record<string, Call>;
