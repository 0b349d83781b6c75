import { randomBytes } from 'node:crypto';
import type { ProjectUid } from '../storage/ports.ts';

/** The size in bytes. 144 bits prevent guessing, and take 24 characters without padding. */
const UID_BYTES = 18;

/** Returns a uid that starts with a letter or a digit, so that no program reads it as an option. */
export function newUid(): ProjectUid {
  while (true) {
    const uid = randomBytes(UID_BYTES).toString('base64url');
    if (/^[A-Za-z0-9]/.test(uid)) return uid as ProjectUid;
  }
}
