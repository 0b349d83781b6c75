import { ArrowDown, ArrowUp, Sparkles } from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';
import { type AutomaticSet, showAutomatic, stepSet } from '#renderer/editor/data-sets.ts';
import type { EditingRecord } from '#shared/editing/model/editing-record.ts';

const onRecord = (change: (record: EditingRecord) => EditingRecord) =>
  ({
    scope: 'film',
    group: 'view',
    run: ({ editor }: ActionContext) => editor?.record.update(change),
  }) as const;

/** The actions that switch between data sets. */
export const variablesActions: readonly Action[] = [
  {
    id: 'data-set/next',
    label: ({ variables }) => variables.actions.nextSet,
    icon: ArrowDown,
    ...onRecord((record) => stepSet(record, 1)),
  },
  {
    id: 'data-set/previous',
    label: ({ variables }) => variables.actions.previousSet,
    icon: ArrowUp,
    ...onRecord((record) => stepSet(record, -1)),
  },
  { id: 'data-set/longest', label: ({ variables }) => variables.actions.longest, ...automatic('longest') },
  { id: 'data-set/empty', label: ({ variables }) => variables.actions.empty, ...automatic('empty') },
];

function automatic(set: AutomaticSet) {
  return { icon: Sparkles, ...onRecord((record) => showAutomatic(record, set)) };
}
