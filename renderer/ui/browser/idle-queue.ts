/** Work that nobody has to wait for: done while the page has nothing else to do, a little at a time. */
export interface IdleQueue {
  /** Has it done soon; one that waits already waits once. */
  readonly add: (task: () => void) => void;
  readonly remove: (task: () => void) => void;
}

/** A page that is never idle, as while it plays, gives a turn after this long all the same. */
const LONGEST_WAIT_MILLISECONDS = 200;
/** A turn ends after this long: who begins to do something meanwhile waits for its end. */
const TURN_MILLISECONDS = 5;

export function createIdleTurns(): IdleQueue {
  const waiting = new Set<() => void>();
  let requested = false;
  const request = () => {
    if (requested || waiting.size === 0) return;
    requested = true;
    requestIdleCallback(turn, { timeout: LONGEST_WAIT_MILLISECONDS });
  };
  const turn = () => {
    requested = false;
    const until = performance.now() + TURN_MILLISECONDS;
    // One that adds itself again waits for another turn.
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

/** Those of this page: what all its parts want in their spare time takes turns. */
export const idleTurns = createIdleTurns();
