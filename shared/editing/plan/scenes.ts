import { assertNever } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import {
  attributeValue,
  childElements,
  type DocumentNode,
  type ElementNode,
  type NodeId,
} from '../../template/document/document.ts';
import type { ElementRole } from '../../template/tables/elements.ts';
import { isScene, leavesOf, roleOf, scenesOf } from '../../template/tables/roles.ts';
import { caseList } from '../../template/value-types/text-types.ts';
import type { SceneCommand, ScenePosition } from '../model/commands.ts';
import { copyOf, newElement, newLayer, withAttribute } from '../planning/nodes.ts';
import { planned, selectionOf, switchEdits, timeEdits, valueEdits } from '../planning/planned.ts';
import {
  attributeEdits,
  collect,
  elementsOfRoles,
  layersLabel,
  type Plan,
  type Planning,
  sceneLabel,
  scenesLabel,
  shortName,
  sourceName,
} from '../planning/planning.ts';
import { groupStart, insertScenes, movedAmong, movedScenes, scenePosition } from '../planning/scene-list.ts';
import { planSplit, planTrim } from './trim.ts';

type Of<Type extends SceneCommand['type']> = Extract<SceneCommand, { type: Type }>;

export function planScene(planning: Planning, command: SceneCommand): Plan {
  switch (command.type) {
    case 'scene/add':
      return add(planning, command);
    case 'scene/move':
      return move(planning, command);
    case 'scene/duplicate':
      return duplicate(planning, command);
    case 'scene/make-choice':
      return planChoice(planning, command);
    case 'scene/split':
      return planSplit(planning, command);
    case 'scene/trim-start':
    case 'scene/trim-end':
    case 'scene/slip':
      return planTrim(planning, command);
    case 'scene/set-duration':
      return setDuration(planning, command);
    case 'scene/rename':
      return planRename(planning, command.scene, ['scene'], command.name);
    case 'scene/set-enabled':
      return setEnabled(planning, command);
    default:
      return assertNever(command);
  }
}

function add(planning: Planning, { at, duration, source, name, audio, skip }: Of<'scene/add'>): Plan {
  const { newId } = planning;
  const layers =
    source === null
      ? []
      : [newLayer(newId, { source, ...(audio !== undefined && { audio }), ...(skip !== undefined && { skip }) })];
  const scene = newElement(
    newId,
    'scene',
    [
      { name: 'duration', value: String(Math.max(1, duration)) },
      ...(name === undefined ? [] : [{ name: 'name', value: name }]),
    ],
    layers,
  );
  const label = name ?? (source === null ? null : sourceName(source.kind === 'asset' ? source.name : source.url));
  return planned(
    insertScenes(planning, [scene], at),
    label === null ? message('step/add-empty-scene') : message('step/add-scene', { name: shortName(label) }),
    selectionOf([scene]),
  );
}

function move(planning: Planning, command: Of<'scene/move'>): Plan {
  const siblings = siblingsOf(planning, command.scenes);
  if (siblings.ok && siblings.value.holder !== planning.document.root)
    return moveWithin(planning, siblings.value, command.to);
  const sceneElements = inMovieOrder(planning, command.scenes);
  if (!sceneElements.ok) return sceneElements;
  const { root } = planning.document;
  const children = movedScenes(planning, sceneElements.value, command.to);
  if (!children.ok) return children;
  const same = children.value.every((child, index) => child === root.children[index]);
  return ok({
    edits: same ? [] : [{ type: 'set-children', node: root.id, children: children.value }],
    label: message('step/move', { what: scenesLabel(planning, sceneElements.value) }),
    selection: selectionOf(sceneElements.value),
  });
}

/** Moves scenes within their choice or sequence. */
function moveWithin(
  planning: Planning,
  { holder, scenes }: { readonly holder: ElementNode; readonly scenes: readonly ElementNode[] },
  to: ScenePosition,
): Plan {
  const all = scenesOf(holder);
  const at = indexWithin(planning, all, to);
  if (!at.ok) return at;
  const children = movedAmong(holder.children, all, scenes, at.value);
  const same = children.every((child, index) => child === holder.children[index]);
  return ok({
    edits: same ? [] : [{ type: 'set-children', node: holder.id, children }],
    label: message('step/move', { what: scenesLabel(planning, scenes) }),
    selection: selectionOf(scenes),
  });
}

