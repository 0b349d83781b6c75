import { Readable } from 'node:stream';
import type { EventLog, LoggedEvent } from '../ports.ts';

export interface EventStreamOptions {
  /** The last id that the client saw; null to begin with what happens from now on. */
  readonly lastEventId: number | null;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  readonly heartbeatMilliseconds?: number;
  /** What passes and may wait for a reader; one that is slower is let go and comes back with its last id. */
  readonly waitingBytes?: number;
}

const HEARTBEAT_MILLISECONDS = 15_000;
const WAITING_BYTES = 2 ** 20;
/** Events that are read from the log at a stretch: about a millisecond's worth. */
const PAGE = 100;
const RESET = 'event: reset\ndata: {}\n\n';

/**
 * Server-sent events (WHATWG HTML, 9.2) of the log: first what was missed, then what happens. An event `reset` says
 * that more was missed than is kept, so that everything has to be read anew.
 *
 * What is kept in the log waits there, however far a reader is behind: it is read page by page as the reader takes it,
 * a page in a turn of the event loop for all readers together. Only what passes, such as progress, waits in memory.
 */
export function openEventStream(log: EventLog, options: EventStreamOptions): Readable {
  const { signal, heartbeatMilliseconds = HEARTBEAT_MILLISECONDS, waitingBytes = WAITING_BYTES } = options;
  /** The last id that there is, and the last that was handed on. */
  let latest = log.latest();
  let last = options.lastEventId ?? latest;
  const opening = ['retry: 1000\n\n'];
  // An id that was never given comes from another workspace.
  if (last > latest || (last < latest && log.since(last, 1).length === 0)) {
    last = latest;
    opening.push(RESET);
  }
  // Without data it is no event, but the client knows where to go on even if it never hears one.
  if (last === latest) opening.push(`id: ${last}\n\n`);

  /** What passes, each after the event that was the last when it happened. */
  const passing: { readonly after: number; readonly text: string }[] = [{ after: last, text: opening.join('') }];
  let waits = 0;
  let flows = false;
  let turn: Disposable | null = null;

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
      turn?.[Symbol.dispose]();
      signal.removeEventListener('abort', end);
      done(error);
    },
  });
  const push = (text: string): void => {
    if (text !== '') flows = stream.push(text);
  };
  const drain = (): void => {
    while (flows && passing[0] !== undefined && passing[0].after <= last) {
      const { text } = passing.shift() ?? { text: '' };
      waits -= text.length;
      push(text);
    }
    if (flows && last < latest && turn === null) turn = inTurn(log, readPage);
  };
  const readPage = (): void => {
    turn = null;
    const until = passing[0]?.after ?? latest;
    const page = log.since(last, PAGE).filter(({ id }) => id !== null && id <= until);
    // Ids have no holes, so a first event that is not the next one tells that some in between are gone.
    const isGap = page[0]?.id !== last + 1;
    last = page.at(-1)?.id ?? until;
    push((isGap ? RESET : '') + page.map(eventText).join(''));
    drain();
  };
  const pass = (text: string): void => {
    waits += text.length;
    if (waits > waitingBytes) {
      stream.destroy();
      return;
    }
    passing.push({ after: latest, text });
    drain();
  };
  const end = () => stream.destroy();

  waits = opening.join('').length;
  const subscription = log.subscribe((event) => {
    if (event.id === null) pass(eventText(event));
    else {
      latest = Math.max(latest, event.id);
      drain();
    }
  });
  const heartbeat = setInterval(() => pass(': alive\n\n'), heartbeatMilliseconds);
  heartbeat.unref();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return stream;
}

interface Turns {
  readonly waiting: Set<() => void>;
  /** Whether the next turn is on its way. */
  isComing: boolean;
}

const turnsOf = new WeakMap<EventLog, Turns>();

/** Runs that in a turn of the event loop of its own, in the order of asking; not at all once it is disposed of. */
function inTurn(log: EventLog, work: () => void): Disposable {
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

/** Data is JSON, which has no line breaks of its own. */
function eventText({ id, type, project, data, at }: LoggedEvent): string {
  const body = JSON.stringify({ project, at: new Date(at).toISOString(), ...data });
  return `${id === null ? '' : `id: ${id}\n`}event: ${type}\ndata: ${body}\n\n`;
}
