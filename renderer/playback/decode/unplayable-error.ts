/** The error of a source whose own bytes the browser cannot play. */
export class UnplayableError extends Error {
  override readonly name = 'UnplayableError';
}
