import { statement } from '../../statements/statement.ts';
import type { PlannableCommand } from '../commands.ts';
import { elementLabel } from '../planning/labels.ts';
import { newElement } from '../planning/new-nodes.ts';
import { planned, selectionOf } from '../planning/planned.ts';
import { elementOfRole, type Plan, type Planning } from '../planning/planning.ts';
import { insertScenes } from '../planning/scene-list.ts';
import { timeEdits } from '../planning/written-value.ts';

/** A transition among the scenes, with these attributes or none. It is selected, so that its fields are shown. */
export function planTransition(
  planning: Planning,
  { at, like = {} }: Extract<PlannableCommand, { readonly type: 'transition/add' }>,
): Plan {
  const transition = newElement(
    planning.newId,
    'transition',
    Object.entries(like).map(([name, value]) => ({ name, value })),
  );
  return planned(insertScenes(planning, [transition], at), statement('step/add-transition'), selectionOf([transition]));
}

/** How many frames a transition asks for, 1 at least; what the scenes beside it leave is another matter. */
export function planTransitionLength(
  planning: Planning,
  { transition, duration }: Extract<PlannableCommand, { readonly type: 'transition/set-duration' }>,
): Plan {
  const found = elementOfRole(planning, transition, 'transition');
  if (!found.ok) return found;
  const edits = timeEdits(planning, found.value, 'duration', Math.max(1, Math.round(duration)));
  return planned(edits, statement('step/set-duration', { what: elementLabel(planning, found.value) }));
}
