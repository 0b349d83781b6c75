import { assertNever } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import type { ElementNode } from '../../template/document/document.ts';
import { leavesOf, scenesOf } from '../../template/tables/roles.ts';
import type { SceneCommand, ScenePosition } from '../commands.ts';
import { scenesLabel, shortName, sourceName } from '../planning/labels.ts';
import { copyOf, newElement, newLayer } from '../planning/new-nodes.ts';
import { planned, selectionOf, switchEdits } from '../planning/planned.ts';
import { collect, elementsOfRoles, type Plan, type Planning } from '../planning/planning.ts';
import { filmPosition, insertScenes, movedAmong, movedScenes } from '../planning/scene-list.ts';
import { timeEdits } from '../planning/written-value.ts';
import { planChoice, siblingsOf } from './plan-choice.ts';
import { planRename } from './plan-rename.ts';
import { planSplit, planTrim } from './plan-trim.ts';

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
    label === null ? statement('step/add-empty-scene') : statement('step/add-scene', { name: shortName(label) }),
    selectionOf([scene]),
  );
}

function move(planning: Planning, command: Of<'scene/move'>): Plan {
  const siblings = siblingsOf(planning, command.scenes);
  if (siblings.ok && siblings.value.holder !== planning.document.root)
    return moveWithin(planning, siblings.value, command.to);
  const found = inFilmOrder(planning, command.scenes);
  if (!found.ok) return found;
  const { root } = planning.document;
  const children = movedScenes(planning, found.value, command.to);
  if (!children.ok) return children;
  const same = children.value.every((child, index) => child === root.children[index]);
  return ok({
    edits: same ? [] : [{ type: 'set-children', node: root.id, children: children.value }],
    label: statement('step/move', { what: scenesLabel(planning, found.value) }),
    selection: selectionOf(found.value),
  });
}

/** Scenes of a choice or a sequence go beside others of it. */
function moveWithin(
  planning: Planning,
  { holder, scenes }: { readonly holder: ElementNode; readonly scenes: readonly ElementNode[] },
  to: ScenePosition,
): Plan {
  const all = scenesOf(holder);
  const at = placeWithin(planning, all, to);
  if (!at.ok) return at;
  const children = movedAmong(holder.children, all, scenes, at.value);
  const same = children.every((child, index) => child === holder.children[index]);
  return ok({
    edits: same ? [] : [{ type: 'set-children', node: holder.id, children }],
    label: statement('step/move', { what: scenesLabel(planning, scenes) }),
    selection: selectionOf(scenes),
  });
}

/** Before which of the scenes of a choice or sequence a place lies; refused where it is not among them. */
function placeWithin(
  { index: { scenes: leaves } }: Planning,
  all: readonly ElementNode[],
  to: ScenePosition,
): Result<number, Statement> {
  const beside = typeof to === 'number' ? null : 'before' in to ? to.before : to.after;
  const named = all.findIndex(({ id }) => id === beside);
  if (named !== -1) return ok(typeof to === 'object' && 'after' in to ? named + 1 : named);
  const place = filmPosition(leaves, to);
  if (!place.ok) return place;
  const holding = (at: number) => all.findIndex((each) => leavesOf(each).some((leaf) => leaf === leaves[at]));
  const [here, before] = [holding(place.value), holding(place.value - 1)];
  if (here !== -1) return ok(here);
  return before === -1 ? err(statement('edit/nested-scene')) : ok(before + 1);
}

/** The copies stand behind the last of the originals, in their order. */
function duplicate(planning: Planning, command: Of<'scene/duplicate'>): Plan {
  const found = inFilmOrder(planning, command.scenes);
  if (!found.ok) return found;
  const copies = found.value.map((scene) => copyOf(scene, planning.newId));
  const last = found.value.at(-1);
  return planned(
    insertScenes(planning, copies, last === undefined ? 0 : { after: last.id }),
    statement('step/duplicate', { what: scenesLabel(planning, found.value) }),
    selectionOf(copies),
  );
}

function setDuration(planning: Planning, command: Of<'scene/set-duration'>): Plan {
  const found = elementsOfRoles(planning, command.scenes, ['scene']);
  if (!found.ok) return found;
  const duration = Math.max(1, Math.round(command.duration));
  const edits = collect(found.value, (scene) => timeEdits(planning, scene, 'duration', duration));
  return planned(edits, statement('step/set-duration', { what: scenesLabel(planning, found.value) }));
}

function setEnabled(planning: Planning, { scenes, enabled }: Of<'scene/set-enabled'>): Plan {
  const found = elementsOfRoles(planning, scenes, ['scene']);
  if (!found.ok) return found;
  const what = scenesLabel(planning, found.value);
  const label = statement(enabled ? 'step/enable' : 'step/disable', { what });
  return planned(switchEdits(planning, found.value, enabled), label);
}

/** These scenes in the order of the film; refused where one stands in a sequence or choice. */
function inFilmOrder(planning: Planning, ids: SceneIds): Result<readonly ElementNode[], Statement> {
  const found = elementsOfRoles(planning, ids, ['scene']);
  if (!found.ok) return found;
  const wanted = new Set(found.value);
  const directly = scenesOf(planning.document.root).filter((scene) => wanted.has(scene));
  return directly.length < wanted.size ? err(statement('edit/nested-scene')) : ok(directly);
}

type SceneIds = Of<'scene/move'>['scenes'];
