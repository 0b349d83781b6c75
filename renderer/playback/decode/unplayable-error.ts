/** Why a source cannot be played from its own bytes. */
export class UnplayableError extends Error {
  override readonly name = 'UnplayableError';
}
