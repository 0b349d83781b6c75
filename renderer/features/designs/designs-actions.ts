import { BookMarked, Search, Sparkles } from 'lucide-react';
import type { Action } from '#renderer/actions/action.ts';
import { openDialog } from '#renderer/actions/dialogs.ts';

/** The actions that use or create a design. */
export const designsActions: readonly Action[] = [
  {
    id: 'design/new',
    label: ({ designs }) => designs.newFromDesign,
    icon: Sparkles,
    scope: 'global',
    group: 'file',
    enabled: ({ navigation }) => navigation.route.screen !== 'designs',
    run: ({ navigation }) => {
      const { route } = navigation;
      const project = 'project' in route ? route.project : null;
      navigation.go({ screen: 'designs', project, design: null });
    },
  },
  {
    id: 'design/save-as',
    label: ({ designs }) => designs.saveAs,
    icon: BookMarked,
    scope: 'editor',
    group: 'file',
    run: () => openDialog('saveDesign', { template: null }),
  },
  {
    id: 'design/search',
    label: ({ designs }) => designs.search,
    keys: ['/'],
    icon: Search,
    scope: 'designs',
    group: 'go',
    keysOnly: true,
    run: () => openDialog('search', null),
  },
];
