import { createHash } from 'node:crypto';

/** A strong entity tag: the sha256 of the bytes, in quotes. */
export function entityTag(bytes: Uint8Array | string): string {
  return `"${createHash('sha256').update(bytes).digest('hex')}"`;
}
