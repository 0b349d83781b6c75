/** Loads the frames of films for a sheet: a few at a time, with a cache. */
export interface FrameQueue {
  /** Returns the picture of a query. Rejects when the signal aborts; a waiting frame is then not loaded. */
  get(question: string, signal: AbortSignal): Promise<Blob>;
}

/** The service renders a few frames at a time; more would delay its other requests. */
const AT_ONCE = 2;
/** The number of cached pictures, of about ten kilobytes each. */
const KEPT = 400;

/**
 * Creates the queue.
 * @param load Loads the frame of a query.
 */
export function createFrameTurns(load: (question: string, signal: AbortSignal) => Promise<Blob>): FrameQueue {
  const kept = new Map<string, Blob>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const next = (): void => {
    while (running < AT_ONCE) {
      const begin = waiting.shift();
      if (begin === undefined) return;
      begin();
    }
  };
  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal.reason);
      };
      const begin = () => {
        signal.removeEventListener('abort', leave);
        running += 1;
        resolve();
      };
      signal.throwIfAborted();
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(begin);
      next();
    });
  const keep = (question: string, picture: Blob): void => {
    kept.delete(question);
    kept.set(question, picture);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  };

  return {
    async get(question, signal) {
      const found = kept.get(question);
      if (found !== undefined) {
        keep(question, found);
        return found;
      }
      await turn(signal);
      try {
        const picture = await load(question, signal);
        keep(question, picture);
        return picture;
      } finally {
        running -= 1;
        next();
      }
    },
  };
}
