import { createContext, type ReactNode, use, useState } from 'react';
import { useStore } from 'zustand';
import { required } from '../../../shared/lib/assert.ts';
import { createDeskStore, type DeskState, type DeskStore } from './desk-store.ts';

const DeskContext = createContext<DeskStore | null>(null);

/** Around every screen: the queue goes along from screen to screen. */
export function RenderDeskProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createDeskStore);
  return <DeskContext value={store}>{children}</DeskContext>;
}

export function useDeskStore(): DeskStore {
  return required(use(DeskContext), 'There is no RenderDeskProvider above.');
}

export function useDesk<Selected>(select: (state: DeskState) => Selected): Selected {
  return useStore(useDeskStore(), select);
}
