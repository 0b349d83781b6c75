/** Any message, without its table: a code and its values. */
export interface AnyMessage {
  readonly code: string;
  readonly values: object;
}

/**
 * A term of the template language. `key` is its key in the tables, such as `saturation` or `scene/duration`; `label` is
 * its English name inside a sentence.
 */
export interface Term {
  readonly key: string;
  readonly label: string;
}

/** Returns the text of a value of a message, which is a nested message or a term, in the language of the message. */
export type Say = (part: AnyMessage | Term) => string;

/** One text per code. The first parameter declares the values of the message. */
type Texts = { readonly [Code in string]: (values: never, say: Say) => string };

/** Declares messages by their English texts. All types of messages are inferred from them. */
export function messages<const Table extends Texts>(table: Table): Table {
  return table;
}

/** The values of a message without values. */
export type NoValues = Readonly<Record<string, never>>;

/** The types of the values in a table of messages, by code. */
export type ValuesOf<Table> = {
  readonly [Code in keyof Table]: Table[Code] extends () => string
    ? NoValues
    : Table[Code] extends (values: infer Values, say: Say) => string
      ? Readonly<Values>
      : never;
};

/** Any message of a table of messages. */
export type MessageIn<Table> = {
  readonly [Code in keyof Table]: { readonly code: Code; readonly values: ValuesOf<Table>[Code] };
}[keyof Table];

/** The texts of a table of messages in another language. */
export type Translation<Table> = {
  readonly [Code in keyof Table]: (values: ValuesOf<Table>[Code], say: Say) => string;
};

/** Returns a function that renders messages in one language. It names terms with `nameOf`, in English by their labels. */
export function createSay(texts: Texts, nameOf: (term: Term) => string = ({ label }) => label): Say {
  const say: Say = (part) => {
    if (!('code' in part)) return nameOf(part);
    const text = texts[part.code] as ((values: object, say: Say) => string) | undefined;
    if (text === undefined) throw new Error(`No message has the code ${part.code}`);
    return text(part.values, say);
  };
  return say;
}
