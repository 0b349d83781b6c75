import { type Fetch, withUnreachableError } from './unreachable-error.ts';

/** Detects that the service is reachable again after a failure. */
export interface Reachability {
  /** Returns a `fetch` whose responses and failures update the state. */
  readonly watch: (send: Fetch) => Fetch;
  /** Reports that the service is reachable again. The `online` event and the event stream call it. */
  readonly reportReachable: () => void;
  /** Calls the listener whenever the service is reachable again. Returns a function that removes the listener. */
  readonly onReachable: (listener: () => void) => () => void;
}

export function createReachability(): Reachability {
  let isUnreachable = false;
  const listeners = new Set<() => void>();
  const reportReachable = (): void => {
    isUnreachable = false;
    for (const listener of [...listeners]) listener();
  };
  return {
    watch: (send) =>
      withUnreachableError(async (url, request) => {
        let answer: Response;
        try {
          answer = await send(url, request);
        } catch (error) {
          // A canceled request does not show whether the service is reachable.
          if (error instanceof TypeError) isUnreachable = true;
          throw error;
        }
        if (isUnreachable) reportReachable();
        return answer;
      }),
    reportReachable,
    onReachable: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
