import { ArrowDown, ArrowUp, Sparkles } from 'lucide-react';
import { type Action, onPort } from '#renderer/actions/action.ts';
import type { VariablesPort } from '#renderer/actions/ports.ts';
import type { AutomaticSet } from '#renderer/editor/samples.ts';

const withPort = (run: (port: VariablesPort) => void) => onPort('variables', 'view', run);

/** The actions that switch between data sets. */
export const variablesActions: readonly Action[] = [
  {
    id: 'data-set/next',
    label: ({ variables }) => variables.actions.nextSet,
    icon: ArrowDown,
    ...withPort((port) => port.stepDataSet(1)),
  },
  {
    id: 'data-set/previous',
    label: ({ variables }) => variables.actions.previousSet,
    icon: ArrowUp,
    ...withPort((port) => port.stepDataSet(-1)),
  },
  { id: 'data-set/longest', label: ({ variables }) => variables.actions.longest, ...automatic('longest') },
  { id: 'data-set/empty', label: ({ variables }) => variables.actions.empty, ...automatic('empty') },
];

function automatic(set: AutomaticSet) {
  return { icon: Sparkles, ...withPort((port) => port.showAutomatic(set)) };
}
