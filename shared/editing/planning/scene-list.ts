import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import type { DocumentNode, ElementNode } from '../../template/document/document.ts';
import { isScene, leavesOf, roleOf, scenesOf } from '../../template/tables/roles.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { ScenePosition } from '../model/commands.ts';
import type { Planning } from './planning.ts';

/** Returns the children of the movie after moving some scenes. All other children stay in place. */
export function movedScenes(
  planning: Planning,
  moving: readonly ElementNode[],
  to: ScenePosition,
): Result<readonly DocumentNode[], Message> {
  const { root } = planning.document;
  const all = scenesOf(root);
  const target = scenePosition(planning.index.scenes, to);
  if (!target.ok) return target;
  // Move a top-level scene past a sequence or choice instead of into it.
  const { position, isInside } = rootPosition(all, target.value);
  const isAhead = moving.every((scene) => all.indexOf(scene) < position);
  return ok(movedAmong(root.children, all, moving, isInside && isAhead ? position + 1 : position));
}

/** Returns children after moving some of their scenes to an index that is counted before the move. */
export function movedAmong(
  children: readonly DocumentNode[],
  scenes: readonly ElementNode[],
  moving: readonly ElementNode[],
  to: number,
): readonly DocumentNode[] {
  const leaving = new Set<DocumentNode>();
  for (const scene of moving) {
    const at = children.indexOf(scene);
    for (const node of children.slice(groupStart(children, at), at + 1)) leaving.add(node);
  }
  const moved = children.filter((node) => leaving.has(node));
  const staying = children.filter((node) => !leaving.has(node));
  const following = scenes.slice(to).find((scene) => !leaving.has(scene));
  const lastStaying = scenes.findLast((scene) => !leaving.has(scene));
  if (lastStaying === undefined) return children;
  const at =
    following === undefined ? staying.indexOf(lastStaying) + 1 : groupStart(staying, staying.indexOf(following));
  return withTransitionsAtCuts(children, staying.toSpliced(at, 0, ...moved));
}

/**
 * Returns the children without the removed ones. If removing scenes joins several cuts, keeps the transitions of a
 * single cut.
 */
export function withoutNodes(
  children: readonly DocumentNode[],
  removed: ReadonlySet<DocumentNode>,
): readonly DocumentNode[] {
  const staying = children.filter((child) => !removed.has(child));
  return withTransitionsAtCuts(children, staying);
}

/** A position between two scenes, at the start, or at the end, with its transitions. */
interface Cut {
  /** The scene before the cut; null at the start. */
  readonly from: ElementNode | null;
  /** The scene after the cut; null at the end. */
  readonly to: ElementNode | null;
  readonly transitions: readonly ElementNode[];
}

/**
 * The rules by which a new cut gets the transitions of an old cut, in order of precedence: the same cut, the same end
 * of the movie, or the same scene before the cut.
 */
const CUT_RULES: readonly ((old: Cut, cut: Cut) => boolean)[] = [
  (old, { from, to }) => old.from === from && old.to === to,
  (old, { from, to }) => (from === null && old.from === null) || (to === null && old.to === null),
  (old, { from }) => old.from === from,
  () => true,
];

/** Returns the children after scenes were moved or removed, with the transitions at their new cuts. */
function withTransitionsAtCuts(
  before: readonly DocumentNode[],
  after: readonly DocumentNode[],
): readonly DocumentNode[] {
  const staying = new Set(after);
  const unused = new Set(
    cutsOf(before).map((cut) => ({ ...cut, transitions: cut.transitions.filter((each) => staying.has(each)) })),
  );
  const cuts = cutsOf(after);
  const sources = new Map<Cut, Cut>();
  for (const rule of CUT_RULES)
    for (const cut of cuts) {
      const source = sources.has(cut) ? undefined : [...unused].find((old) => rule(old, cut));
      if (source === undefined) continue;
      unused.delete(source);
      sources.set(cut, source);
    }
  const transitionsAt = (cut: Cut): Cut['transitions'] => {
    if (cut.from === null && cut.to === null) return [];
    const { transitions } = sources.get(cut) ?? cut;
    const isInner = cut.from !== null && cut.to !== null;
    if (transitions.length > 0 || !isInner) return transitions;
    return [...unused].find(({ to }) => to === cut.to)?.transitions ?? [];
  };
  const changed = cuts
    .map((cut) => ({ cut, transitions: transitionsAt(cut) }))
    .filter(({ cut, transitions }) => !isEqualList(cut.transitions, transitions));
  const leaving = new Set<DocumentNode>(changed.flatMap(({ cut }) => cut.transitions));
  return changed.reduce<readonly DocumentNode[]>(
    (children, { cut: { from, to }, transitions }) => {
      const start = to === null ? children.length : groupStart(children, children.indexOf(to));
      return children.toSpliced(from === null ? start : children.indexOf(from) + 1, 0, ...transitions);
    },
    after.filter((child) => !leaving.has(child)),
  );
}

