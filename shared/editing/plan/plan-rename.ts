import { ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import type { NodeId } from '../../template/document/document.ts';
import type { ElementRole } from '../../template/tables/elements.ts';
import { isScene } from '../../template/tables/roles.ts';
import { layersLabel, sceneLabel, shortName } from '../planning/labels.ts';
import { planned } from '../planning/planned.ts';
import { attributeEdits, elementsOfRoles, type Plan, type Planning } from '../planning/planning.ts';
import { valueEdits } from '../planning/written-value.ts';

/** Gives the element, which must be of one of these roles, a name; an empty one takes away the one that it has. */
export function planRename(planning: Planning, id: NodeId, roles: readonly ElementRole[], name: string | null): Plan {
  const found = elementsOfRoles(planning, [id], roles);
  if (!found.ok) return found;
  const [element] = found.value;
  if (element === undefined) return ok({ edits: [], label: statement('step/rename-scene', { name: '' }) });
  const wanted = name?.trim() ?? '';
  if (wanted !== '') {
    const edits = valueEdits(planning, element, 'name', wanted, statement('subject/name'));
    return planned(edits, statement('step/rename-scene', { name: shortName(wanted) }));
  }
  const what = isScene(element) ? sceneLabel(planning, element) : layersLabel(planning, [element]);
  return ok({ edits: attributeEdits(element, 'name', null), label: statement('step/unname-scene', { what }) });
}
