/** Things that are made elsewhere and waited for here, by name. */
export interface Arrivals {
  arrive(name: string): void;
  /** Settles once it has arrived; never if it does not. */
  arrivalOf(name: string): Promise<void>;
}

export function createArrivals(): Arrivals {
  const entries = new Map<string, PromiseWithResolvers<void>>();
  const entryOf = (name: string): PromiseWithResolvers<void> => {
    const entry = entries.get(name) ?? Promise.withResolvers<void>();
    entries.set(name, entry);
    return entry;
  };
  return { arrive: (name) => entryOf(name).resolve(), arrivalOf: (name) => entryOf(name).promise };
}
