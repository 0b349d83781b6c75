import { assertNever } from '../../lib/assert.ts';
import { ok } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import { childElements, type DocumentNode, type ElementNode } from '../../template/document/document.ts';
import type { ElementRole } from '../../template/tables/elements.ts';
import { elementSpecOf } from '../../template/tables/language.ts';
import { isScene, roleOf } from '../../template/tables/roles.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { PlannableCommand } from '../model/commands.ts';
import { inDocumentOrder, type Selection, selectionOfElement, withoutDescendants } from '../model/selection.ts';
import { selectionOf } from '../planning/planned.ts';
import {
  effectsLabel,
  elementsOf,
  layersLabel,
  type Plan,
  type Planning,
  type StepTarget,
  scenesLabel,
} from '../planning/planning.ts';
import { withoutNodes } from '../planning/scene-list.ts';

/** Plans the removal of elements. Nested elements are removed with their ancestor. */
export function planRemove(
  planning: Planning,
  { nodes }: Extract<PlannableCommand, { readonly type: 'node/remove' }>,
): Plan {
  const { document, index } = planning;
  // Skip the movie, which cannot be removed. If it is selected, the selection is empty.
  const requested = nodes.filter((id) => id !== document.root.id);
  const elements = elementsOf(planning, requested);
  if (!elements.ok) return elements;
  const ordered = inDocumentOrder(document, requested).flatMap((id) => index.elements.get(id)?.element ?? []);
  const removed = withoutDescendants(document, ordered);
  return ok({
    edits: removal(planning, removed),
    label: message('step/delete', { what: labelOf(planning, removed) }),
    selection: selectedAfter(planning, removed),
  });
}

/**
 * Removes several children of one parent with a single edit, because each separate edit would search all children. Also
 * removes a transition that has no cut left after its scenes are removed.
 */
function removal({ index }: Planning, removed: readonly ElementNode[]): readonly DocumentEdit[] {
  const byParent = Map.groupBy(removed, ({ id }) => index.elements.get(id)?.parent ?? null);
  return [...byParent].flatMap(([parent, siblings]): readonly DocumentEdit[] => {
    const single = siblings.map(({ id }): DocumentEdit => ({ type: 'remove-node', node: id }));
    if (parent === null || (siblings.length === 1 && !siblings.some((each) => isScene(each)))) return single;
    const children = withoutNodes(parent.children, new Set<DocumentNode>(siblings));
    const isSingle = siblings.length === 1 && children.length === parent.children.length - 1;
    return isSingle ? single : [{ type: 'set-children', node: parent.id, children }];
  });
}

/**
 * Returns the selection after a removal. For a top-level element, this is the next element of the same role, or the
 * last remaining one. Otherwise, it is the parent or the parent's nearest selectable ancestor.
 */
function selectedAfter({ document, index, language }: Planning, removed: readonly ElementNode[]): Selection {
  const [first] = removed;
  const parent = index.elements.get(first?.id ?? document.root.id)?.parent ?? document.root;
  if (first === undefined || parent !== document.root) return selectionOfElement(document, parent.id, language);
  const role = roleOf(first, language);
  const siblings = childElements(parent).filter((child) => roleOf(child, language) === role);
  const removedNodes = new Set(removed);
  const last = siblings.findLastIndex((sibling) => removedNodes.has(sibling));
  const next = siblings[last + 1] ?? siblings.findLast((sibling) => !removedNodes.has(sibling));
  return selectionOf(next === undefined ? [] : [next]);
}

function labelOf(planning: Planning, elements: readonly ElementNode[]): StepTarget {
  const [role, ...others] = new Set(elements.map((element) => roleOf(element, planning.language)));
  return others.length > 0
    ? message('target/elements', { count: elements.length })
    : labelOfRole(planning, role ?? null, elements);
}

function labelOfRole(planning: Planning, role: ElementRole | null, elements: readonly ElementNode[]): StepTarget {
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
    case 'word':
    case 'cue':
    case 'resources':
    case 'resource':
    case 'metadata':
    case 'declaration':
    case 'field':
    case 'item':
    case null: {
      const [only] = elements;
      const spec = only === undefined ? null : elementSpecOf(only, planning.language);
      return only !== undefined && elements.length === 1 && spec !== null
        ? message('target/element', { element: { key: only.name, label: spec.label.toLowerCase() } })
        : message('target/elements', { count: elements.length });
    }
    default:
      return assertNever(role);
  }
}
