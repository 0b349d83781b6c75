/** Why a source cannot be used. */
export interface SourceFailure {
  readonly code: 'source/not-found' | 'source/unreadable' | 'source/refused' | 'source/fetch-failed';
  readonly message: string;
}
