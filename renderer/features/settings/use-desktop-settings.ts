import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import type { DesktopSettings } from '#shared/contract/desktop/desktop-shapes.ts';

const queryKey = ['desktop', 'settings'];

/**
 * Returns the settings of the desktop app, and a function that applies the response of a change. The settings are
 * undefined in a browser, and while loading.
 */
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
    applyResponse: (settings: DesktopSettings) => {
      queries.setQueryData(queryKey, settings);
      // Invalidate all data, because the change can have started another service.
      void queries.invalidateQueries();
    },
  };
}
