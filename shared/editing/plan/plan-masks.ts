import { ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { childElements, type ElementNode } from '../../template/document/document.ts';
import { roleOf } from '../../template/tables/roles.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { PlannableCommand } from '../commands.ts';
import { newElement } from '../planning/new-nodes.ts';
import { childIndex } from '../planning/planned.ts';
import { elementsOfRoles, type Plan, type Planning } from '../planning/planning.ts';

/** How large a new mask is, of the picture that it masks. */
const SIDE = '80%';

/** A mask of one white shape for each of the layers, behind those that it has. */
export function planMask(
  planning: Planning,
  { layers, shape }: Extract<PlannableCommand, { readonly type: 'mask/add' }>,
): Plan {
  const found = elementsOfRoles(planning, layers, ['layer']);
  if (!found.ok) return found;
  const type = shape === 'ellipse' ? [{ name: 'type', value: 'ellipse' }] : [];
  const size = ['width', 'height'].map((name) => ({ name, value: SIDE }));
  const edits = found.value.map((layer): DocumentEdit => {
    const masks = masksOf(layer);
    const shown = newElement(planning.newId, 'shape', [...type, ...size]);
    const node = newElement(planning.newId, 'mask', [], [shown]);
    return { type: 'insert-node', parent: layer.id, index: childIndex(layer, masks, masks.length), node };
  });
  return ok({ edits, label: statement('step/add-mask', { layers: edits.length }) });
}

/** The masks of a layer, in their order. */
export function masksOf(layer: ElementNode): readonly ElementNode[] {
  return childElements(layer).filter((child) => roleOf(child) === 'mask');
}
