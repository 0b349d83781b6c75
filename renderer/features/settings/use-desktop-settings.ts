import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import type { DesktopSettings } from '#shared/contract/desktop/desktop-shapes.ts';

const queryKey = ['desktop', 'settings'];

/**
 * Returns the settings of the desktop, and a function that applies the answer to a change. The settings are undefined
 * in a browser, and while they load.
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
    take: (settings: DesktopSettings) => {
      queries.setQueryData(queryKey, settings);
      // The change can start another service, whose address can differ.
      void queries.invalidateQueries();
    },
  };
}
