/** The values of a message without values. */
export type NoValues = Readonly<Record<string, never>>;
