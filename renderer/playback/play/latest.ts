/**
 * Returns a function that runs `work` for one request at a time. While it runs, only the latest request waits; earlier
 * ones are dropped.
 */
export function latest<Request>(work: (request: Request) => Promise<void>): (request: Request) => Promise<void> {
  let waiting: { readonly request: Request } | null = null;
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      for (let next = waiting; next !== null; next = waiting) {
        waiting = null;
        await work(next.request);
      }
    } finally {
      running = null;
    }
  };
  return (request) => {
    waiting = { request };
    running ??= run();
    return running;
  };
}
