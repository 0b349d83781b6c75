import { PackageCheck, PackageOpen } from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';
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

/** Returns the open project, or on the first screen the project of the focused card. Null without a project. */
function currentProject({ navigation: { route }, shell }: ActionContext): string | null {
  if (route.screen === 'projects') return shell.screen().currentCard;
  return 'project' in route ? route.project : null;
}
