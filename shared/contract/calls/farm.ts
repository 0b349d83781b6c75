import { z } from 'zod';
import * as shapes from '../shapes/farm-shapes.ts';
import { noPath, noQuery } from '../shapes/parameters.ts';
import type { Call } from './call.ts';

const plain = {
  chapter: 'Farm',
  access: 'credentials',
  query: noQuery,
  parameters: noPath,
  headers: [],
  body: { kind: 'none' },
} as const;

const settingsBytes = 16_384;

export const farmCalls = {
  readFarm: {
    ...plain,
    method: 'GET',
    path: '/v1/farm',
    summary:
      'Get the state of the farm with its workers and their current jobs, or the state of rendering without a farm',
    answers: { 200: { kind: 'json', summary: 'The state of the farm', schema: shapes.farm } },
    problems: [],
  },
  readFarmSettings: {
    ...plain,
    method: 'GET',
    path: '/v1/farm/settings',
    summary: 'Get the addresses of the queue and the store, without secrets',
    answers: { 200: { kind: 'json', summary: 'The settings', schema: shapes.farmSettings } },
    problems: [],
  },
  changeFarmSettings: {
    ...plain,
    method: 'PUT',
    path: '/v1/farm/settings',
    summary:
      'Change the addresses of the queue and the store; null removes the farm. The change takes effect at the next start. If a secret is omitted or empty, the stored secret stays, provided that its address does not change.',
    body: { kind: 'json', schema: z.object({ farm: shapes.farmSettingsInput.nullable() }), limitBytes: settingsBytes },
    answers: { 200: { kind: 'json', summary: 'The new settings', schema: shapes.farmSettings } },
    problems: ['farm/given', 'storage/full', 'storage/read-only'],
  },
  checkFarm: {
    ...plain,
    method: 'POST',
    path: '/v1/farm/check',
    summary:
      'Test the connections to the queue and the store with the settings of the request, or with the stored settings if `farm` is null',
    body: { kind: 'json', schema: z.object({ farm: shapes.farmSettingsInput.nullable() }), limitBytes: settingsBytes },
    answers: { 200: { kind: 'json', summary: 'The result for the queue and for the store', schema: shapes.farmCheck } },
    problems: ['farm/none', 'farm/given'],
  },
  readMetrics: {
    ...plain,
    method: 'GET',
    path: '/metrics',
    summary:
      'Get metrics for Prometheus: renders, waiting times, parts, and frames per second, in total and for each worker',
    answers: { 200: { kind: 'text', summary: 'Prometheus text format 0.0.4' } },
    problems: [],
  },
} as const satisfies Record<string, Call>;