/** Returns the index among the scenes of a choice or sequence. Returns an error if the position is outside it. */
function indexWithin(
  { index: { scenes: leaves } }: Planning,
  all: readonly ElementNode[],
  to: ScenePosition,
): Result<number, Message> {
  const neighbor = typeof to === 'number' ? null : 'before' in to ? to.before : to.after;
  const neighborIndex = all.findIndex(({ id }) => id === neighbor);
  if (neighborIndex !== -1) return ok(typeof to === 'object' && 'after' in to ? neighborIndex + 1 : neighborIndex);
  const place = scenePosition(leaves, to);
  if (!place.ok) return place;
  const sceneWithLeaf = (at: number) =>
    all.findIndex((candidate) => leavesOf(candidate).some((leaf) => leaf === leaves[at]));
  const [here, before] = [sceneWithLeaf(place.value), sceneWithLeaf(place.value - 1)];
  if (here !== -1) return ok(here);
  return before === -1 ? err(message('edit/nested-scene')) : ok(before + 1);
}

/** Plans copies that follow the last original. The copies have the order of the originals. */
function duplicate(planning: Planning, command: Of<'scene/duplicate'>): Plan {
  const sceneElements = inMovieOrder(planning, command.scenes);
  if (!sceneElements.ok) return sceneElements;
  const copies = sceneElements.value.map((scene) => copyOf(scene, planning.newId));
  const last = sceneElements.value.at(-1);
  return planned(
    insertScenes(planning, copies, last === undefined ? 0 : { after: last.id }),
    message('step/duplicate', { what: scenesLabel(planning, sceneElements.value) }),
    selectionOf(copies),
  );
}

function setDuration(planning: Planning, command: Of<'scene/set-duration'>): Plan {
  const sceneElements = elementsOfRoles(planning, command.scenes, ['scene']);
  if (!sceneElements.ok) return sceneElements;
  const duration = Math.max(1, Math.round(command.duration));
  const edits = collect(sceneElements.value, (scene) => timeEdits(planning, scene, 'duration', duration));
  return planned(edits, message('step/set-duration', { what: scenesLabel(planning, sceneElements.value) }));
}

function setEnabled(planning: Planning, { scenes, enabled }: Of<'scene/set-enabled'>): Plan {
  const sceneElements = elementsOfRoles(planning, scenes, ['scene']);
  if (!sceneElements.ok) return sceneElements;
  const what = scenesLabel(planning, sceneElements.value);
  const label = message(enabled ? 'step/enable' : 'step/disable', { what });
  return planned(switchEdits(planning, sceneElements.value, enabled), label);
}

/** Returns these scenes in the order of the movie. Returns an error if a scene is nested in a sequence or choice. */
function inMovieOrder(planning: Planning, ids: SceneIds): Result<readonly ElementNode[], Message> {
  const sceneElements = elementsOfRoles(planning, ids, ['scene']);
  if (!sceneElements.ok) return sceneElements;
  const requested = new Set(sceneElements.value);
  const atTopLevel = scenesOf(planning.document.root).filter((scene) => requested.has(scene));
  return atTopLevel.length < requested.size ? err(message('edit/nested-scene')) : ok(atTopLevel);
}

type SceneIds = Of<'scene/move'>['scenes'];

const CHOICE_VARIABLE = 'variant';

/**
 * Plans a choice of scenes that are siblings in the movie or in a sequence. A new variable selects the scene; by
 * default, it selects the first one. A single scene becomes a choice between the scene and its copy. Removes
 * transitions between the scenes, because the choice plays only one scene. If the scenes are already cases of a choice,
 * adds their copies as further cases.
 */
function planChoice(planning: Planning, { scenes: ids }: Extract<SceneCommand, { type: 'scene/make-choice' }>): Plan {
  const siblings = siblingsOf(planning, ids);
  if (!siblings.ok) return siblings;
  const { holder, scenes } = siblings.value;
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
  const removed = new Set<DocumentNode>([
    ...scenes,
    ...[...notes.values()].flat(),
    ...transitionsBetween(holder, new Set(scenes)),
  ]);
  const children = holder.children.flatMap((child): readonly DocumentNode[] =>
    child === first ? [choice] : removed.has(child) ? [] : [child],
  );
  return ok({
    edits: [{ type: 'set-children', node: holder.id, children }],
    label: message('step/make-choice', { what: scenesLabel(planning, scenes) }),
    selection: selectionOf(inside.slice(0, 1)),
  });
}

