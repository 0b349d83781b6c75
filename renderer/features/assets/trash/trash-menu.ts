import { ArchiveRestore, Trash2 } from 'lucide-react';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import type { TrashListProps } from './trash-list.tsx';

/** Returns the context menu of a row of the trash. */
export function trashMenu(
  entry: TrashEntry,
  commands: TrashListProps['commands'],
  words: Catalogue['assets']['trash'],
): readonly MenuEntry[] {
  return [
    {
      kind: 'command',
      id: 'restore',
      label: words.restore,
      icon: ArchiveRestore,
      run: () => void commands.restore([entry]),
    },
    { kind: 'separator', id: 'before-delete' },
    {
      kind: 'command',
      id: 'delete',
      label: words.removeAsk,
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      run: () => commands.remove(entry),
    },
  ];
}
