import type { english } from './english.ts';
import type { AnyMessage, NoValues, ValuesOf } from './translation.ts';

/** All message codes with the types of their values. */
export type MessageValues = ValuesOf<typeof english>;

export type MessageCode = keyof MessageValues;

/**
 * A text for users as data: a finding, a refusal, or the name of a step. A translation turns it into a sentence or a
 * part of one. Numbers and names are raw; the translation formats them.
 *
 * {@link hasCode} gives the type of the values. This is an interface and not the union of all messages, because the
 * compiler refuses to compare the members of a union of 1,000 types (TS2590).
 */
export interface Message {
  readonly code: MessageCode;
  readonly values: object;
}

/** Returns whether a message has one of these codes, and with it the type of its values. */
export function hasCode<Code extends MessageCode>(
  says: AnyMessage | null | undefined,
  ...codes: readonly Code[]
): says is MessageOf<Code> {
  return says != null && (codes as readonly string[]).includes(says.code);
}

/** The codes of messages without values. */
type PlainCode = {
  readonly [Code in MessageCode]: MessageValues[Code] extends NoValues ? Code : never;
}[MessageCode];

/** The message of one code, with the type of its values. */
export interface MessageOf<Code extends MessageCode> {
  readonly code: Code;
  readonly values: MessageValues[Code];
}

/**
 * Creates a message. The compiler refuses missing and superfluous values. `NoInfer` lets only the code determine the
 * type, which is also faster to compile.
 */
export function message<Code extends PlainCode>(code: Code): MessageOf<NoInfer<Code>>;
export function message<Code extends MessageCode>(
  code: Code,
  values: MessageValues[NoInfer<Code>],
): MessageOf<NoInfer<Code>>;
export function message<Code extends MessageCode>(code: Code, values: unknown = {}): MessageOf<Code> {
  // The signatures above guarantee that these are the values of this code.
  return { code, values: values as MessageValues[Code] };
}
