import { Send } from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';
import { openDialog } from '#renderer/actions/dialogs.ts';

/** The actions that publish a project: the open project, or the project of the last focused card. */
export const publishActions: readonly Action[] = [
  {
    id: 'project/publish',
    label: ({ publish }) => publish.action,
    icon: Send,
    scope: 'global',
    group: 'file',
    enabled: (context) => projectOf(context) !== null,
    whyNot: ({ publish }) => publish.noProject,
    run: async (context) => {
      const project = projectOf(context);
      if (project === null) return;
      // Save the open template first, because a publication contains saved templates.
      await context.editor?.saving.save();
      openDialog('publish', { project });
    },
  },
];

function projectOf({ navigation: { route }, shell }: ActionContext): string | null {
  if (route.screen === 'projects') return shell.screen().currentCard;
  return 'project' in route ? route.project : null;
}
