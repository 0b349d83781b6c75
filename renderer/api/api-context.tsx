import { QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useStore } from 'zustand';
import { required } from '#shared/lib/assert.ts';
import type { Api } from './api.ts';
import type { Connection } from './event-feed.ts';

const ApiContext = createContext<Api | null>(null);

/** Provides the API and its query cache (react-query) to its children, and opens the event stream. */
export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  useEffect(() => api.events.open(), [api]);
  useEffect(() => {
    const { reportReachable: isBack } = api.reachability;
    window.addEventListener('online', isBack);
    return () => window.removeEventListener('online', isBack);
  }, [api]);
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={api.queries}>{children}</QueryClientProvider>
    </ApiContext>
  );
}

/** Returns the API. Must be called inside {@link ApiProvider}. */
export function useApi(): Api {
  return required(useContext(ApiContext), 'There is no ApiProvider above.');
}

/** Returns the state of the event stream. */
export function useConnection(): Connection {
  return useStore(useApi().events.connection);
}
