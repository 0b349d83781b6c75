import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { required } from '#shared/lib/assert.ts';

/** The time in seconds during which a deletion can be undone. */
export const undoSeconds = 10;

/** A pending deletion. The item is hidden immediately and deleted after `undoSeconds`. */
interface Deletion {
  readonly key: string;
  /** Deletes the item permanently. If `leaving` is true, the page is closing and the request must outlive it. */
  readonly carryOut: (leaving: boolean) => void;
}

/**
 * Deletions with undo. The request is sent only when the time for undo has ended, so that the item survives a crash.
 */
export interface Deletions {
  readonly waiting: readonly Deletion[];
  readonly add: (deletion: Deletion) => void;
  readonly undo: (key: string) => void;
  /** Executes all pending deletions now. */
  readonly flush: () => void;
}

export interface DeletionClock {
  /** Calls `call` after a delay in milliseconds. Returns a function that cancels the timer. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
}

export function createDeletions(clock: DeletionClock) {
  const timers = new Map<string, () => void>();
  const store = createStore<Deletions>((set, get) => {
    const take = (key: string): Deletion | undefined => {
      timers.get(key)?.();
      timers.delete(key);
      const deletion = get().waiting.find((pending) => pending.key === key);
      set({ waiting: get().waiting.filter((each) => each.key !== key) });
      return deletion;
    };
    return {
      waiting: [],
      add: (deletion) => {
        take(deletion.key);
        set({ waiting: [...get().waiting, deletion] });
        timers.set(
          deletion.key,
          clock.after(undoSeconds * 1000, () => take(deletion.key)?.carryOut(false)),
        );
      },
      undo: (key) => void take(key),
      flush: () => {
        for (const { key } of get().waiting) take(key)?.carryOut(true);
      },
    };
  });
  return store;
}

type DeletionStore = ReturnType<typeof createDeletions>;

const DeletionsContext = createContext<DeletionStore | null>(null);

/** Provides the pending deletions above all screens, so that they survive a change of the screen. */
export function DeletionsProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(() => createDeletions({ after: afterTimeout }));
  useEffect(() => {
    const flush = () => store.getState().flush();
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, [store]);
  return <DeletionsContext value={store}>{children}</DeletionsContext>;
}

/** Returns the pending deletions. */
export function useDeletions(): Deletions {
  return useStore(required(use(DeletionsContext), 'There is no DeletionsProvider above.'));
}

function afterTimeout(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
}
