import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import {
  attributeValue,
  childElements,
  type DocumentNode,
  type ElementNode,
} from '../../template/document/document.ts';
import { isScene, roleOf, scenesOf } from '../../template/tables/roles.ts';
import { caseList } from '../../template/value-types/text-types.ts';
import type { SceneCommand } from '../commands.ts';
import { scenesLabel } from '../planning/labels.ts';
import { copyOf, newElement, withAttribute } from '../planning/new-nodes.ts';
import { selectionOf } from '../planning/planned.ts';
import { elementsOfRoles, type Plan, type Planning } from '../planning/planning.ts';
import { groupStart } from '../planning/scene-list.ts';

const NAME = 'variant';

/**
 * A choice of scenes that stand in the movie or in one sequence, by a variable of its own whose default plays the first.
 * One scene becomes a choice of itself and a copy. Transitions between two of them have nothing to join any more. Of scenes
 * that are cases of a choice already, that choice gets copies as further cases.
 */
export function planChoice(
  planning: Planning,
  { scenes: ids }: Extract<SceneCommand, { type: 'scene/make-choice' }>,
): Plan {
  const found = siblingsOf(planning, ids);
  if (!found.ok) return found;
  const { holder, scenes } = found.value;
  return isChoice(holder) ? moreCases(planning, holder, scenes) : newChoice(planning, holder, scenes);
}

function newChoice(planning: Planning, holder: ElementNode, scenes: readonly ElementNode[]): Plan {
  const { newId } = planning;
  const [first] = scenes;
  const cases = scenes.length === 1 && first !== undefined ? [first, copyOf(first, newId)] : scenes;
  const inside = cases.map((scene, at) => withAttribute(scene, 'case', caseName(at)));
  const condition = `\${${freeVariable(planning)}, ${caseName(0)}}`;
  const attributes = [
    { name: 'type', value: 'choice' },
    { name: 'condition', value: condition },
  ];
  const notes = new Map(scenes.map((scene) => [scene.id, notesAbove(holder, scene)]));
  const choice = newElement(
    newId,
    'scene',
    attributes,
    inside.flatMap((scene) => [...(notes.get(scene.id) ?? []), scene]),
  );
  const taken = new Set<DocumentNode>([...scenes, ...[...notes.values()].flat(), ...joining(holder, new Set(scenes))]);
  const children = holder.children.flatMap((child): readonly DocumentNode[] =>
    child === first ? [choice] : taken.has(child) ? [] : [child],
  );
  return ok({
    edits: [{ type: 'set-children', node: holder.id, children }],
    label: statement('step/make-choice', { what: scenesLabel(planning, scenes) }),
    selection: selectionOf(inside.slice(0, 1)),
  });
}

/** Copies behind the last of the scenes, each played for a value that no case has. */
function moreCases(planning: Planning, choice: ElementNode, scenes: readonly ElementNode[]): Plan {
  const names = freeCases(choice, scenes.length);
  const copies = scenes.map((scene, at) => withAttribute(copyOf(scene, planning.newId), 'case', names[at] ?? ''));
  const last = scenes.at(-1);
  const at = last === undefined ? choice.children.length : choice.children.indexOf(last) + 1;
  return ok({
    edits: [{ type: 'set-children', node: choice.id, children: choice.children.toSpliced(at, 0, ...copies) }],
    label: statement('step/add-cases', { count: copies.length, value: names[0] ?? '' }),
    selection: selectionOf(copies.slice(0, 1)),
  });
}

/** Scenes that stand in one element, in its order; refused where they stand in several. */
export function siblingsOf(
  planning: Planning,
  ids: readonly ElementNode['id'][],
): Result<{ readonly holder: ElementNode; readonly scenes: readonly ElementNode[] }, Statement> {
  const found = elementsOfRoles(planning, ids, ['scene']);
  if (!found.ok) return found;
  const wanted = new Set(found.value);
  const [first] = found.value;
  const holder = first === undefined ? null : (planning.index.elements.get(first.id)?.parent ?? null);
  const scenes = holder === null ? [] : scenesOf(holder).filter((scene) => wanted.has(scene));
  if (holder === null || scenes.length < wanted.size) return err(statement('edit/scenes-of-one-holder'));
  return ok({ holder, scenes });
}

function isChoice(element: ElementNode): boolean {
  return isScene(element) && attributeValue(element, 'type')?.trim() === 'choice';
}

/** The comment directly above a scene, which belongs to it. */
function notesAbove({ children }: ElementNode, scene: ElementNode): readonly DocumentNode[] {
  const at = children.indexOf(scene);
  return children.slice(groupStart(children, at), at);
}

/** The transitions between two of these scenes that follow each other. */
function joining(holder: ElementNode, chosen: ReadonlySet<ElementNode>): readonly ElementNode[] {
  const parts = childElements(holder).filter((child) => isScene(child) || roleOf(child) === 'transition');
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

/** Values that no case of a choice has. */
function freeCases(choice: ElementNode, count: number): readonly string[] {
  const taken = new Set(
    scenesOf(choice).flatMap((scene) => {
      const read = caseList().parse(attributeValue(scene, 'case') ?? '', null);
      return read.ok ? read.value : [];
    }),
  );
  const free: string[] = [];
  for (let at = 0; free.length < count; at += 1) if (!taken.has(caseName(at))) free.push(caseName(at));
  return free;
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
