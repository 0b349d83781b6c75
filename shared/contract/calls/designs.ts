import { z } from 'zod';
import { designCategories, designLanguages, designSizes } from '../../designs/design-file.ts';
import { design, designSize, usedDesign } from '../shapes/design-shapes.ts';
import { serviceLimits } from '../shapes/limits.ts';
import { noPath, noQuery } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';
import type { Call } from './call.ts';

const limits = serviceLimits.design;

const segment = z.string().min(1).max(1024);
const designPath = z.object({ design: segment });
const inProject = designPath.extend({ region: segment, project: segment });

const size = designSize.optional().describe('Aspect ratio such as `9:16`. Default: the first size of the design.');
const replace = z
  .enum(['true', 'false'])
  .optional()
  .describe('`true`: replace an existing design of your own with this name.');
const language = z.enum(designLanguages).optional().describe('Language of titles and descriptions. Default: `en`.');
const textLanguage = z.enum(designLanguages).optional().describe('Language of the default texts. Default: `en`.');
const v = z
  .string()
  .max(256)
  .optional()
  .describe('Version of the design. If the version is current, clients can cache the answer permanently.');

const read = { method: 'GET', chapter: 'Designs', access: 'credentials', body: { kind: 'none' } } as const;
const fileHeaders = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const;
const unchanged = { kind: 'empty', summary: 'Not modified' } as const;

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
  'ffmpeg/interrupted',
  'ffmpeg/stalled',
  'ffmpeg/output-limit',
  'ffmpeg/memory',
] as const;
const newDesignProblems = ['design/invalid-name', 'design/shipped', 'design/exists', 'design/invalid'] as const;

export const designCalls = {
  listDesigns: {
    ...read,
    path: '/v1/designs',
    summary: 'List the designs: the built-in designs first, then your own',
    parameters: noPath,
    query: z.object({ language }),
    headers: [],
    answers: { 200: { kind: 'json', summary: 'Designs', schema: z.object({ designs: z.array(design) }) } },
    problems: [],
  },
  readDesign: {
    ...read,
    path: '/v1/designs/:design',
    summary: 'Export a design as one bundle, which another service can import as a design or as a project',
    parameters: designPath,
    query: noQuery,
    headers: [],
    answers: {
      200: { kind: 'bytes', summary: 'A ZIP file with a manifest' },
    },
    problems: ['design/not-found', 'bundle/limit', 'template/invalid', 'template/too-slow', ...changeProblems],
  },
  readDesignPoster: {
    ...read,
    path: '/v1/designs/:design/poster',
    summary:
      'Get the poster of a design as JPEG with the default values, with `values`, or with the brand of a `project`',
    parameters: designPath,
    query: z.object({
      size,
      values: z
        .string()
        .max(limits.valuesCharacters)
        .optional()
        .describe('JSON object: values of variables. Omitted variables have their defaults.'),
      project: segment
        .optional()
        .describe('Uid of the project whose brand is applied. `values` take precedence over the brand.'),
      language: textLanguage,
      v,
    }),
    headers: fileHeaders,
    answers: {
      200: { kind: 'bytes', summary: 'JPEG; the longer side has 640 pixels' },
      206: { kind: 'bytes', summary: 'The requested range' },
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
    summary: 'Get the preview film of a design as MP4 without sound',
    parameters: designPath,
    query: z.object({ size, language: textLanguage, v }),
    headers: fileHeaders,
    answers: {
      200: { kind: 'bytes', summary: 'MP4; the longer side has 384 pixels' },
      206: { kind: 'bytes', summary: 'The requested range' },
      304: unchanged,
    },
    problems: ['design/not-found', 'design/no-size', 'design/no-preview', 'asset/range'],
  },
  readDesignTemplate: {
    ...read,
    path: '/v1/designs/:design/template',
    summary: 'Download the template of a design, byte for byte',
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
      'Add the template, data sets, and files of a design to a project. Files that the project already has are used again. If a different file has the same name, a number is added to the name of the new file.',
    parameters: inProject,
    query: noQuery,
    headers: ['content-type'],
    body: {
      kind: 'json',
      schema: z.object({
        size: z
          .union([designSize, z.literal('all')])
          .optional()
          .describe('Aspect ratio such as `9:16`, or `all`. Default: the first size of the design.'),
        name: z
          .string()
          .min(1)
          .max(1024)
          .optional()
          .describe('Name of the template. Default: the title of the design.'),
        language: language.describe('Language of the template’s name, its texts, and its layer names. Default: `en`.'),
      }),
      limitBytes: serviceLimits.jsonBytes,
    },
    answers: { 201: { kind: 'json', summary: 'The added templates, and the files that they use', schema: usedDesign } },
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
    summary: 'Import a design from a bundle; if the bundle is invalid, nothing is stored',
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
    summary: 'Create a design from templates of a project, with their data sets and files',
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
          .describe('Names of templates, each with a different aspect ratio.'),
        title: z.string().trim().min(1).max(limits.titleCharacters),
        description: z
          .string()
          .trim()
          .min(1)
          .max(limits.descriptionCharacters)
          .optional()
          .describe('Description of the design. Default: the title.'),
        category: z.enum(designCategories),
        posterFrame: z
          .int()
          .min(0)
          .optional()
          .describe('Number of the poster frame. Default: a frame near the middle.'),
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
    summary: 'Delete a design of your own; projects and films that were created from the design do not change',
    parameters: designPath,
    query: noQuery,
    headers: [],
    answers: { 200: { kind: 'json', summary: 'The name of the deleted design', schema: shapes.deletedAnswer } },
    problems: ['design/not-found', 'design/shipped', ...changeProblems],
  },
} as const satisfies Record<string, Call>;
