import { z } from 'zod';

type Schema = z.core.JSONSchema._JSONSchema;

/** A schema as a person reads it: `{ name: string, size: integer }`. */
export function schemaText(schema: z.ZodType | Schema): string {
  return textOf(schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: 'input' }) : schema, '');
}

function textOf(schema: Schema | undefined, indent: string): string {
  if (schema === undefined || typeof schema === 'boolean') return 'anything';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => textOf(each, indent)).join(' | ');
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map((each) => textOf(each, indent)).join(', ')}]`;
  if (schema.type === 'array') return `[${Array.isArray(schema.items) ? '' : textOf(schema.items, indent)}, …]`;
  if (schema.type === 'object' && schema.properties !== undefined) return objectText(schema, indent);
  if (schema.type === 'object') return `{ name: ${textOf(schema.additionalProperties, indent)} }`;
  return `${schema.type ?? 'anything'}${boundsText(schema)}${schema.description === undefined ? '' : ` (${schema.description})`}`;
}

function objectText({ properties = {}, required = [] }: z.core.JSONSchema.BaseSchema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, each]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${textOf(each, inner)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** Bounds that only say what a computer's whole numbers are say nothing to people. */
function boundsText({ minimum, maximum }: z.core.JSONSchema.BaseSchema): string {
  const shown = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const from = shown(minimum) ? ` from ${minimum}` : '';
  return shown(maximum) ? `${from} to ${maximum}` : from;
}
