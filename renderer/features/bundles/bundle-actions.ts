import { PackageCheck, PackageOpen } from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';

/** Actions that import and export projects as files. */
export const bundleActions: readonly Action[] = [
  {
    id: 'project/import',
    label: ({ bundles }) => bundles.importAction,
    icon: PackageOpen,
    scope: 'global',
    group: 'file',
    enabled: ({ ports }) => ports.bundles !== undefined,
    run: ({ ports }) => ports.bundles?.choose(),
  },
  {
    id: 'project/export',
    label: ({ bundles }) => bundles.exportAction,
    icon: PackageCheck,
    scope: 'global',
    group: 'file',
    enabled: (context) => context.ports.bundles !== undefined && currentProject(context) !== null,
    whyNot: ({ bundles }) => bundles.openProjectFirst,
    run: async (context) => {
      const project = currentProject(context);
      if (project === null) return;
      // An export contains the saved template, so the open template is saved first.
      await context.editor?.saving.save();
      context.ports.bundles?.exportProject(project);
    },
  },
];

/** Returns the open project; on the first screen, the project of the focused card. */
function currentProject({ navigation: { route }, ports }: ActionContext): string | null {
  if (route.screen === 'projects') return ports.projectCards?.current() ?? null;
  return 'project' in route ? route.project : null;
}
