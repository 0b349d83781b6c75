import { inEnglish } from '../in-english.ts';
import type { Message } from '../message.ts';

/** What says something, with its English sentence in the place of what that is made of. */
export function told<Saying extends { readonly says: Message }>({ says, ...rest }: Saying) {
  return { ...rest, message: inEnglish(says) };
}
