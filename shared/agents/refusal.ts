import type { Message } from '../messages/message.ts';

/** A refused request of an agent: a code of the error catalog and an English sentence or a message. */
export interface AgentRefusal {
  readonly code: 'agents/place' | 'agents/ambiguous' | 'agents/refused' | 'request/invalid';
  readonly detail: Message | string;
}
