import { type Fetch, withUnreachableError } from './unreachable-error.ts';

/** Detects that the service is reachable again after a failure. */
export interface Reachability {
  /** Returns a `fetch` whose responses and failures update the state. */
  readonly watched: (send: Fetch) => Fetch;
  /** Reports that the service is reachable again. The `online` event and the event stream call it. */
  readonly isBack: () => void;
  /** Calls the listener whenever the service is reachable again. Returns a function that removes the listener. */
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
      withUnreachableError(async (url, request) => {
        let answer: Response;
        try {
          answer = await send(url, request);
        } catch (error) {
          // A canceled request does not show whether the service is reachable.
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
