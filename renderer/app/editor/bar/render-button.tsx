import { ChevronDown, Clapperboard } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { ActionButton } from '#renderer/actions/runtime/action-button.tsx';
import { actionEntries } from '#renderer/actions/runtime/action-menu.ts';
import { useActions } from '#renderer/actions/runtime/use-actions.tsx';
import { recentFormats } from '#renderer/features/render/form/recent-formats.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import styles from './render-button.module.css';

/** Render, and beside it what else can be rendered: many films of a table, or one in a format of last time. */
export function RenderButton() {
  const { app } = useStrings();
  const actions = useActions();
  const [open, setOpen] = useState(false);
  const [entries, setEntries] = useState<readonly MenuEntry[]>([]);
  const change = (next: boolean) => {
    if (next) setEntries(entriesNow());
    setOpen(next);
  };
  const entriesNow = (): readonly MenuEntry[] => [
    ...actionEntries(actions, ['render/open', 'batch/open']),
    ...formatEntries(),
    ...actionEntries(actions, [null, 'render/copy-link', null, 'render/queue', 'render/play-last']),
  ];
  const formatEntries = (): readonly MenuEntry[] =>
    recentFormats().map((format, at) => ({
      kind: 'command',
      id: `format ${format}`,
      label: app.renderAs(format),
      icon: at === 0 ? Clapperboard : undefined,
      run: () => actions.parts.getState().ports.render?.openDialog(format),
    }));
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    change(true);
  };
  return (
    <div className={styles.split}>
      <ActionButton action="render/open" variant="primary" className={styles.main} onKeyDown={openByKey} />
      <Menu
        align="end"
        open={open}
        onOpenChange={change}
        entries={entries}
        trigger={<IconButton icon={ChevronDown} iconSize={14} label={app.moreRender} className={styles.more} />}
      />
    </div>
  );
}
