import { BrushCleaning, CircleX, Play, RefreshCw } from 'lucide-react';
import type { Action } from '#renderer/actions/action.ts';

const everywhere = { scope: 'global', group: 'file' } as const;

/** The actions on the whole queue. The other actions of the File menu are in its own table. */
export const renderActions: readonly Action[] = [
  {
    ...everywhere,
    id: 'render/clear-finished',
    label: ({ render }) => render.actions.clearFinished,
    icon: BrushCleaning,
    enabled: ({ ports }) => (ports.render?.finishedCount() ?? 0) > 0,
    whyNot: ({ render }) => render.actions.nothingFinished,
    run: ({ ports }) => ports.render?.clearFinished(),
  },
  {
    ...everywhere,
    id: 'render/cancel-all',
    label: ({ render }) => render.actions.cancelAll,
    icon: CircleX,
    enabled: ({ ports }) => (ports.render?.activeCount() ?? 0) > 0,
    whyNot: ({ render }) => render.actions.nothingRuns,
    run: ({ ports }) => ports.render?.cancelAll(),
  },
  {
    ...everywhere,
    id: 'render/play-last',
    label: ({ render }) => render.actions.playLast,
    icon: Play,
    enabled: ({ ports }) => ports.render?.canPlayLast() ?? false,
    whyNot: ({ render }) => render.actions.nothingToPlay,
    run: ({ ports }) => ports.render?.playLast(),
  },
  {
    ...everywhere,
    id: 'render/render-outdated',
    label: ({ render }) => render.actions.renderOutdated,
    icon: RefreshCw,
    enabled: ({ ports }) => ports.render !== undefined,
    run: ({ ports }) => ports.render?.renderOutdated(),
  },
];
