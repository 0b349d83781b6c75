import { statement } from '../../statements/statement.ts';
import type { PlannableCommand } from '../commands.ts';
import { newElement } from '../planning/new-nodes.ts';
import { planned, selectionOf } from '../planning/planned.ts';
import type { Plan, Planning } from '../planning/planning.ts';
import { insertScenes } from '../planning/scene-list.ts';

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
