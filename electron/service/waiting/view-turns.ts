/** Who goes first: somebody looks at a picture that is missing, while a waveform can wait. */
export type Urgency = 'soon' | 'later';

/** Lets only so many pieces of work run at a time. */
export interface ViewTurns {
  /** Runs the work when it is its turn. Rejects with the signal's reason where that comes first. */
  run<Value>(urgency: Urgency, signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

interface Waiting {
  readonly urgency: Urgency;
  readonly begin: () => void;
}

/**
 * @param width How many run at a time.
 * @param laterWidth How many of those may be ones that can wait, so that there is always room for the others.
 */
export function createViewTurns(width: number, laterWidth: number): ViewTurns {
  const waiting: Waiting[] = [];
  const running = { soon: 0, later: 0 };

  const mayRun = (urgency: Urgency): boolean =>
    running.soon + running.later < width && (urgency === 'soon' || running.later < laterWidth);
  const next = (): void => {
    const chosen =
      waiting.find(({ urgency }) => urgency === 'soon' && mayRun('soon')) ??
      waiting.find(({ urgency }) => mayRun(urgency));
    if (chosen === undefined) return;
    waiting.splice(waiting.indexOf(chosen), 1);
    running[chosen.urgency]++;
    chosen.begin();
    next();
  };
  const turn = (urgency: Urgency, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      const begin = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const entry: Waiting = { urgency, begin };
      waiting.push(entry);
      signal.addEventListener('abort', onAbort, { once: true });
      next();
    });
  return {
    run: async (urgency, signal, work) => {
      signal.throwIfAborted();
      await turn(urgency, signal);
      try {
        return await work();
      } finally {
        running[urgency]--;
        next();
      }
    },
  };
}
