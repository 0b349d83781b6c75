import { ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { childElements, type DocumentNode, type ElementNode } from '../../template/document/document.ts';
import { isScene, roleOf } from '../../template/tables/roles.ts';
import { scenesLabel } from '../planning/labels.ts';
import { copyOf, newElement, withAttribute } from '../planning/new-nodes.ts';
import { selectionOf } from '../planning/planned.ts';
import type { Plan, Planning } from '../planning/planning.ts';

const NAME = 'variant';

/**
 * A choice of scenes that stand directly in the movie, by a variable of its own whose default plays the first. One scene
 * becomes a choice of itself and a copy. Transitions between two of them have nothing to join any more.
 */
export function planChoice(planning: Planning, scenes: readonly ElementNode[]): Plan {
  const { newId, document } = planning;
  const [first] = scenes;
  const cases = scenes.length === 1 && first !== undefined ? [first, copyOf(first, newId)] : scenes;
  const inside = cases.map((scene, at) => withAttribute(scene, 'case', caseName(at)));
  const condition = `\${${freeVariable(planning)}, ${caseName(0)}}`;
  const attributes = [
    { name: 'type', value: 'choice' },
    { name: 'condition', value: condition },
  ];
  const choice = newElement(newId, 'scene', attributes, inside);
  const taken = new Set<DocumentNode>([...scenes, ...joining(document.root, new Set(scenes))]);
  const children = document.root.children.flatMap((child): readonly DocumentNode[] =>
    child === first ? [choice] : taken.has(child) ? [] : [child],
  );
  return ok({
    edits: [{ type: 'set-children', node: document.root.id, children }],
    label: statement('step/make-choice', { what: scenesLabel(planning, scenes) }),
    selection: selectionOf(inside.slice(0, 1)),
  });
}

/** The transitions between two of these scenes that follow each other. */
function joining(root: ElementNode, chosen: ReadonlySet<ElementNode>): readonly ElementNode[] {
  const parts = childElements(root).filter((child) => isScene(child) || roleOf(child) === 'transition');
  return parts.filter((part, at) => {
    if (isScene(part)) return false;
    const before = parts.slice(0, at).findLast((each) => isScene(each));
    const behind = parts.slice(at + 1).find((each) => isScene(each));
    return before !== undefined && behind !== undefined && chosen.has(before) && chosen.has(behind);
  });
}

/** `a` to `z`, then numbers. */
function caseName(at: number): string {
  return at < 26 ? String.fromCharCode(97 + at) : String(at + 1);
}

/** A name that no variable of the template has. */
function freeVariable({ index }: Planning): string {
  const texts = [...index.elements.values()].flatMap(({ element }) => element.attributes.map(({ value }) => value));
  const isTaken = (name: string) =>
    texts.some((text) => text === name || new RegExp(`\\$\\{\\s*${name}\\b`).test(text));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? NAME : `${NAME}${number}`;
    if (!isTaken(name)) return name;
  }
}
