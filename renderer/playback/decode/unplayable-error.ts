/** The error for a source that the browser cannot play from its own bytes. */
export class UnplayableError extends Error {
  override readonly name = 'UnplayableError';
}
