import { PRIVATE_UMASK } from './rights.ts';

/**
 * Sets the umask of this process and its children, so that other users have no access to new files. Returns the
 * previous umask. Ignores a host that forbids the change, because folders and files are also created with explicit
 * permissions. In that case, returns the usual 0o022.
 */
export function takePrivateUmask(): number {
  try {
    return process.umask(PRIVATE_UMASK);
  } catch {
    return USUAL_UMASK;
  }
}

const USUAL_UMASK = 0o022;
