import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 500;

/** Tells the latest of what comes often; nobody waits for it. */
export interface ProgressTeller<Value> extends AsyncDisposable {
  tell(value: Value): void;
}

/**
 * Sends one at a time, with half a second between them. What cannot be sent is left out: the next one says more. At the
 * end of the scope nothing is sent any more.
 */
export function createProgressTeller<Value>(
  send: (value: Value) => Promise<void>,
  pauseMilliseconds = PAUSE_MILLISECONDS,
): ProgressTeller<Value> {
  const ended = new AbortController();
  let latest: { readonly value: Value } | null = null;
  let going: Promise<void> | null = null;

  const go = async (): Promise<void> => {
    while (latest !== null && !ended.signal.aborted) {
      const { value } = latest;
      latest = null;
      await send(value).catch(() => undefined);
      await pause(pauseMilliseconds, undefined, { signal: ended.signal }).catch(() => undefined);
    }
    going = null;
  };
  return {
    tell: (value) => {
      latest = { value };
      going ??= go();
    },
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      await going;
    },
  };
}
