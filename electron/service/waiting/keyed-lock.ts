/** A lock per key: work with the same key runs one after another, in the order of the calls. */
export interface KeyedLock {
  run<Value>(key: string, work: () => Promise<Value>): Promise<Value>;
}

export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: async (key, work) => {
      const previous = last.get(key) ?? Promise.resolve();
      const current = previous.then(work, work);
      // The next caller waits for this work, even if the work fails.
      const ended = current.catch(() => undefined);
      last.set(key, ended);
      try {
        return await current;
      } finally {
        if (last.get(key) === ended) last.delete(key);
      }
    },
  };
}
