import {
  ArchiveRestore,
  Download,
  FilePlus2,
  Info,
  Link,
  ListPlus,
  MonitorPlay,
  PencilLine,
  Plus,
  Replace,
  Tag,
  Trash2,
} from 'lucide-react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import { assetInsertable, canBeSound, isVideo } from '#renderer/editor/file-kinds.ts';
import type { AssetCommands } from '#renderer/project/asset-commands.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { AssetItem } from '../grid/asset-items.ts';

/** The target and the commands of the menu. */
export interface MenuSubject {
  readonly words: Catalogue['assets'];
  readonly commands: AssetCommands;
  readonly items: readonly AssetItem[];
  /** All assets that can replace a missing asset. */
  readonly assets: readonly AssetEntry[];
  /** The most recently deleted assets, newest first. They are offered as replacements for a missing asset. */
  readonly trashed: readonly TrashEntry[];
  readonly onRename: (item: AssetItem) => void;
  readonly onDelete: (names: readonly string[]) => void;
  readonly onTags: (entries: readonly AssetEntry[]) => void;
  readonly onDetails: (entry: AssetEntry) => void;
  readonly onView: (entry: AssetEntry) => void;
  readonly onRestore: (entry: TrashEntry) => void;
}

/** The maximum number of replacements in the menu. The search field finds the others. */
const MAX_LINKS = 12;

/** Returns the context menu of the selected tiles, or of the panel if no tile is selected. */
export function assetMenu(subject: MenuSubject): readonly MenuEntry[] {
  const { words, commands, items } = subject;
  const [only] = items;
  if (only === undefined) {
    const run = () => void commands.importFiles();
    return [{ kind: 'command', id: 'import', label: words.menu.import, icon: FilePlus2, run }];
  }
  if (items.length > 1) return manyMenu(subject);
  return only.type === 'missing' ? missingMenu(subject, only.name) : oneMenu(subject, only, only.entry);
}

function addEntries({ words, commands }: MenuSubject, assets: readonly AssetEntry[]): readonly MenuEntry[] {
  const disabled = !assets.some((asset) => assetInsertable(asset) !== null);
  if (!disabled && !assets.some(({ media }) => media?.kind === 'video' || media?.kind === 'image')) {
    const run = () => commands.addToTimeline(assets, 'playhead');
    const label = assets.some(canBeSound) ? words.menu.addSound : words.menu.addAtPlayhead;
    return [
      { kind: 'command', id: 'add', label, icon: Plus, keys: 'Enter', run },
      { kind: 'separator', id: 'after-add' },
    ];
  }
  return [
    {
      kind: 'command',
      id: 'add',
      label: words.menu.addAtPlayhead,
      icon: Plus,
      keys: 'Enter',
      disabled,
      run: () => commands.addToTimeline(assets, 'playhead'),
    },
    {
      kind: 'command',
      id: 'append',
      label: words.menu.addAtEnd,
      icon: ListPlus,
      disabled,
      run: () => commands.addToTimeline(assets, 'end'),
    },
    { kind: 'separator', id: 'after-add' },
  ];
}

function oneMenu(subject: MenuSubject, item: AssetItem, entry: AssetEntry): readonly MenuEntry[] {
  const { words, commands, onRename, onDelete, onTags, onDetails, onView } = subject;
  const { name } = entry;
  return [
    ...addEntries(subject, [entry]),
    {
      kind: 'command',
      id: 'view',
      label: words.menu.view,
      icon: MonitorPlay,
      keys: 'Shift+Enter',
      disabled: !isVideo(entry) && !canBeSound(entry),
      run: () => onView(entry),
    },
    {
      kind: 'command',
      id: 'replace',
      label: words.menu.replace,
      icon: Replace,
      run: () => void commands.provideContent(name),
    },
    {
      kind: 'command',
      id: 'rename',
      label: words.menu.rename,
      icon: PencilLine,
      keys: 'F2',
      run: () => onRename(item),
    },
    { kind: 'command', id: 'tags', label: words.tags.menu, icon: Tag, run: () => onTags([entry]) },
    {
      kind: 'command',
      id: 'download',
      label: words.menu.download,
      icon: Download,
      run: () => commands.download(name),
    },
    { kind: 'command', id: 'details', label: words.menu.details, icon: Info, run: () => onDetails(entry) },
    { kind: 'separator', id: 'before-delete' },
    {
      kind: 'command',
      id: 'delete',
      label: words.menu.remove,
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      run: () => onDelete([name]),
    },
  ];
}

function manyMenu(subject: MenuSubject): readonly MenuEntry[] {
  const { words, items, onDelete, onTags } = subject;
  const assets = items.flatMap((item) => (item.type === 'asset' ? [item.entry] : []));
  const names = assets.map(({ name }) => name);
  return [
    ...addEntries(subject, assets),
    {
      kind: 'command',
      id: 'tags',
      label: words.tags.menu,
      icon: Tag,
      disabled: assets.length === 0,
      run: () => onTags(assets),
    },
    {
      kind: 'command',
      id: 'delete',
      label: words.menu.removeMany(names.length),
      icon: Trash2,
      keys: 'Delete',
      danger: true,
      disabled: names.length === 0,
      run: () => onDelete(names),
    },
  ];
}

function missingMenu(subject: MenuSubject, name: string): readonly MenuEntry[] {
  const { words, commands, assets, trashed, onRestore } = subject;
  const targets = assets.filter(isVideo).slice(0, MAX_LINKS);
  const inTrash = trashed.find((entry) => nameKey(entry.name) === nameKey(name));
  const restore: readonly MenuEntry[] =
    inTrash === undefined
      ? []
      : [
          {
            kind: 'command',
            id: 'restore',
            label: words.menu.restore,
            icon: ArchiveRestore,
            run: () => onRestore(inTrash),
          },
        ];
  return [
    ...restore,
    {
      kind: 'command',
      id: 'relink',
      label: words.menu.relinkTo,
      icon: FilePlus2,
      run: () => void commands.provideContent(name),
    },
    {
      kind: 'menu',
      id: 'relink-to',
      label: words.menu.relinkToAsset,
      icon: Link,
      disabled: targets.length === 0,
      entries: targets.map((asset) => ({
        kind: 'command',
        id: asset.name,
        label: asset.name,
        run: () => commands.relinkTo(name, asset.name),
      })),
    },
  ];
}
