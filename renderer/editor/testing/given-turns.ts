import type { Turns } from '../editor-context.tsx';

/** Turns that are given when a test says so. */
export function givenTurns(): Turns & { readonly give: () => void; readonly count: () => number } {
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
