import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Client } from '#shared/contract/client.ts';
import { parseServiceEvent, type ServiceEvent, serviceEventTypes } from '#shared/contract/events.ts';
import { ownAddress } from '../client/own-address.ts';
import { applyChanges, readAgain } from './apply-changes.ts';
import { type CacheChange, cacheChangesOf, coalesce } from './cache-changes.ts';

/** Whether the service is heard. */
export type Connection = 'connecting' | 'online' | 'reconnecting';

/** The event stream of the service, one for the page. */
export interface EventFeed {
  readonly connection: StoreApi<Connection>;
  /** Hears every event, each once, as it comes. Gives what ends it. */
  readonly subscribe: (listener: (event: ServiceEvent) => void) => () => void;
  /** Calls back whenever events may have been missed: nothing that was read before it can be relied on. */
  readonly onGap: (listener: () => void) => () => void;
  /** Connects, and keeps the query cache up to date until what it gives is called. */
  readonly open: () => () => void;
}

/** What the feed needs of the browser's `EventSource`. */
export interface EventStream {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

interface FeedOptions {
  readonly queries: QueryClient;
  readonly client: Client<Response>;
  readonly connect?: () => EventStream;
}

const PATH = ownAddress('/v1/events');
const COLLECT_MILLISECONDS = 60;
const AGAIN_MILLISECONDS = 1000;
/** `EventSource.CLOSED`: it gave up, such as after an answer that is no event stream. */
const CLOSED = 2;

/** The feed; nothing is connected before `open`. */
export function createEventFeed(options: FeedOptions): EventFeed {
  const { queries, connect = () => new EventSource(PATH) } = options;
  const connection = createStore<Connection>(() => 'connecting');
  const listeners = new Set<(event: ServiceEvent) => void>();
  let waiting: CacheChange[] = [];
  let collecting: ReturnType<typeof setTimeout> | null = null;

  const flush = () => {
    collecting = null;
    const changes = coalesce(waiting);
    waiting = [];
    void applyChanges(options, changes);
  };
  const hear = (event: ServiceEvent) => {
    for (const listener of [...listeners]) listener(event);
    waiting.push(...cacheChangesOf(event));
    collecting ??= setTimeout(flush, COLLECT_MILLISECONDS);
  };
  const gapListeners = new Set<() => void>();
  /** Events may have been missed, so nothing in the cache can be relied on. */
  const readAnew = () => {
    void readAgain(queries, []);
    for (const listener of [...gapListeners]) listener();
  };

  const open = () => {
    let stream: EventStream | null = null;
    let again: ReturnType<typeof setTimeout> | null = null;
    const start = () => {
      again = null;
      const opened = connect();
      stream = opened;
      let isNew = true;
      opened.addEventListener('open', () => {
        connection.setState('online', true);
        // A stream that comes back by itself goes on after the last id that it heard; a new one begins with now.
        if (isNew) readAnew();
        isNew = false;
      });
      opened.addEventListener('error', () => {
        connection.setState('reconnecting', true);
        if (opened.readyState === CLOSED) again ??= setTimeout(start, AGAIN_MILLISECONDS);
      });
      opened.addEventListener('reset', readAnew);
      for (const type of serviceEventTypes) {
        opened.addEventListener(type, (message) => {
          const event = 'data' in message ? parseServiceEvent(type, String(message.data)) : null;
          if (event !== null) hear(event);
        });
      }
    };
    start();
    return () => {
      stream?.close();
      if (again !== null) clearTimeout(again);
      if (collecting !== null) clearTimeout(collecting);
      collecting = null;
    };
  };

  return {
    connection,
    open,
    onGap: (listener) => {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
