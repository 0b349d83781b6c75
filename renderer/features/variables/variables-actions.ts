import { ArrowDown, ArrowUp, Sparkles } from 'lucide-react';
import type { Action } from '#renderer/actions/model/action.ts';
import { onPort } from '#renderer/actions/model/on-port.ts';
import type { VariablesPort } from '#renderer/actions/model/ports.ts';
import type { AutomaticSet } from '#renderer/common/values/shown-values.ts';

const withPort = (run: (port: VariablesPort) => void) => onPort('variables', 'view', run);

/** Going through data sets. */
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
