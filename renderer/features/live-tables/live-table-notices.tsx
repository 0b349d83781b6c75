import { useEffect, useEffectEvent } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { LiveTable } from '#renderer/api/queries/use-live-tables.ts';
import { useSystemNotification } from '#renderer/shell/window/system-notification.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/** The delay in milliseconds before an unreadable table is reported. The user can ignore a shorter fault. */
const FAILING_MILLISECONDS = 60 * 60 * 1000;

/** Notifies the user when a guard pauses a live table, and when a table has been unreadable for an hour. */
export function LiveTableNotices() {
  const { liveTables: strings } = useStrings();
  const { client, events } = useApi();
  const { route, go } = useNavigation();
  const toasts = useToast();
  const notify = useSystemNotification();
  const announce = useEffectEvent(async (project: string, id: string, state: 'guarded' | 'unreadable') => {
    let table: LiveTable;
    try {
      table = await client.call('readLiveTable', { parameters: { project, table: id } });
    } catch {
      // The table was deleted in the meantime, or the service is unreachable, which the page reports elsewhere.
      return;
    }
    if (table.state !== state) return;
    const { name } = table.settings;
    const title = state === 'guarded' ? strings.guardedNotice(name) : strings.failingNotice(name);
    const reason = table.guard ?? table.problem;
    const detail = reason === null ? '' : say(reason, { plain: true });
    const to = { screen: 'tables', project, table: id } as const;
    notify({ title, body: detail, route: to });
    // The screen of live tables already shows this state.
    if (route.screen === 'tables' && route.project === project) return;
    toasts.show({
      id: `live-table-${id}`,
      message: title,
      detail,
      tone: 'warning',
      action: { label: strings.show, run: () => go(to) },
    });
  });
  useEffect(() => {
    const failing = new Map<string, ReturnType<typeof setTimeout>>();
    const stop = events.subscribe((event) => {
      if (event.type !== 'table.changed' || event.project === null) return;
      const { project } = event;
      const { id, state } = event.data;
      if (state !== 'unreadable') {
        clearTimeout(failing.get(id));
        failing.delete(id);
      } else if (!failing.has(id)) {
        const report = () => void announce(project, id, 'unreadable');
        failing.set(id, setTimeout(report, FAILING_MILLISECONDS));
      }
      if (state === 'guarded') void announce(project, id, state);
    });
    return () => {
      stop();
      for (const timer of failing.values()) clearTimeout(timer);
    };
  }, [events]);
  return null;
}
