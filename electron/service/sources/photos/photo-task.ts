import type { HeifFacts } from '#shared/drawings/images/heif-facts.ts';

/** The input of the thread. */
export interface PhotoTask {
  readonly bytes: Uint8Array;
  readonly facts: HeifFacts;
}

/**
 * The result of the thread. `file` is a JPEG, or a PNG if the photo has alpha. The picture is upright, and the file
 * contains the profile of its colors.
 */
export type PhotoReply =
  | { readonly ok: true; readonly file: Uint8Array }
  | { readonly ok: false; readonly fault: 'damaged' | 'coding' | 'slow' };
