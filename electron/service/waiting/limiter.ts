/**
 * The priority of work. `soon`: a user waits for the result, such as a missing picture. `later`: it can wait, such as a
 * waveform.
 */
export type Urgency = 'soon' | 'later';

/** The weight of a piece of work and its priority. */
export interface Claim {
  /** The capacity that the work takes; the default is 1. */
  readonly weight?: number;
  /** The priority of the work; the default is `soon`. */
  readonly urgency?: Urgency;
}

/** A limit on simultaneous work. Work starts when the limit has enough capacity for it. */
export interface Limiter {
  /** Returns the free capacity; never below zero. */
  free(): number;
  /**
   * Takes capacity immediately, even if the limit is exceeded. The capacity is returned when the result is disposed.
   */
  take(claim?: Claim): Disposable;
  /**
   * Waits until there is enough capacity, and takes it. Callers get capacity in the order of the calls. Rejects with
   * the signal's reason.
   */
  wait(signal: AbortSignal, claim?: Claim): Promise<Disposable>;
  /**
   * Runs the work when there is enough capacity. Rejects with the signal's reason if the signal aborts before the work
   * starts.
   */
  run<Value>(signal: AbortSignal, work: () => Promise<Value>, claim?: Claim): Promise<Value>;
}

interface Waiting {
  readonly weight: number;
  readonly urgency: Urgency;
  readonly begin: () => void;
}

/**
 * Makes a limiter that starts work in the order of the calls, so that light work never overtakes heavy work. The only
 * exception is that `soon` work overtakes `later` work. Work that exceeds the limit starts when nothing else is
 * running.
 *
 * @param limit The sum of the weights that can run at a time. A function is called each time the limit is needed.
 * @param laterLimit The part of the limit that `later` work can take, so that capacity always remains for `soon` work.
 */
export function createLimiter(limit: number | (() => number), laterLimit = Number.POSITIVE_INFINITY): Limiter {
  const most = typeof limit === 'number' ? () => limit : limit;
  const waiting: Waiting[] = [];
  const taken = { soon: 0, later: 0 };

  const fits = ({ weight, urgency }: Waiting): boolean => {
    const all = taken.soon + taken.later;
    return all === 0 || (all + weight <= most() && (urgency === 'soon' || taken.later + weight <= laterLimit));
  };
  const beginNext = (): void => {
    for (;;) {
      const next = waiting.find(({ urgency }) => urgency === 'soon') ?? waiting[0];
      if (next === undefined || !fits(next)) return;
      waiting.splice(waiting.indexOf(next), 1);
      next.begin();
    }
  };
  const take = ({ weight = 1, urgency = 'soon' }: Claim = {}): Disposable => {
    taken[urgency] += weight;
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (!isTaken) return;
        isTaken = false;
        taken[urgency] -= weight;
        beginNext();
      },
    };
  };
  const wait: Limiter['wait'] = async (signal, claim = {}) => {
    signal.throwIfAborted();
    const { weight = 1, urgency = 'soon' } = claim;
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
    const entry: Waiting = { weight, urgency, begin: () => resolve(take(claim)) };
    const onAbort = () => {
      const at = waiting.indexOf(entry);
      // The capacity was already taken for the caller, which returns it.
      if (at < 0) return;
      waiting.splice(at, 1);
      reject(signal.reason);
      beginNext();
    };
    waiting.push(entry);
    signal.addEventListener('abort', onAbort, { once: true });
    beginNext();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
  return {
    free: () => Math.max(0, most() - taken.soon - taken.later),
    take,
    wait,
    run: async (signal, work, claim) => {
      using _room = await wait(signal, claim);
      return await work();
    },
  };
}
