import { Archive, ChevronDown, FolderDown } from 'lucide-react';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { canChooseFolder } from './model/export-films.ts';
import type { BatchCommands } from './model/use-batch-commands.ts';

export interface ExportButtonProps {
  /** Rows whose films are there, from 0. */
  readonly rows: readonly number[];
  /** Some of the films are out of date. */
  readonly isOutdated: boolean;
  readonly commands: BatchCommands;
}

/** Exports the films of a batch: as one ZIP file, or into a folder where the program can write into one. */
export function ExportButton({ rows, isOutdated, commands }: ExportButtonProps) {
  const { batch: words } = useStrings();
  const desktop = useDesktop();
  const hasFolders = desktop !== null || canChooseFolder();
  return (
    <Menu
      align="end"
      side="top"
      entries={[
        {
          kind: 'command',
          id: 'zip',
          icon: Archive,
          label: words.exportZip,
          run: () => commands.exportZip(rows),
        },
        ...(hasFolders
          ? [
              {
                kind: 'command',
                id: 'folder',
                icon: FolderDown,
                label: words.exportFolder,
                run: () => commands.exportFolder(rows),
              } as const,
            ]
          : []),
      ]}
      trigger={
        <Button size="sm" iconEnd={ChevronDown} tooltip={isOutdated ? words.exportOutdated : undefined}>
          {words.exportFilms(formatCount(rows.length), rows.length === 1)}
        </Button>
      }
    />
  );
}
