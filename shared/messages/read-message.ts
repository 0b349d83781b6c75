import { isMessageCode } from './english.ts';
import type { Message } from './message.ts';

/**
 * Reads the message of an answer or a stored record. Returns null for an unknown code, which can come from another
 * version. The values of a code never change their meaning; a new meaning gets a new code.
 */
export function readMessage(reason: string | undefined, values: object | undefined): Message | null {
  if (reason === undefined || values === undefined || !isMessageCode(reason)) return null;
  // This program has written the values under this code. Checking them would need a second table of their types.
  return { code: reason, values } as Message;
}

/** Reads the message of a problem like {@link readMessage}; null without a problem. */
export function messageOf(
  problem: { readonly reason?: string | undefined; readonly values?: object | undefined } | undefined,
): Message | null {
  return readMessage(problem?.reason, problem?.values);
}
