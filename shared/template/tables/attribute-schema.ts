import type { AttributeSpec, AttributeSpecs } from '../value-types/attribute-spec.ts';
import { spellingsOf } from './attribute-lookup.ts';

type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonSchema;

export interface JsonSchema {
  readonly [keyword: string]: JsonValue;
}

/** Of an element's `attributes`, as far as one table has them; it refers to `name`, `attributeValue` and `placeholder` of `$defs`. */
export function attributesSchema(specs: AttributeSpecs): JsonSchema {
  const entries = Object.entries(specs);
  const required = entries
    .filter(([, spec]) => 'required' in spec.absent)
    .map(([name, spec]) => spellingsOf(name, spec));
  const aliased = entries.map(([name, spec]) => spellingsOf(name, spec)).filter((spellings) => spellings.length > 1);
  const rules = [
    ...required.map((spellings) => ({ anyOf: spellings.map((spelling) => ({ required: [spelling] })) })),
    ...aliased.map((spellings) => ({ not: { required: spellings } })),
  ];
  return {
    type: 'object',
    propertyNames: { $ref: '#/$defs/name' },
    properties: Object.fromEntries(
      entries.flatMap(([name, spec]) => spellingsOf(name, spec).map((spelling) => [spelling, attributeSchema(spec)])),
    ),
    additionalProperties: { $ref: '#/$defs/attributeValue' },
    ...(rules.length > 0 && { allOf: rules }),
  };
}

function attributeSchema<Value>({ type, label, description, absent, unit }: AttributeSpec<Value>): JsonSchema {
  const hasDefault = 'default' in absent && absent.default !== null;
  const spelled: JsonSchema =
    type.pattern === undefined ? { type: 'string' } : { type: 'string', pattern: type.pattern };
  return {
    title: unit === undefined ? label : `${label} (${unit})`,
    description,
    ...(hasDefault && { default: type.format(absent.default) }),
    ...(type.options !== undefined && { examples: type.options.map((option) => type.format(option)) }),
    anyOf: [spelled, ...unquoted(type), { $ref: '#/$defs/placeholder' }],
  };
}

/** What JSON offers beside a text: a number or a boolean, where the attribute is one. */
function unquoted({ kind, minimum, maximum }: AttributeSpec<unknown>['type']): readonly JsonSchema[] {
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  if (kind === 'integer' || kind === 'time') return [{ type: 'integer', ...bounds }];
  if (kind === 'frame-rate') return [{ type: 'integer', minimum: 1, maximum: 240 }];
  if (kind === 'number') return [{ type: 'number', ...bounds }];
  if (kind === 'boolean') return [{ type: 'boolean' }];
  return kind === 'text' || kind === 'asset' ? [{ type: ['number', 'boolean'] }] : [];
}
