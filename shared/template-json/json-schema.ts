import { limits } from '../template/document/limits.ts';
import { XML_NAME } from '../template/document/names.ts';
import {
  type EffectElement,
  effectRegistry,
  effectTypes,
  effectTypesOf,
  isEffectElement,
  spellingsOfType,
} from '../template/effects/effects.ts';
import { spellingsOf } from '../template/tables/attribute-lookup.ts';
import { type ElementName, type ElementSpec, elementRegistry, isElementName } from '../template/tables/elements.ts';
import type { AttributeSpec, AttributeSpecs } from '../template/value-types/attribute-types.ts';
import { SCHEMA_VERSION } from './json.ts';

const elementNames = Object.keys(elementRegistry).filter(isElementName);

/**
 * Returns the JSON schema (draft 2020-12) of the dynamic movie, derived from the tables of elements and effects. It
 * accepts the output of `writeJson` for every template without errors, including unknown elements and attributes. It
 * checks only the notation; `resolveTemplate` checks ranges of numbers in texts and values of variables.
 */
export function dynamicMovieSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Dynamic movie',
    description: 'A movie template as JSON: elements with attributes and children, as in its XML.',
    type: 'object',
    required: ['schemaVersion', 'movie'],
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      schemaVersion: { const: SCHEMA_VERSION },
      declaration: { type: 'boolean', description: 'Whether the XML begins with an XML declaration.' },
      prolog: { $ref: '#/$defs/comments', description: 'Comments before the root element.' },
      movie: { $ref: '#/$defs/movie' },
      epilog: { $ref: '#/$defs/comments', description: 'Comments after the root element.' },
      variables: { type: 'array', items: variable, description: 'What the attributes use; not read.' },
    },
    $defs: {
      ...Object.fromEntries(elementNames.map((name) => [name, schemaOf(name)])),
      ...shapes,
    },
  };
}

const text: JsonSchema = { type: 'string' };
const frames: JsonSchema = { type: ['integer', 'null'], minimum: 0 };

const variable: JsonSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text,
    type: { enum: ['media', 'color', 'time', 'number', 'boolean', 'text'] },
    defaultvalue: { type: ['string', 'null'] },
    options: { type: 'array', items: { enum: ['U', 'L', 'T', 'E'] } },
    offset: frames,
    numframes: frames,
    choices: { type: 'array', items: text },
    declaration: { type: 'object', description: 'What the template declares of it.' },
  },
};

/** Shared definitions of the schema. */
const shapes = {
  comments: { type: 'array', items: text },
  name: { type: 'string', pattern: XML_NAME },
  attributeValue: { type: ['string', 'number', 'boolean'] },
  placeholder: { type: 'string', pattern: '\\$\\{', description: 'A value with a variable in it.' },
  comment: leaf('comment'),
  text: leaf('text'),
  cdata: leaf('cdata'),
  /** An element whose content is not checked. */
  kept: element({
    element: { $ref: '#/$defs/name' },
    attributes: attributesSchema({}),
    children: {
      type: 'array',
      items: anyOf('comment', 'text', 'cdata', 'kept'),
    },
  }),
  /** An element that is not in the tables. */
  unknown: {
    allOf: [
      { $ref: '#/$defs/kept' },
      { not: { properties: { element: { enum: elementNames } }, required: ['element'] } },
    ],
  },
  /** A nested scene. The schema does not check its content; `resolveTemplate` checks the scenes of a sequence. */
  nestedScene: { allOf: [{ $ref: '#/$defs/kept' }, elementNamed('scene')] },
} as const satisfies JsonSchema;

function schemaOf(name: ElementName): JsonSchema {
  const spec: ElementSpec = elementRegistry[name];
  const { attributes, oneOf } = spec;
  if (isEffectElement(name)) return effectSchema(name);
  if (spec.role === 'movie')
    return elementSchema(name, attributes, { contains: elementNamed('scene'), maxContains: limits.scenes });
  const rules = oneOf === undefined ? [] : [{ oneOf: oneOf.map((attribute) => ({ required: [attribute] })) }];
  return elementSchema(name, attributes, {}, rules);
}

function elementSchema(
  name: ElementName,
  specs: AttributeSpecs,
  childrenRules: JsonSchema = {},
  attributeRules: readonly JsonSchema[] = [],
): JsonSchema {
  const { label, description, children } = elementRegistry[name];
  const unchecked = elementRegistry[name].role === 'scene' ? ['unknown', 'nestedScene'] : ['unknown'];
  const required = 'contains' in childrenRules ? ['children'] : [];
  return {
    title: label,
    description,
    ...element(
      {
        element: { const: name },
        attributes: { ...attributesSchema(specs), ...(attributeRules.length > 0 && { allOf: attributeRules }) },
        children: {
          type: 'array',
          items: anyOf('comment', 'text', 'cdata', ...children, ...unchecked),
          ...childrenRules,
        },
      },
      [...required, ...(needsAttributes(specs, attributeRules) ? ['attributes'] : [])],
    ),
  };
}

function effectSchema(carrier: EffectElement): JsonSchema {
  const others = effectTypes.filter((type) => effectRegistry[type].element !== carrier).flatMap(spellingsOfType);
  const byType = effectTypesOf(carrier).map((type) => ({
    if: { properties: { type: namedOneOf(spellingsOfType(type)) }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      title: effectRegistry[type].label,
      description: effectRegistry[type].description,
      ...attributesSchema(effectRegistry[type].attributes),
    },
  }));
  const { type, ...specs } = elementRegistry[carrier].attributes;
  const ofType: JsonSchema = {
    properties: {
      type: { type: 'string', description: type.description, examples: effectTypesOf(carrier), not: { enum: others } },
    },
    required: ['type'],
  };
  return elementSchema(carrier, specs, {}, [ofType, ...byType]);
}

function namedOneOf([name, ...others]: readonly [string, ...string[]]): JsonSchema {
  return others.length === 0 ? { const: name } : { enum: [name, ...others] };
}

function needsAttributes(specs: AttributeSpecs, rules: readonly JsonSchema[]): boolean {
  return rules.length > 0 || Object.values(specs).some((spec) => 'required' in spec.absent);
}

function element(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required: ['element', ...required], additionalProperties: false };
}

function leaf(field: string): JsonSchema {
  return { type: 'object', properties: { [field]: text }, required: [field], additionalProperties: false };
}

function anyOf(...definitions: readonly string[]): JsonSchema {
  return { anyOf: definitions.map((name) => ({ $ref: `#/$defs/${name}` })) };
}

function elementNamed(name: string): JsonSchema {
  return { properties: { element: { const: name } }, required: ['element'] };
}

type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonSchema;

export interface JsonSchema {
  readonly [keyword: string]: JsonValue;
}

/**
 * Returns the schema of `attributes` for a table. It refers to `name`, `attributeValue`, and `placeholder` in `$defs`.
 */
function attributesSchema(specs: AttributeSpecs): JsonSchema {
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

/** Returns the JSON types other than strings that an attribute accepts: numbers or booleans. */
function unquoted({ kind, minimum, maximum }: AttributeSpec<unknown>['type']): readonly JsonSchema[] {
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  if (kind === 'integer' || kind === 'time') return [{ type: 'integer', ...bounds }];
  if (kind === 'frame-rate') return [{ type: 'integer', minimum: 1, maximum: 240 }];
  if (kind === 'number') return [{ type: 'number', ...bounds }];
  if (kind === 'boolean') return [{ type: 'boolean' }];
  return kind === 'text' || kind === 'asset' ? [{ type: ['number', 'boolean'] }] : [];
}
