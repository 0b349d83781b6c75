import { createContext, type ReactNode, use, useState } from 'react';
import { useStore } from 'zustand';
import { required } from '#shared/lib/assert.ts';
import { createRenderSessionStore, type RenderSession, type RenderSessionStore } from './render-session-store.ts';

const RenderSessionContext = createContext<RenderSessionStore | null>(null);

/** Around every screen: the queue goes along from screen to screen. */
export function RenderSessionProvider({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createRenderSessionStore);
  return <RenderSessionContext value={store}>{children}</RenderSessionContext>;
}

export function useRenderSessionStore(): RenderSessionStore {
  return required(use(RenderSessionContext), 'There is no RenderSessionProvider above.');
}

export function useRenderSession<Selected>(select: (state: RenderSession) => Selected): Selected {
  return useStore(useRenderSessionStore(), select);
}
