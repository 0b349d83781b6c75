import { z } from 'zod';
import { type AgentScope, type AgentToolName, agentToolNames, agentTools, type ToolHints } from './tools.ts';

/** A tool in the form of the protocol. */
export interface ListedTool {
  readonly name: AgentToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolHints;
}

export type JsonSchema = { readonly type: 'object' } & Readonly<Record<string, unknown>>;

/** Returns the tools of some scopes as `tools/list` answers them, with short JSON schemas (2020-12). */
export function listedTools(scopes: readonly AgentScope[]): readonly ListedTool[] {
  return agentToolNames
    .filter((name) => scopes.includes(agentTools[name].scope))
    .map((name) => {
      const { title, description, input, output, hints } = agentTools[name];
      return {
        ...{ name, title, description },
        inputSchema: schemaOf(input, 'input'),
        outputSchema: schemaOf(output, 'output'),
        annotations: hints,
      };
    });
}

function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  return { ...(withoutNoise(z.toJSONSchema(schema, { io })) as Record<string, unknown>), type: 'object' };
}

/** Keywords that repeat the default of JSON Schema or the type, and cost tokens of the client. */
const NOISE = new Set(['$schema', 'propertyNames']);

function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, field]) => {
    if (NOISE.has(key)) return false;
    if (key === 'additionalProperties') return typeof field === 'object' && Object.keys(field ?? {}).length > 0;
    return !((key === 'maximum' || key === 'minimum') && Math.abs(Number(field)) === Number.MAX_SAFE_INTEGER);
  });
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutNoise(field)]));
}
