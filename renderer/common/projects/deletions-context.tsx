import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { required } from '#shared/lib/assert.ts';
import { createDeletions, type DeletionStore, type Deletions } from './deletions.ts';

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
