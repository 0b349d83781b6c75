/** A queue that loads frames of films for a contact sheet, with limited concurrency and a cache. */
export interface FrameQueue {
  /** Returns the picture of a query. Rejects if the signal aborts; a frame that is still waiting is then not loaded. */
  get(query: string, signal: AbortSignal): Promise<Blob>;
}

/**
 * The maximum number of parallel requests. The service renders only a few frames at a time, and more requests would
 * delay its other work.
 */
const MAX_RUNNING = 2;
/** The maximum number of cached pictures, of about 10 kB each. */
const MAX_CACHED = 400;

/**
 * Creates the queue.
 * @param load Loads the frame of a query.
 */
export function createFrameQueue(load: (query: string, signal: AbortSignal) => Promise<Blob>): FrameQueue {
  const cached = new Map<string, Blob>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const next = (): void => {
    while (running < MAX_RUNNING) {
      const begin = waiting.shift();
      if (begin === undefined) return;
      begin();
    }
  };
  const waitForSlot = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancelWait = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal.reason);
      };
      const begin = () => {
        signal.removeEventListener('abort', cancelWait);
        running += 1;
        resolve();
      };
      signal.throwIfAborted();
      signal.addEventListener('abort', cancelWait, { once: true });
      waiting.push(begin);
      next();
    });
  const cache = (query: string, picture: Blob): void => {
    cached.delete(query);
    cached.set(query, picture);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
  };

  return {
    async get(query, signal) {
      const cachedFrame = cached.get(query);
      if (cachedFrame !== undefined) {
        cache(query, cachedFrame);
        return cachedFrame;
      }
      await waitForSlot(signal);
      try {
        const picture = await load(query, signal);
        cache(query, picture);
        return picture;
      } finally {
        running -= 1;
        next();
      }
    },
  };
}
