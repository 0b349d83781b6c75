/** Who goes first: somebody looks at a picture that is missing, while a waveform can wait. */
export type Urgency = 'soon' | 'later';

/** How much of the limit a piece of work takes, and whether it can wait for others. */
export interface Claim {
  /** 1 unless given. */
  readonly weight?: number;
  /** `soon` unless given. */
  readonly urgency?: Urgency;
}

/** Lets work begin as there is room for it. */
export interface Limiter {
  /** What is left of the limit; never below zero. */
  free(): number;
  /** Takes room at once, even where there is none. Disposing it gives the room back, once. */
  take(claim?: Claim): Disposable;
  /** Takes room as soon as there is enough, in the order of asking. Rejects with the signal's reason. */
  wait(signal: AbortSignal, claim?: Claim): Promise<Disposable>;
  /** Runs the work when there is room for it. Rejects with the signal's reason where that comes first. */
  run<Value>(signal: AbortSignal, work: () => Promise<Value>, claim?: Claim): Promise<Value>;
}

interface Waiting {
  readonly weight: number;
  readonly urgency: Urgency;
  readonly begin: () => void;
}

/**
 * Whoever asked first begins first, so that smaller work never overtakes work that needs much room. Only work that can
 * wait is overtaken, by what is wanted soon. Work that needs more than the limit begins when nothing else is running.
 * @param limit Sum of the weights that may run at a time; asked each time where it may change.
 * @param laterLimit How much of it work that can wait may take, so that there is always room for the other.
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
      // It has begun already: whoever asked gets the room, and gives it back.
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
