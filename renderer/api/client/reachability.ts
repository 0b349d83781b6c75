import { type Fetch, tellingFetch } from './unreachable-error.ts';

/** Knows when the service answers again after it did not, whoever finds out first. */
export interface Reachability {
  /** A `fetch` whose answers, and whose broken lines, tell. */
  readonly watched: (send: Fetch) => Fetch;
  /** The line is there again, as the system or the event stream says. */
  readonly isBack: () => void;
  /** Calls back each time that the service is there again. Gives what ends that. */
  readonly onBack: (listener: () => void) => () => void;
}

export function createReachability(): Reachability {
  let isAway = false;
  const listeners = new Set<() => void>();
  const isBack = (): void => {
    isAway = false;
    for (const listener of [...listeners]) listener();
  };
  return {
    watched: (send) =>
      tellingFetch(async (url, request) => {
        let answer: Response;
        try {
          answer = await send(url, request);
        } catch (error) {
          // A request that was taken back says nothing of the line.
          if (error instanceof TypeError) isAway = true;
          throw error;
        }
        if (isAway) isBack();
        return answer;
      }),
    isBack,
    onBack: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
