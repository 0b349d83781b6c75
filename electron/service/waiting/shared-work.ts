import { abortable } from './abortable.ts';

/** Does a piece of work once for all who ask for it at the same time. */
export interface SharedWork<Value> {
  /**
   * Joins the work of that key, or begins it. Rejects with the signal's reason once this caller is gone; the work is
   * aborted when all are.
   */
  run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /** Settles when none of the work goes on that was begun; that of which all callers are gone takes a moment to end. */
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
    // Nobody may be there any more to hear of a failure.
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
          // Whoever asks from now on begins anew.
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort();
        }
      }
    },
  };
}
