/** The maximum characters of a path in an answer. The author of the template chooses the names of elements. */
const MAX_PATH = 1000;

/**
 * Returns a path for an answer, cut to its end if it is too long, so that the answer to a malicious template stays
 * small.
 */
export function shortPath(path: string): string {
  return path.length <= MAX_PATH ? path : `…${path.slice(1 - MAX_PATH).toWellFormed()}`;
}
