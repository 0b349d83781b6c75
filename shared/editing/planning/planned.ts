import { ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import type { ElementNode } from '../../template/document/document.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { type Selection, selectNodes } from '../selection.ts';
import { collect, type Plan, type Planning } from './planning.ts';
import { valueEdits } from './written-value.ts';

/** The plan of some edits: their refusal, or the edits with the step's name and what is selected afterwards. */
export function planned(
  edits: Result<readonly DocumentEdit[], Statement>,
  label: Statement,
  selection?: Selection,
): Plan {
  if (!edits.ok) return edits;
  return ok({ edits: edits.value, label, ...(selection !== undefined && { selection }) });
}

/** These elements selected, the first as the primary one; the movie without any. */
export function selectionOf(elements: readonly ElementNode[]): Selection {
  return selectNodes(elements.map(({ id }) => id));
}

/** Switches elements on or off. On is the default, and not written; a variable keeps its place. */
export function switchEdits(
  planning: Planning,
  elements: readonly ElementNode[],
  enabled: boolean,
): Result<readonly DocumentEdit[], Statement> {
  return collect(elements, (element) => {
    const now = planning.resolved(element, 'enabled');
    const isOn = now === undefined || (now.kind === 'text' && now.text.trim() === 'true');
    if (isOn === enabled) return ok([]);
    const edits = valueEdits(planning, element, 'enabled', String(enabled), statement('subject/switch'));
    if (!edits.ok || !enabled) return edits;
    const [edit] = edits.value;
    return edit?.type === 'set-attribute' && edit.value === 'true' ? ok([{ ...edit, value: null }]) : edits;
  });
}

/** Puts `element` among its like in `parent`, at an index counted without it. */
export function moveEdits(
  { index }: Planning,
  element: ElementNode,
  parent: ElementNode,
  siblings: readonly ElementNode[],
  at: number,
): readonly DocumentEdit[] {
  const others = { ...parent, children: parent.children.filter((child) => child !== element) };
  const target = childIndex(
    others,
    siblings.filter((sibling) => sibling !== element),
    at,
  );
  const here = index.elements.get(element.id)?.parent;
  if (here === parent && parent.children[target] === element) return [];
  return [{ type: 'move-node', node: element.id, parent: parent.id, index: target }];
}

/** Among all children, where the `at`-th of some of them stands, or behind the last of them. */
export function childIndex(parent: ElementNode, some: readonly ElementNode[], at: number): number {
  const target = some[Math.max(0, at)];
  if (target !== undefined) return parent.children.indexOf(target);
  const last = some.at(-1);
  return last === undefined ? parent.children.length : parent.children.indexOf(last) + 1;
}
