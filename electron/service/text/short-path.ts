/** Characters of a path that an answer holds; elements' names are up to whoever wrote the template. */
const LONGEST_PATH = 1000;

/** A path as answers hold it: of one that is absurdly long, the end. Keeps the answer to a hostile template small. */
export function shortPath(path: string): string {
  return path.length <= LONGEST_PATH ? path : `…${path.slice(1 - LONGEST_PATH).toWellFormed()}`;
}
