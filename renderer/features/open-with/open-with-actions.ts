import { FileCode2 } from 'lucide-react';
import type { Action } from '#renderer/actions/action.ts';
import { openDialog } from '#renderer/actions/dialogs.ts';

/** The actions that open templates from this machine. */
export const openWithActions: readonly Action[] = [
  {
    id: 'template/open-file',
    label: ({ openWith }) => openWith.action,
    icon: FileCode2,
    scope: 'global',
    group: 'file',
    run: () => openDialog('openTemplate', null),
  },
];
