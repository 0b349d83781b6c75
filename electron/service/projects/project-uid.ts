import { randomBytes } from 'node:crypto';
import type { ProjectUid } from '../storage/ports.ts';

/** 144 bits: nobody guesses one, and 24 characters without padding. */
const UID_BYTES = 18;

/** A path segment that no program takes for an option: it begins with a letter or digit. */
export function newUid(): ProjectUid {
  while (true) {
    const uid = randomBytes(UID_BYTES).toString('base64url');
    if (/^[A-Za-z0-9]/.test(uid)) return uid as ProjectUid;
  }
}
