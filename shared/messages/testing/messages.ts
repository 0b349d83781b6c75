import { inEnglish } from '../english.ts';
import type { Message } from '../message.ts';

/** Replaces the message of a finding by its English sentence. */
export function withSentence<Saying extends { readonly says: Message }>({ says, ...rest }: Saying) {
  return { ...rest, message: inEnglish(says) };
}
