/** A queue of tasks that run in small slices while the main thread is idle. */
export interface IdleQueue {
  /** Queues a task for the next idle period. A task that is already queued is not added again. */
  readonly add: (task: () => void) => void;
  readonly remove: (task: () => void) => void;
}

/** The time in milliseconds after which a slice runs even if the page is never idle, for example during playback. */
const MAX_WAIT_MILLISECONDS = 200;
/** The maximum duration of a slice in milliseconds, and so the longest delay of input. */
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
    // Iterates over a copy: a task that queues itself again runs in the next slice.
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

/** The queue of this page, which all components share. */
export const idleQueue = createIdleQueue();
