/** Characters of a path in an answer. The names of elements come from the author of the template. */
const LONGEST_PATH = 1000;

/** Returns a path for an answer; only its end if it is too long. Keeps the answer to a hostile template small. */
export function shortPath(path: string): string {
  return path.length <= LONGEST_PATH ? path : `…${path.slice(1 - LONGEST_PATH).toWellFormed()}`;
}