/** Plans copies that follow the last of the scenes. Each copy gets an unused case value. */
function moreCases(planning: Planning, choice: ElementNode, scenes: readonly ElementNode[]): Plan {
  const names = freeCases(choice, scenes.length);
  const copies = scenes.map((scene, at) => withAttribute(copyOf(scene, planning.newId), 'case', names[at] ?? ''));
  const last = scenes.at(-1);
  const at = last === undefined ? choice.children.length : choice.children.indexOf(last) + 1;
  return ok({
    edits: [{ type: 'set-children', node: choice.id, children: choice.children.toSpliced(at, 0, ...copies) }],
    label: message('step/add-cases', { count: copies.length, value: names[0] ?? '' }),
    selection: selectionOf(copies.slice(0, 1)),
  });
}

/** Returns scenes of one parent, in the order of the parent. Returns an error if the scenes have different parents. */
function siblingsOf(
  planning: Planning,
  ids: readonly ElementNode['id'][],
): Result<{ readonly holder: ElementNode; readonly scenes: readonly ElementNode[] }, Message> {
  const sceneElements = elementsOfRoles(planning, ids, ['scene']);
  if (!sceneElements.ok) return sceneElements;
  const requested = new Set(sceneElements.value);
  const [first] = sceneElements.value;
  const holder = first === undefined ? null : (planning.index.elements.get(first.id)?.parent ?? null);
  const scenes = holder === null ? [] : scenesOf(holder).filter((scene) => requested.has(scene));
  if (holder === null || scenes.length < requested.size) return err(message('edit/scenes-of-one-holder'));
  return ok({ holder, scenes });
}

function isChoice(element: ElementNode): boolean {
  return isScene(element) && attributeValue(element, 'type')?.trim() === 'choice';
}

/** Returns the comment directly above a scene, which belongs to the scene. */
function notesAbove({ children }: ElementNode, scene: ElementNode): readonly DocumentNode[] {
  const at = children.indexOf(scene);
  return children.slice(groupStart(children, at), at);
}

/** Returns the transitions between adjacent scenes that are both in the set. */
function transitionsBetween(holder: ElementNode, chosen: ReadonlySet<ElementNode>): readonly ElementNode[] {
  const parts = childElements(holder).filter((child) => isScene(child) || roleOf(child) === 'transition');
  return parts.filter((part, at) => {
    if (isScene(part)) return false;
    const before = parts.slice(0, at).findLast((sibling) => isScene(sibling));
    const after = parts.slice(at + 1).find((sibling) => isScene(sibling));
    return before !== undefined && after !== undefined && chosen.has(before) && chosen.has(after);
  });
}

/** Returns the name of the case with this index: a letter from `a` to `z`, then a number. */
function caseName(at: number): string {
  return at < 26 ? String.fromCharCode(97 + at) : String(at + 1);
}

/** Returns case values that the choice does not use. */
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

/** Returns a name that is not yet a variable of the template. */
function freeVariable({ index }: Planning): string {
  const texts = [...index.elements.values()].flatMap(({ element }) => element.attributes.map(({ value }) => value));
  const isTaken = (name: string) =>
    texts.some((text) => text === name || new RegExp(`\\$\\{\\s*${name}\\b`).test(text));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? CHOICE_VARIABLE : `${CHOICE_VARIABLE}${number}`;
    if (!isTaken(name)) return name;
  }
}

/** Plans the name of an element with one of these roles. An empty name removes the attribute. */
export function planRename(planning: Planning, id: NodeId, roles: readonly ElementRole[], name: string | null): Plan {
  const elements = elementsOfRoles(planning, [id], roles);
  if (!elements.ok) return elements;
  const [element] = elements.value;
  if (element === undefined) return ok({ edits: [], label: message('step/rename-scene', { name: '' }) });
  const requested = name?.trim() ?? '';
  if (requested !== '') {
    const edits = valueEdits(planning, element, 'name', requested, message('subject/name'));
    return planned(edits, message('step/rename-scene', { name: shortName(requested) }));
  }
  const what = isScene(element) ? sceneLabel(planning, element) : layersLabel(planning, [element]);
  return ok({ edits: attributeEdits(element, 'name', null), label: message('step/unname-scene', { what }) });
}
