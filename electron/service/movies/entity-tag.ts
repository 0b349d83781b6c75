import { createHash } from 'node:crypto';

/** Returns a strong entity tag: the SHA-256 of the bytes in quotes. */
export function entityTag(bytes: Uint8Array | string): string {
  return `"${createHash('sha256').update(bytes).digest('hex')}"`;
}
