/** Rights of what only its owner may use. Windows knows none of these bits; there the folder's own rights decide. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;
/** What the programs take from all that they and their children make, before they make anything. */
export const PRIVATE_UMASK = 0o077;
