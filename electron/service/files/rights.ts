/**
 * The permissions of folders and files that only their owner can access. Windows ignores these bits and uses the access
 * list of the folder.
 */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
/** The umask that programs set for themselves and their child processes before they create files. */
export const PRIVATE_UMASK = 0o077;
