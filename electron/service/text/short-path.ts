/** The maximum number of characters of a path in an answer. The author of a template chooses the names of elements. */
const MAX_PATH = 1000;

/**
 * Returns a path for an answer. Keeps only the end of a path that is too long, so that the answer to a malicious
 * template stays small.
 */
export function shortPath(path: string): string {
  return path.length <= MAX_PATH ? path : `…${path.slice(1 - MAX_PATH).toWellFormed()}`;
}
