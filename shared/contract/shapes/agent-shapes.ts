import { z } from 'zod';
import { timestamp } from './shapes.ts';

/** The permissions of a key. Each scope permits a set of tools. */
export const agentScope = z.enum(['look', 'edit', 'render']);

const keyFields = {
  name: z.string().min(1).max(80).describe('Name of the program, shown beside its changes'),
  scopes: z
    .array(agentScope)
    .min(1)
    .max(3)
    .describe('Permissions: `look` to read, `edit` to change, and `render` to render'),
  projects: z
    .array(z.string().min(1).max(1024))
    .max(100)
    .nullable()
    .describe('Uids or names of projects; null for all projects'),
  addresses: z.boolean().describe('Whether edits and values can contain addresses of new hosts'),
};

/** The fields of a new key with their defaults. */
export const newAgentKey = z.object({
  name: keyFields.name,
  scopes: keyFields.scopes.default(['look', 'edit', 'render']),
  projects: keyFields.projects.default(null),
  addresses: keyFields.addresses.default(false),
});

export const agentKey = z.object({
  id: z.string(),
  ...keyFields,
  local: z.boolean().describe('Whether the key belongs to a program on this machine, which needs no secret'),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
});

export const agentSettings = z.object({
  on: z.boolean().describe('Whether programs on this machine can use the tools'),
  http: z.boolean().describe('Whether programs with a key can use the tools at `/mcp`'),
  paused: z.boolean().describe('Whether the service currently refuses edits and renders of programs'),
});

export const agentState = agentSettings.extend({
  workspace: z.string().describe('Folder of the workspace, for the command that connects an assistant'),
  keys: z.array(agentKey),
  working: z.string().nullable().describe('Name of the program that was last active in the past two minutes'),
});

export const agentCall = z.object({
  id: z.int(),
  at: timestamp,
  key: z.string(),
  author: z.string().describe('Name of the key, and the name of the program if it is known'),
  tool: z.string(),
  project: z.string().nullable(),
  template: z.string().nullable(),
  label: z.string().nullable(),
  milliseconds: z.int(),
  outcome: z.string().describe('`done`, or the code of the failure'),
  before: z.int().nullable().describe('Revision of the template before the call, for edits'),
  revision: z.int().nullable().describe('Revision of the template after the call, for edits'),
});
