import { FolderOpen } from 'lucide-react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { MediaKind } from '#renderer/project/source-picker.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';

/** The maximum number of assets in the menu. The user can add other assets as files. */
const MAX_LISTED = 40;

/** Returns menu entries for the project's assets of these kinds, and an entry that adds a file. */
export function assetEntries(
  assets: readonly AssetEntry[],
  kinds: readonly MediaKind[],
  words: Catalogue['brand'],
  { onChoose, onFile }: { readonly onChoose: (name: string) => void; readonly onFile: () => void },
): readonly MenuEntry[] {
  const fitting = assets.filter(({ media }) => media !== null && kinds.includes(media.kind)).slice(0, MAX_LISTED);
  return [
    ...fitting.map(
      ({ name }): MenuEntry => ({ kind: 'command', id: `asset ${name}`, label: name, run: () => onChoose(name) }),
    ),
    ...(fitting.length === 0 ? [] : [{ kind: 'separator', id: 'file' } as const]),
    { kind: 'command', id: 'choose', label: words.chooseFile, icon: FolderOpen, run: onFile },
  ];
}
