import type { ReachStatements } from '#shared/statements/films/media-statements.ts';
import type { Statement } from '#shared/statements/statement.ts';
import type { StatementIn } from '#shared/statements/statement-in.ts';

/** Why a source cannot be used. */
export interface SourceFailure {
  readonly code:
    | 'source/not-found'
    | 'source/unreadable'
    | 'source/refused'
    | 'source/fetch-failed'
    | 'source/kind'
    | 'source/too-large'
    | 'font/not-found'
    | 'font/unreadable'
    | 'cube/unreadable'
    | 'captions/unreadable';
  readonly says: Statement;
}

/** Why an address cannot be read from; the reason goes on after the address. */
export interface ReachFailure extends Pick<SourceFailure, 'code'> {
  readonly reason: StatementIn<ReachStatements>;
}
