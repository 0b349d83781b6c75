import type { IdleQueue } from '#renderer/ui/browser/idle-queue.ts';

/** Creates a queue whose tasks run when the test calls `runAll`. */
export function fakeIdleQueue(): IdleQueue & { readonly runAll: () => void; readonly count: () => number } {
  const waiting = new Set<() => void>();
  return {
    add: (task) => void waiting.add(task),
    remove: (task) => void waiting.delete(task),
    runAll: () => {
      for (const task of [...waiting]) if (waiting.delete(task)) task();
    },
    count: () => waiting.size,
  };
}
