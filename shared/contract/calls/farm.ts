import { z } from 'zod';
import type { Call } from '../call.ts';
import * as shapes from '../shapes/farm-shapes.ts';
import { noPath, noQuery } from '../shapes/parameters.ts';

const plain = {
  chapter: 'Farm',
  access: 'credentials',
  query: noQuery,
  parameters: noPath,
  headers: [],
  body: { kind: 'none' },
} as const;

const wishBytes = 16_384;

export const farmCalls = {
  readFarm: {
    ...plain,
    method: 'GET',
    path: '/v1/farm',
    summary: 'How films are made: by the service itself, or by which workers, and what each makes',
    answers: { 200: { kind: 'json', summary: 'The farm as this service sees it', schema: shapes.farm } },
    problems: [],
  },
  readFarmSettings: {
    ...plain,
    method: 'GET',
    path: '/v1/farm/settings',
    summary: 'Where the queue and the store of the farm are; no secrets',
    answers: { 200: { kind: 'json', summary: 'What is set', schema: shapes.farmSettings } },
    problems: [],
  },
  changeFarmSettings: {
    ...plain,
    method: 'PUT',
    path: '/v1/farm/settings',
    summary:
      'Set where queue and store are, from the next start on; null for no farm. What is empty of secrets is kept',
    body: { kind: 'json', schema: z.object({ farm: shapes.farmWish.nullable() }), limitBytes: wishBytes },
    answers: { 200: { kind: 'json', summary: 'What is set now', schema: shapes.farmSettings } },
    problems: ['farm/given', 'storage/full', 'storage/read-only'],
  },
  checkFarm: {
    ...plain,
    method: 'POST',
    path: '/v1/farm/check',
    summary: 'Try queue and store: those that are sent, or with null those that are set',
    body: { kind: 'json', schema: z.object({ farm: shapes.farmWish.nullable() }), limitBytes: wishBytes },
    answers: { 200: { kind: 'json', summary: 'What came of each', schema: shapes.farmCheck } },
    problems: ['farm/none', 'farm/given'],
  },
  readMetrics: {
    ...plain,
    method: 'GET',
    path: '/metrics',
    summary: 'Figures for Prometheus: renders, ages, parts, frames a second, by worker',
    answers: { 200: { kind: 'text', summary: 'Text of Prometheus, 0.0.4' } },
    problems: [],
  },
} as const satisfies Record<string, Call>;
