import type { ReachMessage } from '#shared/messages/media.en.ts';
import type { Message } from '#shared/messages/message.ts';

/** The reason why a source cannot be used. */
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
  readonly says: Message;
}

/** The reason why an address cannot be read. It continues a sentence that starts with the address. */
export interface ReachFailure extends Pick<SourceFailure, 'code'> {
  readonly reason: ReachMessage;
}
