import { abortable } from './abortable.ts';

/** Work that runs once for all callers that request it at the same time. */
export interface SharedWork<Value> {
  /**
   * Joins the running work of the key, or starts it. Rejects with the signal's reason if this caller aborts. The work
   * is aborted when all its callers have aborted.
   */
  run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /** Resolves when no work is running. Aborted work can take a moment to end. */
  ended(): Promise<void>;
}

interface Flight<Value> {
  readonly result: Promise<Value>;
  readonly controller: AbortController;
  waiting: number;
}

export function createSharedWork<Value>(): SharedWork<Value> {
  const flights = new Map<string, Flight<Value>>();
  const results = new Set<Promise<Value>>();

  const begin = (key: string, work: (signal: AbortSignal) => Promise<Value>): Flight<Value> => {
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => {
      results.delete(result);
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight: Flight<Value> = { result, controller, waiting: 0 };
    results.add(result);
    // If all callers have aborted, no caller handles a rejection.
    result.catch(() => undefined);
    flights.set(key, flight);
    return flight;
  };
  return {
    ended: async () => {
      await Promise.allSettled(results);
    },
    run: async (key, signal, work) => {
      signal.throwIfAborted();
      const flight = flights.get(key) ?? begin(key, work);
      flight.waiting++;
      try {
        return await abortable(flight.result, signal);
      } finally {
        flight.waiting--;
        if (flight.waiting === 0) {
          // Later callers start new work.
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort();
        }
      }
    },
  };
}
