/** A movie as it was sent: its bytes, and how they spell it. */
export interface MovieBody {
  readonly spelling: 'json' | 'xml';
  readonly bytes: Uint8Array;
}
