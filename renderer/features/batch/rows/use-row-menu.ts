import { Download, Eye, EyeOff, Play, RefreshCw, RotateCw } from 'lucide-react';
import { type BatchRow, isBusy } from '#renderer/project/batch-rows.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { chooseRows } from '../model/prepared-batch.ts';
import type { BatchCommands } from '../model/use-batch-commands.ts';
import type { BatchModel } from '../model/use-batch-model.ts';

/** Returns a function that returns the menu of a row, for the table and the contact sheet. */
export function useRowMenu(model: BatchModel, commands: BatchCommands): (row: number) => readonly MenuEntry[] {
  const { batch: strings } = useStrings();
  const desktop = useDesktop();
  const { statuses, prepared, open, checks } = model;
  const filmEntries = (film: BatchRow): readonly MenuEntry[] => [
    { kind: 'command', id: 'play', icon: Play, label: strings.playFilm, run: () => commands.playFilm(film) },
    {
      kind: 'command',
      id: 'save',
      icon: Download,
      label: desktop === null ? strings.downloadFilm : strings.saveFilm,
      run: () => commands.saveFilms([film]),
    },
  ];
  return (row) => {
    const status = statuses[row];
    if (status === undefined || prepared === null) return [];
    const film = status.kind === 'done' || status.kind === 'outdated' ? status.row : null;
    const isLeftOut = prepared.left.includes(row);
    const cannotRender =
      isBusy(status) ||
      status.kind === 'invalid' ||
      status.kind === 'checking' ||
      open.length > 0 ||
      !checks.isDone ||
      commands.isStarting;
    const { outdated } = model;
    return [
      {
        kind: 'command',
        id: 'render',
        icon: RotateCw,
        label: film === null ? strings.renderRow : strings.renderAgain,
        disabled: cannotRender,
        run: () => commands.renderRows([row]),
      },
      ...(film === null ? [] : filmEntries(film)),
      {
        kind: 'command',
        id: 'leave',
        icon: isLeftOut ? Eye : EyeOff,
        label: isLeftOut ? strings.include : strings.leaveOut,
        disabled: status.kind === 'invalid',
        run: () => model.change((before) => chooseRows(before, [row], isLeftOut)),
      },
      ...(outdated.length === 0
        ? []
        : [
            { kind: 'separator', id: 'line' } as const,
            {
              kind: 'command',
              id: 'outdated',
              icon: RefreshCw,
              label: strings.renderOutdated(formatCount(outdated.length), outdated.length === 1),
              disabled: open.length > 0 || !checks.isDone || commands.isStarting,
              run: () => commands.renderRows(outdated),
            } as const,
          ]),
    ];
  };
}
