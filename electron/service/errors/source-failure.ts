import type { ReachMessages } from '#shared/messages/films/media-messages.ts';
import type { Message } from '#shared/messages/message.ts';
import type { MessageIn } from '#shared/messages/message-in.ts';

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
  readonly says: Message;
}

/** Why an address cannot be read from; the reason goes on after the address. */
export interface ReachFailure extends Pick<SourceFailure, 'code'> {
  readonly reason: MessageIn<ReachMessages>;
}
