import type { DeferredQueue } from '../editor-context.tsx';

/** Creates a queue whose tasks run when the test calls `give`. */
export function givenTurns(): DeferredQueue & { readonly give: () => void; readonly count: () => number } {
  const waiting = new Set<() => void>();
  return {
    add: (task) => void waiting.add(task),
    remove: (task) => void waiting.delete(task),
    give: () => {
      for (const task of [...waiting]) if (waiting.delete(task)) task();
    },
    count: () => waiting.size,
  };
}
