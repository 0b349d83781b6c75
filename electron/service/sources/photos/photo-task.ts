import type { HeifFacts } from '#shared/drawings/images/heif-facts.ts';

/** What the thread starts with. */
export interface PhotoTask {
  readonly bytes: Uint8Array;
  readonly facts: HeifFacts;
}

/** `file` is a JPEG, or a PNG if the photo has alpha; upright, with the profile of its colors. */
export type PhotoReply =
  | { readonly ok: true; readonly file: Uint8Array }
  | { readonly ok: false; readonly fault: 'damaged' | 'coding' | 'slow' };
