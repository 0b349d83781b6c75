import type { HandlersOf } from '../http/calls/handler.ts';
import { openEventStream } from '../storage/database/event-stream.ts';
import type { EventLog } from '../storage/ports.ts';

/** The handler of the event stream. */
export function eventHandlers(events: EventLog): HandlersOf<'followEvents'> {
  return {
    followEvents: ({ headers, signal }) => ({
      status: 200,
      events: openEventStream(events, { lastEventId: eventIdOf(headers['last-event-id']), signal }),
    }),
  };
}

/** An id that is none of ours is as good as none. */
function eventIdOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}
