import { z } from 'zod';
import type { Call } from '../call.ts';
import { serviceLimits } from '../limits.ts';
import * as mediaShapes from '../shapes/media-shapes.ts';
import { assetPath, noQuery, projectPath, trashedPath, wholeNumber } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';

/** Assets that one call lists at most, and unless it asks for fewer. */
export const MOST_LISTED = 10_000;

const page = {
  limit: wholeNumber(1, MOST_LISTED).optional(),
  cursor: z.string().max(2048).optional(),
};

const file = { kind: 'file', limitBytes: serviceLimits.assetBytes } as const;
const writeProblems = [
  'project/not-found',
  'asset/invalid-name',
  'request/too-large',
  'request/incomplete',
  'request/encoding',
  'upload/digest',
  'storage/full',
  'storage/read-only',
] as const;

export const assetCalls = {
  listAssets: {
    method: 'GET',
    path: '/v1/list/data/:project',
    summary: 'List the assets of a project, by name',
    chapter: 'Assets',
    access: 'credentials',
    parameters: projectPath,
    query: z.object({ prefix: z.string().max(1024).optional(), ...page }),
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'One page of assets; `cursor` leads to the next and is null on the last',
        schema: z.object({ assets: z.array(mediaShapes.asset), cursor: z.string().nullable() }),
      },
    },
    problems: ['project/not-found'],
  },
  readAsset: {
    method: 'GET',
    path: '/v1/data/:project/:name',
    summary: 'Retrieve an asset; HEAD answers the same without the bytes',
    chapter: 'Assets',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: ['range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'bytes', summary: 'The whole asset' },
      206: { kind: 'bytes', summary: 'The range that was asked for' },
      304: { kind: 'empty', summary: 'It has not changed' },
    },
    problems: ['project/not-found', 'asset/not-found', 'asset/range', 'asset/precondition'],
  },
  createAsset: {
    method: 'POST',
    path: '/v1/data/:project/:name',
    summary: 'Upload an asset under a new name',
    chapter: 'Assets',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: ['content-type', 'content-digest'],
    body: file,
    answers: { 201: { kind: 'json', summary: 'The asset', schema: mediaShapes.storedAsset } },
    problems: [...writeProblems, 'asset/exists'],
  },
  replaceAsset: {
    method: 'PUT',
    path: '/v1/data/:project/:name',
    summary: 'Replace an asset, or create it; readers see the whole old file or the whole new one',
    chapter: 'Assets',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: ['content-type', 'content-digest', 'if-match', 'if-none-match'],
    body: file,
    answers: {
      200: { kind: 'json', summary: 'The asset, replaced', schema: mediaShapes.storedAsset },
      201: { kind: 'json', summary: 'The asset, new', schema: mediaShapes.storedAsset },
    },
    problems: [...writeProblems, 'asset/precondition'],
  },
  renameAsset: {
    method: 'POST',
    path: '/v1/data/:project/:name/rename',
    summary: 'Give an asset another name, or the same in other letters; templates that name it stay as they are',
    chapter: 'Assets',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: ['if-match'],
    body: {
      kind: 'json',
      schema: z.object({ name: z.string().min(1).max(1024) }),
      limitBytes: serviceLimits.jsonBytes,
    },
    answers: { 200: { kind: 'json', summary: 'The asset under its new name', schema: mediaShapes.storedAsset } },
    problems: [
      'project/not-found',
      'asset/not-found',
      'asset/exists',
      'asset/invalid-name',
      'asset/precondition',
      'storage/full',
      'storage/read-only',
    ],
  },
  tagAsset: {
    method: 'PUT',
    path: '/v1/data/:project/:name/tags',
    summary: 'Give an asset these tags instead of those it has; it keeps them when its bytes or its name change',
    chapter: 'Assets',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: [],
    body: { kind: 'json', schema: mediaShapes.tagList, limitBytes: serviceLimits.jsonBytes },
    answers: { 200: { kind: 'json', summary: 'The asset', schema: mediaShapes.storedAsset } },
    problems: ['project/not-found', 'asset/not-found', 'storage/full', 'storage/read-only'],
  },
  deleteAsset: {
    method: 'DELETE',
    path: '/v1/data/:project/:name',
    summary: 'Delete an asset: it goes to the trash; downloads and renders that use it end with the old bytes',
    chapter: 'Assets',
    access: 'credentials',
    parameters: assetPath,
    query: noQuery,
    headers: ['if-match'],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'What was deleted', schema: shapes.deleted } },
    problems: ['project/not-found', 'asset/not-found', 'asset/precondition', 'storage/full', 'storage/read-only'],
  },
  listTrash: {
    method: 'GET',
    path: '/v1/list/trash/:project',
    summary: 'List the deleted assets of a project that can be restored, the latest first',
    chapter: 'Assets',
    access: 'credentials',
    parameters: projectPath,
    query: z.object(page),
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'One page of the trash; `cursor` leads to the next and is null on the last',
        schema: z.object({
          assets: z.array(mediaShapes.trashedAsset),
          cursor: z.string().nullable(),
          /** Of the whole trash: how many there are, and the sum of their sizes. */
          count: z.int(),
          bytes: z.int(),
        }),
      },
    },
    problems: ['project/not-found'],
  },
  restoreAsset: {
    method: 'POST',
    path: '/v1/trash/:project/:id/restore',
    summary: 'Take an asset out of the trash; where its name is taken, it gets a number behind it',
    chapter: 'Assets',
    access: 'credentials',
    parameters: trashedPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'json', summary: 'The asset, and the name it had', schema: mediaShapes.restoredAsset },
    },
    problems: ['project/not-found', 'asset/not-found', 'storage/full', 'storage/read-only'],
  },
  deleteTrashed: {
    method: 'DELETE',
    path: '/v1/trash/:project/:id',
    summary: 'Delete an asset of the trash for good',
    chapter: 'Assets',
    access: 'credentials',
    parameters: trashedPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'What was deleted', schema: shapes.deleted } },
    problems: ['project/not-found', 'asset/not-found', 'storage/full', 'storage/read-only'],
  },
  emptyTrash: {
    method: 'DELETE',
    path: '/v1/trash/:project',
    summary: 'Delete for good what is in the trash of a project now',
    chapter: 'Assets',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: { kind: 'json', summary: 'How many assets were deleted', schema: z.object({ count: z.int() }) },
    },
    problems: ['project/not-found', 'storage/full', 'storage/read-only'],
  },
} as const satisfies Record<string, Call>;
