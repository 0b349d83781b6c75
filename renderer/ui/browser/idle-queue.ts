/** A queue of tasks that run in short time slices while the main thread is idle. */
export interface IdleQueue {
  /** Queues a task for the next idle period. A task that is already queued is not added again. */
  readonly add: (task: () => void) => void;
  readonly remove: (task: () => void) => void;
}

/**
 * The maximum delay in milliseconds. After this delay, a slice runs even if the page is not idle, for example during
 * playback.
 */
const MAX_WAIT_MILLISECONDS = 200;
/** The maximum duration of a slice in milliseconds, which limits the delay of input. Afterward, no more tasks start. */
const TURN_MILLISECONDS = 5;

export function createIdleQueue(): IdleQueue {
  const waiting = new Set<() => void>();
  let requested = false;
  const request = () => {
    if (requested || waiting.size === 0) return;
    requested = true;
    requestIdleCallback(turn, { timeout: MAX_WAIT_MILLISECONDS });
  };
  const turn = () => {
    requested = false;
    const until = performance.now() + TURN_MILLISECONDS;
    // Iterate over a copy, so that a task that queues itself again runs in the next slice.
    for (const task of [...waiting]) {
      if (!waiting.delete(task)) continue;
      task();
      if (performance.now() >= until) break;
    }
    request();
  };
  return {
    add(task) {
      waiting.add(task);
      request();
    },
    remove: (task) => void waiting.delete(task),
  };
}

/** The shared queue of the page. */
export const idleQueue = createIdleQueue();
