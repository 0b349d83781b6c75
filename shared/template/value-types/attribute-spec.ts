import type { AttributeType } from './attribute-types.ts';

/**
 * What a time says of its element: how long it lasts, when it begins in what it stands in, or where its source begins. Trim,
 * split and slip change these; other times, such as fades, have none and only follow the movie's rate.
 */
export type TimeMeaning = 'length' | 'start' | 'in-point';

/** One attribute of an element or effect: all that the parser, the forms, the completion and the reference need. */
export interface AttributeSpec<Value> {
  readonly type: AttributeType<Value>;
  readonly label: string;
  /** One sentence for the reference, the hover text and the JSON Schema. */
  readonly description: string;
  /** Without the attribute: it is an error, or this value holds. */
  readonly absent: { readonly required: true } | { readonly default: Value };
  /** What the editor writes when it adds the attribute; the slider's neutral mark. */
  readonly initial?: Value;
  /** Other spellings that are read. */
  readonly aliases?: readonly string[];
  /** For people: `px`, `rad`, `frames`. */
  readonly unit?: string;
  /** Of a time. */
  readonly time?: TimeMeaning;
}

/** A table of attributes by name; each keeps the type of its own value. */
export type AttributeSpecs = Readonly<Record<string, AttributeSpec<unknown>>>;

/** The typed values that a table of attributes is read into. */
export type ValuesOf<Specs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends AttributeSpec<infer Value> ? Value : never;
};
