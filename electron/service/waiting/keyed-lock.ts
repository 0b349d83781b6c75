/** Lets work of the same key pass one after the other, in the order in which it came. */
export interface KeyedLock {
  run<Value>(key: string, work: () => Promise<Value>): Promise<Value>;
}

export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: async (key, work) => {
      const before = last.get(key) ?? Promise.resolve();
      const mine = before.then(work, work);
      // Whoever comes next waits for this one, however it ends.
      const settled = mine.catch(() => undefined);
      last.set(key, settled);
      try {
        return await mine;
      } finally {
        if (last.get(key) === settled) last.delete(key);
      }
    },
  };
}
