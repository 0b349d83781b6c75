import { Readable } from 'node:stream';
import type { EventLog, LoggedEvent } from '../ports.ts';

export interface EventStreamOptions {
  /** The last id that the client received; null to start with new events. */
  readonly lastEventId: number | null;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly heartbeatMilliseconds?: number;
  /**
   * The maximum size of transient events that wait for a reader, in characters. A slower reader is disconnected. It can
   * reconnect with its last id.
   */
  readonly waitingBytes?: number;
}

const HEARTBEAT_MILLISECONDS = 15_000;
const WAITING_BYTES = 2 ** 20;
/** The number of events that are read from the log without a pause. Reading them takes about 1 ms. */
const PAGE = 100;
const RESET = 'event: reset\ndata: {}\n\n';

/**
 * Returns the log as server-sent events (WHATWG HTML, 9.2): first the missed events, then new ones. The event `reset`
 * means that some missed events were deleted, and that the client must read all data again.
 *
 * Stored events stay in the log until a reader is ready, however slow it is. They are read page by page, one page per
 * turn of the event loop for all readers together. Only transient events, such as progress, wait in memory.
 */
export function openEventStream(log: EventLog, options: EventStreamOptions): Readable {
  const { signal, heartbeatMilliseconds = HEARTBEAT_MILLISECONDS, waitingBytes = WAITING_BYTES } = options;
  /** The id of the last event in the log. `last` is the id of the last event that was sent. */
  let latest = log.latest();
  let last = options.lastEventId ?? latest;
  const opening = ['retry: 1000\n\n'];
  // Send a reset for deleted events, and for an unknown id, which comes from another workspace.
  if (last > latest || (last < latest && log.since(last, 1).length === 0)) {
    last = latest;
    opening.push(RESET);
  }
  // A block without data only gives the client an id, which the client stores for the next connection.
  if (last === latest) opening.push(`id: ${last}\n\n`);

  /** The waiting transient events, each with the id of the stored event before it. */
  const transientEvents: { readonly after: number; readonly text: string }[] = [
    { after: last, text: opening.join('') },
  ];
  let waitingCharacters = 0;
  let canPush = false;
  let pageTurn: Disposable | null = null;

  const stream = new Readable({
    highWaterMark: 64 * 1024,
    encoding: 'utf8',
    read: () => {
      canPush = true;
      drain();
    },
    destroy: (error, done) => {
      clearInterval(heartbeat);
      subscription[Symbol.dispose]();
      pageTurn?.[Symbol.dispose]();
      signal.removeEventListener('abort', end);
      done(error);
    },
  });
  const push = (text: string): void => {
    if (text !== '') canPush = stream.push(text);
  };
  const drain = (): void => {
    while (canPush && transientEvents[0] !== undefined && transientEvents[0].after <= last) {
      const { text } = transientEvents.shift() ?? { text: '' };
      waitingCharacters -= text.length;
      push(text);
    }
    if (canPush && last < latest && pageTurn === null) pageTurn = queueTurn(log, readPage);
  };
  const readPage = (): void => {
    pageTurn = null;
    const until = transientEvents[0]?.after ?? latest;
    const page = log.since(last, PAGE).filter(({ id }) => id !== null && id <= until);
    // Ids have no gaps. If the first id is not the next one, events are missing because they were deleted.
    const isGap = page[0]?.id !== last + 1;
    last = page.at(-1)?.id ?? until;
    push((isGap ? RESET : '') + page.map(eventText).join(''));
    drain();
  };
  const sendTransient = (text: string): void => {
    waitingCharacters += text.length;
    if (waitingCharacters > waitingBytes) {
      stream.destroy();
      return;
    }
    transientEvents.push({ after: latest, text });
    drain();
  };
  const end = () => stream.destroy();

  waitingCharacters = opening.join('').length;
  const subscription = log.subscribe((event) => {
    if (event.id === null) sendTransient(eventText(event));
    else {
      latest = Math.max(latest, event.id);
      drain();
    }
  });
  const heartbeat = setInterval(() => sendTransient(': alive\n\n'), heartbeatMilliseconds);
  heartbeat.unref();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return stream;
}

interface Turns {
  readonly waiting: Set<() => void>;
  /** Whether the next turn is scheduled. */
  isComing: boolean;
}

const turnsOf = new WeakMap<EventLog, Turns>();

/**
 * Runs `work` in a separate turn of the event loop, in the order of the calls. Disposal before that turn cancels it.
 */
function queueTurn(log: EventLog, work: () => void): Disposable {
  const turns = turnsOf.get(log) ?? { waiting: new Set(), isComing: false };
  turnsOf.set(log, turns);
  const entry = (): void => work();
  turns.waiting.add(entry);
  callNext(turns);
  return { [Symbol.dispose]: () => turns.waiting.delete(entry) };
}

function callNext(turns: Turns): void {
  if (turns.isComing || turns.waiting.size === 0) return;
  turns.isComing = true;
  setImmediate(() => {
    turns.isComing = false;
    const [first] = turns.waiting;
    if (first === undefined) return;
    turns.waiting.delete(first);
    first();
    callNext(turns);
  });
}

/** Returns an event in the format of server-sent events. Its data is JSON, which contains no line breaks. */
function eventText({ id, type, project, data, at }: LoggedEvent): string {
  const body = JSON.stringify({ project, at: new Date(at).toISOString(), ...data });
  return `${id === null ? '' : `id: ${id}\n`}event: ${type}\ndata: ${body}\n\n`;
}
