import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { required } from '#shared/lib/assert.ts';

/** The time to undo a deletion, in seconds. */
export const undoSeconds = 10;

/** An item that is hidden now and deleted when the time to undo is over. */
interface Deletion {
  readonly key: string;
  /** Deletes the item permanently. With `leaving`, the page is about to close, and the request must outlive it. */
  readonly carryOut: (leaving: boolean) => void;
}

/**
 * Deletions that can be undone. The request is sent when the time to undo is over, so after a crash the item still
 * exists.
 */
export interface Deletions {
  readonly waiting: readonly Deletion[];
  readonly add: (deletion: Deletion) => void;
  /** Undoes a deletion. */
  readonly undo: (key: string) => void;
  /** Executes all pending deletions now. */
  readonly flush: () => void;
}

export interface DeletionClock {
  /** Calls back after this number of milliseconds. Returns a function that cancels the call. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
}

export function createDeletions(clock: DeletionClock) {
  const timers = new Map<string, () => void>();
  const store = createStore<Deletions>((set, get) => {
    const take = (key: string): Deletion | undefined => {
      timers.get(key)?.();
      timers.delete(key);
      const deletion = get().waiting.find((each) => each.key === key);
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

/** Provides the deletions to all screens, so that a change of the screen does not end them. */
export function DeletionsProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(() => createDeletions({ after: afterTimeout }));
  useEffect(() => {
    const flush = () => store.getState().flush();
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, [store]);
  return <DeletionsContext value={store}>{children}</DeletionsContext>;
}

/** Returns the deletions that can be undone. */
export function useDeletions(): Deletions {
  return useStore(required(use(DeletionsContext), 'There is no DeletionsProvider above.'));
}

function afterTimeout(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
}
