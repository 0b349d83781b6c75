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
    summary: 'Get the state of the farm: its workers and their current jobs, or that the service renders itself',
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
      'Change the addresses of the queue and the store; null removes the farm. The change takes effect at the next start. An omitted or empty secret keeps its stored value if its address stays the same.',
    body: { kind: 'json', schema: z.object({ farm: shapes.farmSettingsInput.nullable() }), limitBytes: settingsBytes },
    answers: { 200: { kind: 'json', summary: 'The new settings', schema: shapes.farmSettings } },
    problems: ['farm/given', 'storage/full', 'storage/read-only'],
  },
  checkFarm: {
    ...plain,
    method: 'POST',
    path: '/v1/farm/check',
    summary:
      'Test the connection to the queue and the store: with the sent settings, or with the stored settings if `farm` is null',
    body: { kind: 'json', schema: z.object({ farm: shapes.farmSettingsInput.nullable() }), limitBytes: settingsBytes },
    answers: { 200: { kind: 'json', summary: 'The result for the queue and for the store', schema: shapes.farmCheck } },
    problems: ['farm/none', 'farm/given'],
  },
  readMetrics: {
    ...plain,
    method: 'GET',
    path: '/metrics',
    summary: 'Get metrics for Prometheus: renders, waiting times, parts, and frames per second, also by worker',
    answers: { 200: { kind: 'text', summary: 'Prometheus text format 0.0.4' } },
    problems: [],
  },
} as const satisfies Record<string, Call>;
