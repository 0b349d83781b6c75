import { ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import type { PlannableCommand } from '../commands.ts';
import { shortName } from '../planning/labels.ts';
import { newElement, sourceAttribute } from '../planning/new-nodes.ts';
import { planned, selectionOf } from '../planning/planned.ts';
import { holderOf, type Plan, type Planning } from '../planning/planning.ts';
import { insertScenes } from '../planning/scene-list.ts';
import { nameOf } from './plan-relink.ts';

/** A sound as one is by default: behind all else in its scene; in the movie before the first scene, as it is heard from there. */
export function planSound(
  planning: Planning,
  { parent: id, source }: Extract<PlannableCommand, { readonly type: 'sound/add' }>,
): Plan {
  const sound = newElement(planning.newId, 'audio', [sourceAttribute(source)]);
  const parent = holderOf(planning, id, sound);
  if (!parent.ok) return parent;
  const label = statement('step/add-sound', { source: shortName(nameOf(source)) });
  const isMovie = id === planning.document.root.id;
  const edits = isMovie
    ? insertScenes(planning, [sound], 0)
    : ok([{ type: 'insert-node', parent: id, index: parent.value.children.length, node: sound } as const]);
  return planned(edits, label, selectionOf([sound]));
}
