/** A queue of tasks that run in short time slices while the main thread is idle. */
export interface IdleQueue {
  /** Queues a task for the next idle period. A task that is already queued is not added again. */
  readonly add: (task: () => void) => void;
  readonly remove: (task: () => void) => void;
}

/**
 * The maximum delay in milliseconds. After this delay, a task runs even if the page is not idle, for example during
 * playback.
 */
const MAX_WAIT_MILLISECONDS = 200;
/** The maximum duration of a slice in milliseconds, which limits the delay of input. Afterward, no more tasks start. */
const TURN_MILLISECONDS = 5;
/**
 * The maximum time in milliseconds that a task needs until the next frame to start. Between the frames of a gesture,
 * less time is left.
 */
const REST_MILLISECONDS = 25;

/**
 * Creates a queue. Between the frames of a gesture or of playback, a task starts only if the time until the next frame
 * is as long as its last run, so that it delays no frame.
 */
export function createIdleQueue(): IdleQueue {
  /** The waiting tasks, each with the time after which it runs even if the page is not idle. */
  const waiting = new Map<() => void, number>();
  /** The duration of the last run of each task in milliseconds. */
  const durations = new WeakMap<() => void, number>();
  let requested = false;
  const request = () => {
    if (requested || waiting.size === 0) return;
    requested = true;
    const timeout = Math.max(1, Math.min(...waiting.values()) - performance.now());
    requestIdleCallback((deadline) => void runNext(deadline), { timeout });
  };
  const runNext = async (deadline: IdleDeadline) => {
    const from = performance.now();
    try {
      // Iterate over a copy, so that a task that queues itself again runs in the next slice.
      for (const [task, due] of [...waiting]) {
        const start = performance.now();
        const needed = Math.min(durations.get(task) ?? 0, REST_MILLISECONDS);
        if (!waiting.has(task) || (needed > deadline.timeRemaining() && start < due)) continue;
        waiting.delete(task);
        task();
        // React renders the changes of a task in a microtask, which counts as a part of the task.
        await null;
        const end = performance.now();
        durations.set(task, end - start);
        if (end - from >= TURN_MILLISECONDS) break;
      }
    } finally {
      requested = false;
      request();
    }
  };
  return {
    add(task) {
      if (!waiting.has(task)) waiting.set(task, performance.now() + MAX_WAIT_MILLISECONDS);
      request();
    },
    remove: (task) => void waiting.delete(task),
  };
}

/** The shared queue of the page. */
export const idleQueue = createIdleQueue();

/** An idle queue that holds its tasks back during a gesture. */
export interface RestingQueue extends IdleQueue {
  /** Holds tasks back for a while. Each step of a gesture calls this function. */
  readonly rest: () => void;
  /** Drops the tasks that are held back. */
  readonly dispose: () => void;
}

/** The time in milliseconds after the last step at which a gesture counts as finished. */
const GESTURE_END_MILLISECONDS = 120;
/** The maximum time in milliseconds for which a long gesture holds tasks back. */
const MAX_REST_MILLISECONDS = 500;

/** Creates a queue that passes its tasks to `queue`, but not between the steps of a gesture. */
export function createRestingQueue(queue: IdleQueue): RestingQueue {
  const held = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restsSince = 0;
  const release = () => {
    for (const task of held) queue.add(task);
    held.clear();
  };
  const end = () => {
    timer = undefined;
    release();
  };
  return {
    add: (task) => (timer === undefined ? queue.add(task) : void held.add(task)),
    remove(task) {
      held.delete(task);
      queue.remove(task);
    },
    rest() {
      const now = performance.now();
      if (timer === undefined) restsSince = now;
      else if (now - restsSince >= MAX_REST_MILLISECONDS) {
        restsSince = now;
        release();
      }
      clearTimeout(timer);
      timer = setTimeout(end, GESTURE_END_MILLISECONDS);
    },
    dispose() {
      clearTimeout(timer);
      held.clear();
    },
  };
}
