import { Send } from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';
import { openDialog } from '#renderer/actions/dialogs.ts';

/** The actions that publish a project: the open one, or the project of the card that was last focused. */
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
      // A publication contains the saved template, so the open template is saved first.
      await context.editor?.saving.save();
      openDialog('publish', { project });
    },
  },
];

function projectOf({ navigation: { route }, shell }: ActionContext): string | null {
  if (route.screen === 'projects') return shell.screen().currentCard;
  return 'project' in route ? route.project : null;
}
