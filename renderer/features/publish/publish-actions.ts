import { Send } from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';

/** The actions that publish a project: the open one, or the project of the card that was last focused. */
export const publishActions: readonly Action[] = [
  {
    id: 'project/publish',
    label: ({ publish }) => publish.action,
    icon: Send,
    scope: 'global',
    group: 'file',
    enabled: (context) => context.ports.publish !== undefined && projectOf(context) !== null,
    whyNot: ({ publish }) => publish.noProject,
    run: async (context) => {
      const project = projectOf(context);
      if (project === null) return;
      // A publication contains the saved template, so the open template is saved first.
      await context.editor?.saving.save();
      context.ports.publish?.open(project);
    },
  },
];

function projectOf({ navigation: { route }, ports }: ActionContext): string | null {
  if (route.screen === 'projects') return ports.projectCards?.current() ?? null;
  return 'project' in route ? route.project : null;
}
