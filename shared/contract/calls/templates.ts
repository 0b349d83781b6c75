import { z } from 'zod';
import type { Call } from '../call.ts';
import { serviceLimits } from '../limits.ts';
import { assetPath, noQuery, projectPath, templatePath, wholeNumber } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';

const known = ['access/region', 'project/not-found', 'template/not-found'] as const;

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
    summary: 'Save a template, and export a dynamic movie of the same name from it',
    chapter: 'Templates',
    access: 'credentials',
    parameters: templatePath,
    query: z.object({
      errors: z
        .enum(['refuse', 'keep'])
        .describe(
          'Whether a text with errors is refused, as it is by default, or kept: it becomes a revision, even if it is no XML, and the movie stays that of the newest revision without errors',
        )
        .optional(),
    }),
    headers: ['if-match', 'if-none-match'],
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
    summary: 'Retrieve a template as it was sent, byte for byte',
    chapter: 'Templates',
    access: 'credentials',
    parameters: templatePath,
    query: z.object({ revision: wholeNumber(1).optional() }),
    headers: ['if-none-match'],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'xml', summary: 'The template' },
      304: { kind: 'empty', summary: 'It has not changed' },
    },
    problems: known,
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
    answers: { 200: { kind: 'json', summary: 'What was deleted', schema: shapes.deleted } },
    problems: [...known, 'template/precondition', 'storage/full', 'storage/read-only'],
  },
  listRevisions: {
    method: 'GET',
    path: '/v1/xml/:region/:project/:name/revisions',
    summary: 'The last 50 revisions of a template, newest first',
    chapter: 'Templates',
    access: 'credentials',
    parameters: templatePath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'json', summary: 'Revisions', schema: z.object({ revisions: z.array(shapes.revision) }) },
    },
    problems: known,
  },
  readEditing: {
    method: 'GET',
    path: '/v1/editing/:project/:name',
    summary: "A template's editing record: data sets, markers, the view last seen",
    chapter: 'Templates',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The record', schema: shapes.editingRecord } },
    problems: ['project/not-found', 'template/not-found'],
  },
  saveEditing: {
    method: 'PUT',
    path: '/v1/editing/:project/:name',
    summary: "Save a template's editing record",
    chapter: 'Templates',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: ['if-match'],
    body: { kind: 'json', schema: shapes.editingRecord, limitBytes: serviceLimits.jsonBytes },
    answers: { 200: { kind: 'json', summary: 'The record', schema: shapes.editingRecord } },
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
