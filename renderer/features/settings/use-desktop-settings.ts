import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import type { DesktopSettings } from '#shared/contract/desktop/desktop-shapes.ts';

const queryKey = ['desktop', 'settings'];

/** The desktop's settings, and how to take over what a change answered; undefined until known, and in a browser. */
export function useDesktopSettings() {
  const desktop = useDesktop();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await desktop?.settings()) ?? null,
    enabled: desktop !== null,
  });
  return {
    settings: data ?? undefined,
    take: (settings: DesktopSettings) => {
      queries.setQueryData(queryKey, settings);
      // The service is another one then, at another address perhaps.
      void queries.invalidateQueries();
    },
  };
}
