/** Of a statement that always says the same. */
export type NoValues = Readonly<Record<string, never>>;
