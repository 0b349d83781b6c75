import { PRIVATE_UMASK } from './rights.ts';

/**
 * Sets the umask of this process and its children, so that other users have no access to new files. Returns the
 * previous umask. If the host forbids the change, returns the usual 0o022: folders and files are also created with
 * explicit permissions.
 */
export function takePrivateUmask(): number {
  try {
    return process.umask(PRIVATE_UMASK);
  } catch {
    return USUAL_UMASK;
  }
}

const USUAL_UMASK = 0o022;
