/**
 * Rights of folders and files for their owner only. Windows ignores these bits; there the access list of the folder
 * decides.
 */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
/** The umask that programs set for themselves and their children before they create files. */
export const PRIVATE_UMASK = 0o077;
