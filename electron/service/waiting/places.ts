/** A number of things that may go on at once. */
export interface Places {
  free(): number;
  /** Takes a place, even where none is free; disposing it twice frees it once. */
  take(): Disposable;
  /** Takes a place when one is free, in the order of asking; rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<Disposable>;
}

export function createPlaces(count: number): Places {
  let taken = 0;
  const waiting: (() => void)[] = [];

  const take = (): Disposable => {
    taken += 1;
    let isMine = true;
    return {
      [Symbol.dispose]: () => {
        if (!isMine) return;
        isMine = false;
        taken -= 1;
        waiting.shift()?.();
      },
    };
  };

  return {
    free: () => Math.max(0, count - taken),
    take,
    wait: async (signal) => {
      signal.throwIfAborted();
      if (taken < count) return take();
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
      const onFree = () => resolve(take());
      const onAbort = () => {
        const at = waiting.indexOf(onFree);
        if (at >= 0) waiting.splice(at, 1);
        reject(signal.reason);
      };
      waiting.push(onFree);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}
