import { z } from 'zod';
import { serviceLimits } from '../shapes/limits.ts';
import { assetPath, noQuery, projectPath, templatePath, wholeNumber } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';
import type { Call } from './call.ts';

const notFoundProblems = ['access/region', 'project/not-found', 'template/not-found'] as const;

export const templateCalls = {
  listTemplates: {
    method: 'GET',
    path: '/v1/list/xml/:project',
    summary: 'List the templates of a project',
    chapter: 'Templates',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'json', summary: 'Templates', schema: z.object({ templates: z.array(shapes.templateEntry) }) },
    },
    problems: ['project/not-found'],
  },
  saveTemplate: {
    method: 'POST',
    path: '/v1/xml/:region/:project/:name',
    summary: 'Save a template and export a dynamic movie with the same name',
    chapter: 'Templates',
    access: 'credentials',
    parameters: templatePath,
    query: z.object({
      errors: z
        .enum(['refuse', 'keep'])
        .describe(
          '`refuse` (the default) rejects a template with errors. `keep` saves the template as a revision, even if it is not XML. The movie then still has the content of the newest revision without errors.',
        )
        .optional(),
      merge: z
        .enum(['true', 'false'])
        .describe(
          '`true`: if `If-Match` names an older revision, the changes of the newer revisions are merged into the text. If the text and a newer revision changed the same place, the answer is `template/precondition`.',
        )
        .optional(),
    }),
    headers: ['if-match', 'if-none-match', 'scenewright-author', 'scenewright-author-kind', 'scenewright-label'],
    body: { kind: 'xml', limitBytes: serviceLimits.templateBytes },
    answers: {
      200: { kind: 'json', summary: 'A new revision', schema: shapes.savedTemplate },
      201: { kind: 'json', summary: 'A new template', schema: shapes.savedTemplate },
    },
    problems: [
      'access/region',
      'project/not-found',
      'asset/invalid-name',
      'template/invalid',
      'template/too-slow',
      'template/precondition',
      'request/too-large',
      'storage/full',
      'storage/read-only',
    ],
  },
  readTemplate: {
    method: 'GET',
    path: '/v1/xml/:region/:project/:name',
    summary: 'Download a template, byte for byte as it was saved',
    chapter: 'Templates',
    access: 'credentials',
    parameters: templatePath,
    query: z.object({ revision: wholeNumber(1).optional() }),
    headers: ['if-none-match'],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'xml', summary: 'The template' },
      304: { kind: 'empty', summary: 'Not modified' },
    },
    problems: notFoundProblems,
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/v1/xml/:region/:project/:name',
    summary: 'Delete a template and its movie',
    chapter: 'Templates',
    access: 'credentials',
    parameters: templatePath,
    query: noQuery,
    headers: ['if-match'],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The name of the deleted template', schema: shapes.deletedAnswer } },
    problems: [...notFoundProblems, 'template/precondition', 'storage/full', 'storage/read-only'],
  },
  listRevisions: {
    method: 'GET',
    path: '/v1/xml/:region/:project/:name/revisions',
    summary: 'List the last 50 revisions of a template, newest first',
    chapter: 'Templates',
    access: 'credentials',
    parameters: templatePath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'json', summary: 'Revisions', schema: z.object({ revisions: z.array(shapes.revision) }) },
    },
    problems: notFoundProblems,
  },
  readEditing: {
    method: 'GET',
    path: '/v1/editing/:project/:name',
    summary: 'Get the editing record of a template: data sets, markers, and the last view',
    chapter: 'Templates',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The editing record', schema: shapes.editingRecord } },
    problems: ['project/not-found', 'template/not-found'],
  },
  saveEditing: {
    method: 'PUT',
    path: '/v1/editing/:project/:name',
    summary: 'Save the editing record of a template',
    chapter: 'Templates',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: ['if-match'],
    body: { kind: 'json', schema: shapes.editingRecord, limitBytes: serviceLimits.jsonBytes },
    answers: { 200: { kind: 'json', summary: 'The editing record', schema: shapes.editingRecord } },
    problems: [
      'project/not-found',
      'template/not-found',
      'template/precondition',
      'request/too-large',
      'request/content-type',
      'storage/full',
      'storage/read-only',
    ],
  },
  readBatchTable: {
    method: 'GET',
    path: '/v1/batch-tables/:project/:name',
    summary: 'Get the batch table of a template: the rows that a user prepares in the editor',
    chapter: 'Templates',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The batch table', schema: shapes.batchTable } },
    problems: ['project/not-found', 'template/not-found'],
  },
  saveBatchTable: {
    method: 'PUT',
    path: '/v1/batch-tables/:project/:name',
    summary: 'Save the batch table of a template',
    chapter: 'Templates',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: ['if-match'],
    body: { kind: 'json', schema: shapes.batchTable, limitBytes: serviceLimits.jsonBytes },
    answers: { 200: { kind: 'json', summary: 'The batch table', schema: shapes.batchTable } },
    problems: [
      'project/not-found',
      'template/not-found',
      'template/precondition',
      'request/too-large',
      'request/content-type',
      'storage/full',
      'storage/read-only',
    ],
  },
} as const satisfies Record<string, Call>;
