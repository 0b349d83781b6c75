import { Send } from 'lucide-react';
import { type Action, currentProject } from '#renderer/actions/action.ts';
import { openDialog } from '#renderer/actions/dialogs.ts';

/** The actions that publish a project: the open project, or the project of the last focused card. */
export const publishActions: readonly Action[] = [
  {
    id: 'project/publish',
    label: ({ publish }) => publish.action,
    icon: Send,
    scope: 'global',
    group: 'file',
    enabled: (context) => currentProject(context) !== null,
    whyNot: ({ publish }) => publish.noProject,
    run: async (context) => {
      const project = currentProject(context);
      if (project === null) return;
      // Save the open template first, because a publication contains saved templates.
      await context.editor?.saving.save();
      openDialog('publish', { project });
    },
  },
];
