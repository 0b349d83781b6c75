import { QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useStore } from 'zustand';
import { required } from '#shared/lib/assert.ts';
import type { Api } from './api.ts';
import type { Connection } from './events/event-feed.ts';

const ApiContext = createContext<Api | null>(null);

/** Gives the service to everything within, and the query cache to react-query's own hooks; listens to the service. */
export function ApiProvider({ api, children }: { readonly api: Api; readonly children: ReactNode }) {
  useEffect(() => api.events.open(), [api]);
  useEffect(() => {
    const { isBack } = api.reachability;
    window.addEventListener('online', isBack);
    return () => window.removeEventListener('online', isBack);
  }, [api]);
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={api.queries}>{children}</QueryClientProvider>
    </ApiContext>
  );
}

/** The service; only within {@link ApiProvider}. */
export function useApi(): Api {
  return required(useContext(ApiContext), 'There is no ApiProvider above.');
}

/** Whether the service is heard. */
export function useConnection(): Connection {
  return useStore(useApi().events.connection);
}
