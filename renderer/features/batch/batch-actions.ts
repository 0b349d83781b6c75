import { Archive, Clapperboard, RefreshCw } from 'lucide-react';
import type { Action } from '#renderer/actions/action.ts';
import { openDialog } from '#renderer/actions/dialogs.ts';

const ofBatch = {
  scope: 'batch',
  group: 'file',
  whyNot: ({ batch }) => batch.actions.notNow,
} as const satisfies Partial<Action>;

/** The actions of the batch on screen. */
export const batchActions: readonly Action[] = [
  {
    ...ofBatch,
    id: 'batch/render',
    label: ({ batch }) => batch.actions.render,
    keys: ['Mod+Enter'],
    icon: Clapperboard,
    enabled: ({ shell }) => shell.screen().batch?.canRender ?? false,
    run: () => openDialog('batchCommand', 'render'),
  },
  {
    ...ofBatch,
    id: 'batch/render-outdated',
    label: ({ batch }) => batch.actions.renderOutdated,
    icon: RefreshCw,
    enabled: ({ shell }) => {
      const { canRender = false, outdated = 0 } = shell.screen().batch ?? {};
      return canRender && outdated > 0;
    },
    run: () => openDialog('batchCommand', 'render-outdated'),
  },
  {
    ...ofBatch,
    id: 'batch/export-zip',
    label: ({ batch }) => batch.actions.exportZip,
    icon: Archive,
    enabled: ({ shell }) => (shell.screen().batch?.films ?? 0) > 0,
    run: () => openDialog('batchCommand', 'export-zip'),
  },
];
