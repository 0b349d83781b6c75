import { assertNever } from '../../lib/assert.ts';
import { ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { childElements, type DocumentNode, type ElementNode } from '../../template/document/document.ts';
import type { ElementRole } from '../../template/tables/elements.ts';
import { elementSpecOf } from '../../template/tables/language.ts';
import { roleOf } from '../../template/tables/roles.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { PlannableCommand } from '../commands.ts';
import { inDocumentOrder, outermost } from '../document-order.ts';
import { effectsLabel, layersLabel, scenesLabel, type Target } from '../planning/labels.ts';
import { selectionOf } from '../planning/planned.ts';
import { elementsOf, type Plan, type Planning } from '../planning/planning.ts';
import { selectionOfElement } from '../selected-nodes.ts';
import type { Selection } from '../selection.ts';

/** Takes elements out of the document. What stands inside another of them goes with that one. */
export function planRemove(
  planning: Planning,
  { nodes }: Extract<PlannableCommand, { readonly type: 'node/remove' }>,
): Plan {
  const { document, index } = planning;
  // The movie stays: to select it is to select nothing.
  const wanted = nodes.filter((id) => id !== document.root.id);
  const found = elementsOf(planning, wanted);
  if (!found.ok) return found;
  const ordered = inDocumentOrder(document, wanted).flatMap((id) => index.elements.get(id)?.element ?? []);
  const gone = outermost(document, ordered);
  return ok({
    edits: removal(planning, gone),
    label: statement('step/delete', { what: labelOf(planning, gone) }),
    selection: selectedAfter(planning, gone),
  });
}

/** Many of one parent at once: one by one, each would be looked for among all others. */
function removal({ index }: Planning, gone: readonly ElementNode[]): readonly DocumentEdit[] {
  const byParent = Map.groupBy(gone, ({ id }) => index.elements.get(id)?.parent ?? null);
  return [...byParent].flatMap(([parent, some]): readonly DocumentEdit[] => {
    if (parent === null || some.length === 1) return some.map(({ id }) => ({ type: 'remove-node', node: id }));
    const leaving = new Set<DocumentNode>(some);
    return [{ type: 'set-children', node: parent.id, children: parent.children.filter((each) => !leaving.has(each)) }];
  });
}

/**
 * Of what stands in the movie itself the next of its role, or the last that is left; of all else what it stood in, or the
 * nearest around that which can be selected.
 */
function selectedAfter({ document, index, language }: Planning, gone: readonly ElementNode[]): Selection {
  const [first] = gone;
  const parent = index.elements.get(first?.id ?? document.root.id)?.parent ?? document.root;
  if (first === undefined || parent !== document.root) return selectionOfElement(document, parent.id, language);
  const role = roleOf(first, language);
  const alike = childElements(parent).filter((each) => roleOf(each, language) === role);
  const leaving = new Set(gone);
  const last = alike.findLastIndex((each) => leaving.has(each));
  const next = alike[last + 1] ?? alike.findLast((each) => !leaving.has(each));
  return selectionOf(next === undefined ? [] : [next]);
}

function labelOf(planning: Planning, elements: readonly ElementNode[]): Target {
  const [role, ...others] = new Set(elements.map((each) => roleOf(each, planning.language)));
  return others.length > 0
    ? statement('target/elements', { count: elements.length })
    : labelOfRole(planning, role ?? null, elements);
}

function labelOfRole(planning: Planning, role: ElementRole | null, elements: readonly ElementNode[]): Target {
  switch (role) {
    case 'scene':
      return scenesLabel(planning, elements);
    case 'layer':
      return layersLabel(planning, elements);
    case 'effect':
      return effectsLabel(planning, elements);
    case 'movie':
    case 'overlay':
    case 'sound':
    case 'mask':
    case 'animation':
    case 'key':
    case 'transition':
    case 'content':
    case 'span':
    case 'resources':
    case 'resource':
    case 'declaration':
    case null: {
      const [only] = elements;
      const spec = only === undefined ? null : elementSpecOf(only, planning.language);
      return only !== undefined && elements.length === 1 && spec !== null
        ? statement('target/element', { element: { key: only.name, label: spec.label.toLowerCase() } })
        : statement('target/elements', { count: elements.length });
    }
    default:
      return assertNever(role);
  }
}
