import { ArrowDown, ArrowUp, Sparkles } from 'lucide-react';
import type { Action } from '../../actions/action.ts';
import type { ActionContext } from '../../actions/action-context.ts';
import type { AutomaticSet } from './shown-values.ts';

const editor = { scope: 'editor', group: 'view' } as const;

/** Going through data sets. */
export const variablesActions: readonly Action[] = [
  {
    ...editor,
    id: 'data-set/next',
    label: ({ variables }) => variables.actions.nextSet,
    icon: ArrowDown,
    ...withPort((port) => port.stepDataSet(1)),
  },
  {
    ...editor,
    id: 'data-set/previous',
    label: ({ variables }) => variables.actions.previousSet,
    icon: ArrowUp,
    ...withPort((port) => port.stepDataSet(-1)),
  },
  { ...editor, id: 'data-set/longest', label: ({ variables }) => variables.actions.longest, ...automatic('longest') },
  { ...editor, id: 'data-set/empty', label: ({ variables }) => variables.actions.empty, ...automatic('empty') },
];

function automatic(set: AutomaticSet) {
  return { icon: Sparkles, ...withPort((port) => port.showAutomatic(set)) };
}

function withPort(run: (port: NonNullable<ActionContext['ports']['variables']>) => void) {
  return {
    enabled: ({ ports }: ActionContext) => ports.variables !== undefined,
    run: ({ ports }: ActionContext) => {
      if (ports.variables !== undefined) run(ports.variables);
    },
  };
}
