import { Archive, Clapperboard, RefreshCw } from 'lucide-react';
import type { Action } from '#renderer/actions/action.ts';

const ofBatch = {
  scope: 'global',
  group: 'file',
  whyNot: ({ batch }) => batch.actions.notNow,
} as const satisfies Partial<Action>;

/** The actions of the current batch. */
export const batchActions: readonly Action[] = [
  {
    ...ofBatch,
    id: 'batch/render',
    label: ({ batch }) => batch.actions.render,
    keys: ['Mod+Enter'],
    icon: Clapperboard,
    enabled: ({ ports }) => ports.batch?.canRender() ?? false,
    run: ({ ports }) => ports.batch?.render(),
  },
  {
    ...ofBatch,
    id: 'batch/render-outdated',
    label: ({ batch }) => batch.actions.renderOutdated,
    icon: RefreshCw,
    enabled: ({ ports }) => (ports.batch?.canRender() ?? false) && (ports.batch?.outdatedCount() ?? 0) > 0,
    run: ({ ports }) => ports.batch?.renderOutdated(),
  },
  {
    ...ofBatch,
    id: 'batch/export-zip',
    label: ({ batch }) => batch.actions.exportZip,
    icon: Archive,
    enabled: ({ ports }) => (ports.batch?.filmCount() ?? 0) > 0,
    run: ({ ports }) => ports.batch?.exportZip(),
  },
];
