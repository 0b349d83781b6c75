import { PRIVATE_UMASK } from './rights.ts';

/**
 * Removes all rights of other users from files that this process and its children create from now on. Returns the
 * previous mask. A host that forbids the change causes no error, because folders and files are also created with their
 * own rights.
 */
export function takePrivateUmask(): number {
  try {
    return process.umask(PRIVATE_UMASK);
  } catch {
    return USUAL_UMASK;
  }
}

const USUAL_UMASK = 0o022;
