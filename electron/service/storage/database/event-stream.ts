import { Readable } from 'node:stream';
import type { EventLog, LoggedEvent } from '../ports.ts';

export interface EventStreamOptions {
  /** The last id that the client saw; null to begin with what happens from now on. */
  readonly lastEventId: number | null;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  readonly heartbeatMilliseconds?: number;
  /** What may wait for a reader beyond what it missed; one that is slower is let go and comes back with its last id. */
  readonly waitingBytes?: number;
}

const HEARTBEAT_MILLISECONDS = 15_000;
const WAITING_BYTES = 2 ** 20;

/**
 * Server-sent events (WHATWG HTML, 9.2) of the log: first what was missed, then what happens. An event `reset` says that
 * more was missed than is kept, so that everything has to be read anew.
 */
export function openEventStream(log: EventLog, options: EventStreamOptions): Readable {
  const { signal, heartbeatMilliseconds = HEARTBEAT_MILLISECONDS, waitingBytes = WAITING_BYTES } = options;
  const missed = options.lastEventId === null ? [] : log.since(options.lastEventId);
  let last = log.latest();
  const opening = [
    'retry: 1000\n\n',
    ...(isGap(options.lastEventId, missed, last) ? ['event: reset\ndata: {}\n\n'] : []),
    ...missed.map(eventText),
    // Without data it is no event, but the client knows where to go on even if it never hears one.
    `id: ${last}\n\n`,
  ];
  const waiting = [...opening];
  // What was missed may be much, and is not the reader's fault.
  let room = waitingBytes + opening.reduce((sum, text) => sum + text.length, 0);
  let flows = false;

  const stream = new Readable({
    highWaterMark: 64 * 1024,
    encoding: 'utf8',
    read: () => {
      flows = true;
      drain();
    },
    destroy: (error, done) => {
      clearInterval(heartbeat);
      subscription[Symbol.dispose]();
      signal.removeEventListener('abort', end);
      done(error);
    },
  });
  const drain = () => {
    while (flows) {
      const text = waiting.shift();
      if (text === undefined) return;
      room += text.length;
      flows = stream.push(text);
    }
  };
  const send = (text: string) => {
    if (stream.destroyed) return;
    room -= text.length;
    waiting.push(text);
    if (room < 0) stream.destroy();
    else drain();
  };
  const end = () => stream.destroy();

  room -= opening.reduce((sum, text) => sum + text.length, 0);
  const subscription = log.subscribe((event) => {
    if (event.id !== null && event.id <= last) return;
    last = event.id ?? last;
    send(eventText(event));
  });
  const heartbeat = setInterval(() => send(': alive\n\n'), heartbeatMilliseconds);
  heartbeat.unref();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return stream;
}

/**
 * Ids have no holes, so a first event that is not the next one tells that some in between are gone. An id that was
 * never given comes from another workspace.
 */
function isGap(lastEventId: number | null, missed: readonly LoggedEvent[], latest: number): boolean {
  if (lastEventId === null || lastEventId === latest) return false;
  return missed[0]?.id !== lastEventId + 1;
}

/** Data is JSON, which has no line breaks of its own. */
function eventText({ id, type, project, data, at }: LoggedEvent): string {
  const body = JSON.stringify({ project, at: new Date(at).toISOString(), ...data });
  return `${id === null ? '' : `id: ${id}\n`}event: ${type}\ndata: ${body}\n\n`;
}
