/**
 * Returns a function that runs `work` for one request at a time. During a run, only the latest request is stored for
 * the next run.
 */
export function latest<Wish>(work: (wish: Wish) => Promise<void>): (wish: Wish) => Promise<void> {
  let waiting: { readonly wish: Wish } | null = null;
  let running: Promise<void> | null = null;
  const run = async () => {
    try {
      for (let next = waiting; next !== null; next = waiting) {
        waiting = null;
        await work(next.wish);
      }
    } finally {
      running = null;
    }
  };
  return (wish) => {
    waiting = { wish };
    running ??= run();
    return running;
  };
}
