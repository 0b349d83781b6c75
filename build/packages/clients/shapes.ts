import { z } from 'zod';

/** The type of a JSON value, in the words that both languages have. */
export type Shape =
  | { readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'null' | 'unknown' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'tuple'; readonly of: readonly Shape[] }
  /** `rest` is the shape of further fields; null if the shape has none. */
  | { readonly kind: 'object'; readonly fields: readonly Field[]; readonly rest: Shape | null }
  | { readonly kind: 'union'; readonly of: readonly Shape[] }
  | { readonly kind: 'named'; readonly name: string };

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** A sentence or a phrase; empty if the contract has none. */
  readonly description: string;
}

export interface NamedShape {
  readonly name: string;
  readonly description: string;
  readonly shape: Shape;
}

export interface ShapeReader {
  /** Reads a schema as the value that a client sends (`input`) or gets (`output`). */
  readonly read: (schema: z.ZodType, direction: 'input' | 'output') => Shape;
  /** The named shapes that were read so far, sorted by name. */
  readonly named: () => readonly NamedShape[];
}

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly (string | number | boolean)[];
  readonly const?: string | number | boolean;
  readonly $ref?: string;
  readonly [SHAPE]?: string;
}

/** The field of a JSON schema with the name of its shape. */
const SHAPE = 'x-shape';

/** Checks whether a schema is of a kind that gets a name: an object, a union, or an enumeration. */
export function isShapeOf(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject || schema instanceof z.ZodUnion || schema instanceof z.ZodEnum;
}

/** Creates a reader of zod schemas. `names` has the schemas that become named shapes. */
export function createShapeReader(
  names: ReadonlyMap<unknown, { readonly name: string; readonly description: string }>,
): ShapeReader {
  const found = new Map<string, NamedShape>();
  const descriptions = new Map([...names.values()].map(({ name, description }) => [name, description]));

  /**
   * Adds a shape under its name. If another shape already has this name, such as the output form of an input, adds the
   * suffix to the name.
   */
  const addNamed = (name: string, shape: Shape, suffix: string): Shape => {
    const existing = found.get(name);
    if (existing === undefined) {
      found.set(name, { name, description: descriptions.get(name) ?? '', shape });
      return { kind: 'named', name };
    }
    if (JSON.stringify(existing.shape) === JSON.stringify(shape)) return { kind: 'named', name };
    if (suffix === '') throw new Error(`Two shapes of the contract have the name ${name}.`);
    const other = addNamed(`${name}${suffix}`, shape, '');
    return other;
  };

  const shapeOf = (schema: JsonSchema, suffix: string): Shape => {
    const shape = unnamedShape(schema, (inner) => shapeOf(inner, suffix));
    const name = schema[SHAPE];
    return name === undefined ? shape : addNamed(name, shape, suffix);
  };

  return {
    read: (schema, direction) => {
      const json = z.toJSONSchema(schema, {
        io: direction,
        override: ({ zodSchema, jsonSchema }) => {
          const known = names.get(zodSchema);
          if (known !== undefined) Object.assign(jsonSchema, { [SHAPE]: known.name });
        },
      });
      return shapeOf(json as JsonSchema, direction === 'input' ? 'Input' : 'Answer');
    },
    named: () => [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

function unnamedShape(schema: JsonSchema, inner: (schema: JsonSchema) => Shape): Shape {
  if (schema.$ref !== undefined) throw new Error('The clients cannot print a recursive shape.');
  if (schema.const !== undefined) return { kind: 'literal', value: schema.const };
  if (schema.enum !== undefined) return unionOf(schema.enum.map((value) => ({ kind: 'literal', value }) as const));
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return unionOf(several.map(inner));
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type: string) => inner({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { kind: schema.type };
    case 'array':
      if (schema.prefixItems !== undefined) return { kind: 'tuple', of: schema.prefixItems.map(inner) };
      return { kind: 'list', of: schema.items === undefined ? { kind: 'unknown' } : inner(schema.items) };
    case 'object':
      return objectOf(schema, inner);
    default:
      return { kind: 'unknown' };
  }
}

function objectOf(schema: JsonSchema, inner: (schema: JsonSchema) => Shape): Shape {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, property]): Field => ({
      name,
      shape: inner(property),
      required: required.has(name),
      description: property.description ?? '',
    }),
  );
  const rest = schema.additionalProperties;
  if (rest === undefined || rest === false) return { kind: 'object', fields, rest: null };
  return { kind: 'object', fields, rest: rest === true ? { kind: 'unknown' } : inner(rest) };
}

function unionOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]));
  const distinct = [...new Map(flat.map((shape) => [JSON.stringify(shape), shape])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined ? only : { kind: 'union', of: distinct };
}
