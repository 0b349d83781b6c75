import type { english } from './english.ts';
import type { MessageIn, NoValues, ValuesOf } from './translation.ts';

/** All message codes with the types of their values. */
export type MessageValues = ValuesOf<typeof english>;

export type MessageCode = keyof MessageValues;

/**
 * A text for users as data: a finding, a refusal, or the name of a step. A translation turns it into a sentence or a
 * part of one. Numbers and names are raw; the translation formats them.
 */
export type Message = MessageIn<typeof english>;

/** The codes of messages without values. */
type PlainCode = {
  readonly [Code in MessageCode]: MessageValues[Code] extends NoValues ? Code : never;
}[MessageCode];

/**
 * The message of one code. It is a separate type for the speed of the compiler: `Extract` from {@link Message} would
 * check all messages for every message that is created.
 */
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
