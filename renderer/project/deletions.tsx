import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { required } from '#shared/lib/assert.ts';

/** How long a deletion can be taken back, in seconds. */
export const undoSeconds = 10;

/** Something that is hidden already and deleted when the time to take it back is over. */
interface Deletion {
  readonly key: string;
  /** Deletes it for good. `leaving`: the page goes away, and the request must outlive it. */
  readonly carryOut: (leaving: boolean) => void;
}

/**
 * Deletions that can still be taken back. Until it is over nothing was sent: a crash loses nothing but the deletion.
 */
export interface Deletions {
  readonly waiting: readonly Deletion[];
  readonly add: (deletion: Deletion) => void;
  /** Takes it back. */
  readonly undo: (key: string) => void;
  /** All that wait, now. */
  readonly flush: () => void;
}

export interface DeletionClock {
  /** Calls back after so many milliseconds; gives what takes that back. */
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

/** Around every screen, so that a deletion goes on while somebody goes elsewhere. */
export function DeletionsProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(() => createDeletions({ after: afterTimeout }));
  useEffect(() => {
    const flush = () => store.getState().flush();
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, [store]);
  return <DeletionsContext value={store}>{children}</DeletionsContext>;
}

/** Deletions that can still be undone. */
export function useDeletions(): Deletions {
  return useStore(required(use(DeletionsContext), 'There is no DeletionsProvider above.'));
}

function afterTimeout(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
}
