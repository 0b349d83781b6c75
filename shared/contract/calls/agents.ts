import { z } from 'zod';
import { agentCall, agentKey, agentSettings, agentState, newAgentKey } from '../shapes/agent-shapes.ts';
import { serviceLimits } from '../shapes/limits.ts';
import { noPath, noQuery, wholeNumber } from '../shapes/parameters.ts';
import type { Call } from './call.ts';

const base = { chapter: 'Agents', access: 'credentials', parameters: noPath, query: noQuery, headers: [] } as const;

export const agentCalls = {
  readAgents: {
    ...base,
    method: 'GET',
    path: '/v1/agents',
    summary: 'Get whether assistants can use this service, and their keys',
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The settings and keys', schema: agentState } },
    problems: [],
  },
  changeAgents: {
    ...base,
    method: 'PUT',
    path: '/v1/agents',
    summary: 'Switch assistants on or off, or pause them',
    body: { kind: 'json', schema: agentSettings.partial(), limitBytes: serviceLimits.jsonBytes },
    answers: { 200: { kind: 'json', summary: 'The settings and keys', schema: agentState } },
    problems: ['storage/full', 'storage/read-only'],
  },
  createAgentKey: {
    ...base,
    method: 'POST',
    path: '/v1/agents/keys',
    summary: 'Create a key for an assistant; the answer is the only one that contains it',
    body: { kind: 'json', schema: newAgentKey, limitBytes: serviceLimits.jsonBytes },
    answers: {
      201: {
        kind: 'json',
        summary: 'The key',
        schema: agentKey.extend({ secret: z.string().describe('The key for `Authorization: Bearer`') }),
      },
    },
    problems: ['agents/too-many', 'storage/full', 'storage/read-only'],
  },
  revokeAgentKey: {
    ...base,
    method: 'DELETE',
    path: '/v1/agents/keys/:key',
    summary: 'Revoke a key; its running calls end',
    parameters: z.object({ key: z.string().min(1).max(64) }),
    body: { kind: 'none' },
    answers: { 200: { kind: 'json', summary: 'The revoked key', schema: agentKey } },
    problems: ['agents/key-not-found', 'storage/full', 'storage/read-only'],
  },
  listAgentCalls: {
    ...base,
    method: 'GET',
    path: '/v1/agents/calls',
    summary: 'List the calls of assistants, newest first',
    query: z.object({ limit: wholeNumber(1, 1000).optional(), cursor: z.string().max(64).optional() }),
    body: { kind: 'none' },
    answers: {
      200: {
        kind: 'json',
        summary: 'A page of calls',
        schema: z.object({ calls: z.array(agentCall), cursor: z.string().nullable() }),
      },
    },
    problems: [],
  },
} as const satisfies Record<string, Call>;
