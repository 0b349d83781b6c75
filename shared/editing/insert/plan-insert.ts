import { ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { childElements, type ElementNode, type NodeId } from '../../template/document/document.ts';
import { isSound, layersOf, roleOf } from '../../template/tables/roles.ts';
import type { Frames } from '../../template/values/frame-rate.ts';
import type { ScenePosition } from '../commands.ts';
import { elementLabel, layerSource, shortName, type Target } from '../planning/labels.ts';
import { newElement } from '../planning/new-nodes.ts';
import { childIndex, planned, selectionOf } from '../planning/planned.ts';
import { holderOf, type Plan, type Planning } from '../planning/planning.ts';
import { insertScenes } from '../planning/scene-list.ts';
import { type NewElement, nodeOf } from './new-element.ts';

/** What a new element becomes a part of. */
export type InsertInto =
  | { readonly in: 'scene'; readonly scene: NodeId }
  /** A scene that is made for it; the film's last without a place. */
  | { readonly in: 'new-scene'; readonly duration: Frames; readonly at?: ScenePosition }
  /** What texts and values are taken from, which is made before all else where it is not there. */
  | { readonly in: 'resources' }
  /** What lies over all scenes, which is made where there is none; for a sound, the movie. */
  | { readonly in: 'film' };

export interface InsertElement {
  readonly type: 'element/insert';
  readonly element: NewElement;
  readonly into: InsertInto;
}

/** A new element on top of its like. It is selected, so that its fields are shown. */
export function planInsert(planning: Planning, { element, into }: InsertElement): Plan {
  const node = nodeOf(element, planning.newId);
  const label = statement('step/insert', { what: targetOf(planning, node) });
  const selection = selectionOf([node]);
  switch (into.in) {
    case 'scene': {
      const parent = holderOf(planning, into.scene, node);
      return parent.ok ? planned(ok([onTop(planning, parent.value, node)]), label, selection) : parent;
    }
    case 'new-scene': {
      const duration = { name: 'duration', value: String(Math.max(1, into.duration)) };
      const scene = newElement(planning.newId, 'scene', [duration], [node]);
      return planned(insertScenes(planning, [scene], into.at ?? planning.index.scenes.length), label, selection);
    }
    case 'resources':
      // No layer: what was selected stays so.
      return planned(inResources(planning, node), label);
    case 'film':
      return planned(overFilm(planning, node), label, selection);
    default:
      return into satisfies never;
  }
}

function overFilm(planning: Planning, node: ElementNode): ReturnType<typeof insertScenes> {
  const { root } = planning.document;
  if (isSound(node)) return insertScenes(planning, [node], 0);
  const over = childElements(root).find((each) => roleOf(each, planning.language) === 'overlay');
  if (over !== undefined) return ok([onTop(planning, over, node)]);
  const made = newElement(planning.newId, 'overlay', [], [node]);
  return ok([{ type: 'insert-node', parent: root.id, index: root.children.length, node: made }]);
}

function inResources(planning: Planning, node: ElementNode): ReturnType<typeof insertScenes> {
  const { root } = planning.document;
  const known = childElements(root).find((each) => roleOf(each, planning.language) === 'resources');
  if (known !== undefined) return ok([{ type: 'insert-node', parent: known.id, index: known.children.length, node }]);
  const first = root.children.findIndex(({ kind }) => kind === 'element');
  const made = newElement(planning.newId, 'resources', [], [node]);
  return ok([{ type: 'insert-node', parent: root.id, index: Math.max(0, first), node: made }]);
}

/** A layer above the others; a sound behind all else. */
function onTop({ language }: Planning, parent: ElementNode, node: ElementNode) {
  const layers = isSound(node) ? [] : layersOf(parent, language);
  const index = childIndex(parent, layers, layers.length);
  return { type: 'insert-node', parent: parent.id, index, node } as const;
}

function targetOf(planning: Planning, node: ElementNode): Target {
  const source = layerSource(planning, node);
  return source === null ? elementLabel(planning, node) : statement('target/scene-named', { name: shortName(source) });
}
