import { PackageCheck, PackageOpen } from 'lucide-react';
import { type Action, currentProject } from '#renderer/actions/action.ts';
import { openDialog } from '#renderer/actions/dialogs.ts';

/** The actions that import and export projects as files. */
export const bundleActions: readonly Action[] = [
  {
    id: 'project/import',
    label: ({ bundles }) => bundles.importAction,
    icon: PackageOpen,
    scope: 'global',
    group: 'file',
    run: () => openDialog('importProject', null),
  },
  {
    id: 'project/export',
    label: ({ bundles }) => bundles.exportAction,
    icon: PackageCheck,
    scope: 'global',
    group: 'file',
    enabled: (context) => currentProject(context) !== null,
    whyNot: ({ bundles }) => bundles.openProjectFirst,
    run: async (context) => {
      const project = currentProject(context);
      if (project === null) return;
      // Save the open template first, because an export contains saved templates.
      await context.editor?.saving.save();
      openDialog('exportProject', { project });
    },
  },
];