function isEqualList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

/** Returns the cuts between the scenes of a movie, sequence, or choice, including the start and the end. */
function cutsOf(children: readonly DocumentNode[]): readonly Cut[] {
  const cuts: Cut[] = [];
  let from: ElementNode | null = null;
  let transitions: ElementNode[] = [];
  for (const child of children) {
    if (child.kind !== 'element') continue;
    if (roleOf(child) === 'transition') transitions.push(child);
    if (!isScene(child)) continue;
    cuts.push({ from, to: child, transitions });
    from = child;
    transitions = [];
  }
  return [...cuts, { from, to: null, transitions }];
}

/** Returns the edits that insert new scenes. */
export function insertScenes(
  planning: Planning,
  scenes: readonly ElementNode[],
  at: ScenePosition,
): Result<readonly DocumentEdit[], Message> {
  const { root } = planning.document;
  const index = sceneChild(planning, at);
  if (!index.ok) return index;
  const [only] = scenes;
  if (only !== undefined && scenes.length === 1)
    return ok([{ type: 'insert-node', parent: root.id, index: index.value, node: only }]);
  return ok([{ type: 'set-children', node: root.id, children: root.children.toSpliced(index.value, 0, ...scenes) }]);
}

/**
 * Returns the index among the children of the movie at which a new scene is inserted. The comment directly above a
 * scene moves with the scene, so a new scene is inserted above the comment. If the scene is removed or copied, its
 * comment stays, because only explicit commands add or remove comments.
 */
function sceneChild(planning: Planning, at: ScenePosition): Result<number, Message> {
  const { children } = planning.document.root;
  const scenes = scenesOf(planning.document.root);
  const target = positionOf(planning, at);
  if (!target.ok) return target;
  const scene = scenes[target.value];
  if (scene !== undefined) return ok(groupStart(children, children.indexOf(scene)));
  const last = scenes.at(-1);
  return ok(last === undefined ? children.length : children.indexOf(last) + 1);
}

/**
 * Returns the index among the top-level scenes. Returns an error for a position inside a sequence or choice, because
 * users edit these scenes in the XML.
 */
function positionOf({ document, index }: Planning, at: ScenePosition): Result<number, Message> {
  const place = scenePosition(index.scenes, at);
  if (!place.ok) return place;
  const { position, isInside } = rootPosition(scenesOf(document.root), place.value);
  return isInside ? err(message('edit/nested-scene')) : ok(position);
}

/**
 * Returns the top-level scene that follows a position. For a position inside a sequence or choice, returns the sequence
 * or choice.
 */
function rootPosition(
  all: readonly ElementNode[],
  place: number,
): { readonly position: number; readonly isInside: boolean } {
  let before = 0;
  for (const [position, scene] of all.entries()) {
    if (before === place) return { position, isInside: false };
    before += leavesOf(scene).length;
    if (before > place) return { position, isInside: true };
  }
  return { position: all.length, isInside: false };
}

/** Converts a position to an index among all scenes of the movie. Returns an error if the adjacent scene is missing. */
export function scenePosition(scenes: readonly ElementNode[], at: ScenePosition): Result<number, Message> {
  if (typeof at === 'number') return ok(Math.min(Math.max(0, Math.trunc(at)), scenes.length));
  const neighbor = 'before' in at ? at.before : at.after;
  const neighborIndex = scenes.findIndex((scene) => scene.id === neighbor);
  if (neighborIndex === -1) return err(message('edit/place-gone'));
  return ok('before' in at ? neighborIndex : neighborIndex + 1);
}

/** Returns the index at which a scene and the comment directly above it begin. */
export function groupStart(children: readonly DocumentNode[], scene: number): number {
  return children[scene - 1]?.kind === 'comment' ? scene - 1 : scene;
}
