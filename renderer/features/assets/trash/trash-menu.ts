import { ArchiveRestore, Trash2 } from 'lucide-react';
import type { TrashEntry } from '../../../api/client/trash-list.ts';
import type { Catalogue } from '../../../strings/catalogue.ts';
import type { MenuEntry } from '../../../ui/overlays/menu-entry.ts';
import type { TrashCommands } from './use-trash-commands.ts';

/** The menu at the pointer, of a row of the trash. */
export function trashMenu(
  entry: TrashEntry,
  commands: Pick<TrashCommands, 'restore' | 'remove'>,
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
      label: words.remove,
      icon: Trash2,
      danger: true,
      run: () => void commands.remove(entry),
    },
  ];
}
