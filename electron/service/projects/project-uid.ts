import { randomBytes } from 'node:crypto';
import type { ProjectUid } from '../storage/ports.ts';

/** 144 bits, which cannot be guessed; 24 characters without padding. */
const UID_BYTES = 18;

/** Returns a uid that starts with a letter or digit, so no program reads it as an option. */
export function newUid(): ProjectUid {
  while (true) {
    const uid = randomBytes(UID_BYTES).toString('base64url');
    if (/^[A-Za-z0-9]/.test(uid)) return uid as ProjectUid;
  }
}
