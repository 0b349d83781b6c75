import { BrushCleaning, CircleX, Clapperboard, Play, RefreshCw } from 'lucide-react';
import type { Action } from '#renderer/actions/action.ts';
import { openDialog } from '#renderer/actions/dialogs.ts';

const everywhere = { scope: 'global', group: 'file' } as const;

/**
 * The actions of the fill-in form and of the whole render queue. The other file actions are in the table of the File
 * menu.
 */
export const renderActions: readonly Action[] = [
  {
    id: 'fill-in/render',
    label: ({ render }) => render.renderNow,
    keys: ['Mod+Enter'],
    icon: Clapperboard,
    scope: 'fill-in',
    group: 'file',
    inText: true,
    run: () => openDialog('renderNow', null),
  },
  {
    ...everywhere,
    id: 'render/clear-finished',
    label: ({ render }) => render.actions.clearFinished,
    icon: BrushCleaning,
    enabled: ({ shell }) => shell.screen().queue.finished > 0,
    whyNot: ({ render }) => render.actions.nothingFinished,
    run: () => openDialog('queueCommand', 'clear-finished'),
  },
  {
    ...everywhere,
    id: 'render/cancel-all',
    label: ({ render }) => render.actions.cancelAll,
    icon: CircleX,
    enabled: ({ shell }) => shell.screen().queue.active > 0,
    whyNot: ({ render }) => render.actions.nothingRuns,
    run: () => openDialog('queueCommand', 'cancel-all'),
  },
  {
    ...everywhere,
    id: 'render/play-last',
    label: ({ render }) => render.actions.playLast,
    icon: Play,
    enabled: ({ shell }) => shell.screen().queue.canPlayLast,
    whyNot: ({ render }) => render.actions.nothingToPlay,
    run: () => openDialog('queueCommand', 'play-last'),
  },
  {
    ...everywhere,
    id: 'render/render-outdated',
    label: ({ render }) => render.actions.renderOutdated,
    icon: RefreshCw,
    run: () => openDialog('queueCommand', 'render-outdated'),
  },
];
