import { SwatchBook } from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';

/** The actions for the brand of a project. */
export const brandActions: readonly Action[] = [
  {
    id: 'brand/open',
    label: ({ brand }) => brand.open,
    icon: SwatchBook,
    scope: 'global',
    group: 'go',
    enabled: (context) => currentProject(context) !== null,
    whyNot: ({ brand }) => brand.openProjectFirst,
    run: (context) => {
      const project = currentProject(context);
      if (project !== null) context.navigation.go({ screen: 'brand', project });
    },
  },
];

/**
 * Returns the open project, or on the first screen the project of the focused card. Null without a project, and on the
 * brand screen.
 */
function currentProject({ navigation: { route }, shell }: ActionContext): string | null {
  if (route.screen === 'projects') return shell.screen().currentCard;
  return 'project' in route && route.screen !== 'brand' ? route.project : null;
}
