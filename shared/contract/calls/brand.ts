import { brandKit } from '../../brand/brand-kit.ts';
import { storedBrand } from '../shapes/brand-shape.ts';
import { serviceLimits } from '../shapes/limits.ts';
import { noQuery, projectPath } from '../shapes/parameters.ts';
import type { Call } from './call.ts';

export const brandCalls = {
  readBrand: {
    method: 'GET',
    path: '/v1/brand/:project',
    summary: 'Get the brand of a project: its colors, fonts, logos, music, and motion',
    chapter: 'Brand',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: [],
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'The brand, and the values of variables that come from the brand',
        schema: storedBrand,
      },
    },
    problems: ['project/not-found'],
  },
  saveBrand: {
    method: 'PUT',
    path: '/v1/brand/:project',
    summary: 'Replace the brand of a project; renders that the service has already accepted use the old brand',
    chapter: 'Brand',
    access: 'credentials',
    parameters: projectPath,
    query: noQuery,
    headers: ['if-match'],
    body: { kind: 'json', schema: brandKit, limitBytes: serviceLimits.jsonBytes },
    answers: {
      200: {
        kind: 'json',
        summary: 'The brand, and the values of variables that come from the brand',
        schema: storedBrand,
      },
    },
    problems: [
      'project/not-found',
      'brand/precondition',
      'request/too-large',
      'request/content-type',
      'storage/full',
      'storage/read-only',
    ],
  },
} as const satisfies Record<string, Call>;
