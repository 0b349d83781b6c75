import { isMessageCode } from './in-english.ts';
import type { Message } from './message.ts';

/**
 * The statement that an answer or a stored record tells; null where its code is unknown, as one of another version may
 * be. Values of a code never change their meaning: what is to be said otherwise gets a new code.
 */
export function readMessage(reason: string | undefined, values: object | undefined): Message | null {
  if (reason === undefined || values === undefined || !isMessageCode(reason)) return null;
  // Written by this program under that code; a check of all their shapes would be a second table of them.
  return { code: reason, values } as Message;
}

/** The statement that the words of a problem are made of, as {@link readMessage} reads it; null without a problem. */
export function messageOf(
  told: { readonly reason?: string | undefined; readonly values?: object | undefined } | undefined,
): Message | null {
  return readMessage(told?.reason, told?.values);
}
