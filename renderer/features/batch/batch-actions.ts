import { Table2 } from 'lucide-react';
import type { Action } from '../../actions/action.ts';

/** What is done with many films at once. */
export const batchActions: readonly Action[] = [
  {
    id: 'batch/open',
    label: ({ actions }) => actions.batch,
    icon: Table2,
    scope: 'editor',
    group: 'file',
    run: ({ editor, navigation }) => {
      const state = editor?.getState();
      if (state !== undefined) navigation.go({ screen: 'batch', project: state.project, movie: state.template });
    },
  },
];
