import { PRIVATE_UMASK } from './rights.ts';

/**
 * Takes all rights of others from what this process and its children make from now on; what was taken before. A host
 * that keeps this to itself is no reason to fail: folders and files are made with their own rights as well.
 */
export function takePrivateUmask(): number {
  try {
    return process.umask(PRIVATE_UMASK);
  } catch {
    return USUAL_UMASK;
  }
}

const USUAL_UMASK = 0o022;
