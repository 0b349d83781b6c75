import { FileCode2 } from 'lucide-react';
import type { Action } from '#renderer/actions/action.ts';

/** Actions that open templates from this machine. */
export const openWithActions: readonly Action[] = [
  {
    id: 'template/open-file',
    label: ({ openWith }) => openWith.action,
    icon: FileCode2,
    scope: 'global',
    group: 'file',
    enabled: ({ ports }) => ports.openWith !== undefined,
    run: ({ ports }) => ports.openWith?.choose(),
  },
];
