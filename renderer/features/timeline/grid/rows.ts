import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { Effect } from '../../../../shared/template/effects/effects.ts';
import type { Layer, Scene } from '../../../../shared/template/movie/movie.ts';

/** A row of the tree: scenes, in an open one its layers from the topmost, under each its effects. */
export type TreeRow =
  | {
      readonly kind: 'scene';
      readonly id: NodeId;
      readonly scene: Scene;
      readonly index: number;
      readonly open: boolean;
    }
  | {
      readonly kind: 'layer';
      readonly id: NodeId;
      readonly scene: Scene;
      readonly layer: Layer;
      readonly number: number;
    }
  | {
      readonly kind: 'effect';
      readonly id: NodeId;
      readonly scene: Scene;
      readonly layer: Layer;
      readonly effect: Effect;
    };

/** The rows below an open scene. */
export function rowsOfScene(scene: Scene): readonly TreeRow[] {
  return scene.layers
    .map((layer, at) => ({ layer, number: at + 1 }))
    .toReversed()
    .flatMap(({ layer, number }): readonly TreeRow[] => [
      { kind: 'layer', id: layer.id, scene, layer, number },
      ...layer.effects.map((effect): TreeRow => ({ kind: 'effect', id: effect.id, scene, layer, effect })),
    ]);
}

/** Where the focus is: a scene, and in it maybe a layer or an effect. */
export interface TreeFocus {
  readonly scene: NodeId;
  readonly part: NodeId | null;
}

/** Keys of the tree, without Shift and Alt, which do other things. */
export type TreeKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

export function isTreeKey(key: string): key is TreeKey {
  return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key);
}

/**
 * Where a key leads. Scenes lie side by side: left and right go from one to the next. Down goes into the open parts of
 * a scene, which lie below each other, and up out of them; left goes from an effect to its layer and on to the scene.
 * Null where there is nothing.
 */
export function treeTarget(scenes: readonly Scene[], focus: TreeFocus | null, key: TreeKey): TreeFocus | null {
  const at = focus === null ? -1 : scenes.findIndex(({ id }) => id === focus.scene);
  const scene = scenes[at];
  if (focus === null || scene === undefined)
    return sceneFocus(scenes[key === 'ArrowLeft' || key === 'End' ? scenes.length - 1 : 0]);
  switch (key) {
    case 'ArrowLeft':
      return focus.part === null ? sceneFocus(scenes[at - 1]) : outward(scene, focus.part);
    case 'ArrowRight':
      return focus.part === null ? sceneFocus(scenes[at + 1]) : inward(scene, focus.part);
    case 'Home':
      return sceneFocus(scenes[0]);
    case 'End':
      return sceneFocus(scenes.at(-1));
    case 'ArrowDown':
      return childFocus(scene, focus.part, 1);
    case 'ArrowUp':
      return focus.part === null ? null : childFocus(scene, focus.part, -1);
    default:
      return key satisfies never;
  }
}

function sceneFocus(scene: Scene | undefined): TreeFocus | null {
  return scene === undefined ? null : { scene: scene.id, part: null };
}

function childFocus(scene: Scene, part: NodeId | null, step: -1 | 1): TreeFocus | null {
  const rows = rowsOfScene(scene);
  const next = part === null ? 0 : rows.findIndex(({ id }) => id === part) + step;
  if (next < 0) return { scene: scene.id, part: null };
  const row = rows[next];
  return row === undefined ? null : { scene: scene.id, part: row.id };
}

function outward(scene: Scene, part: NodeId): TreeFocus {
  const layer = scene.layers.find(({ effects }) => effects.some(({ id }) => id === part));
  return { scene: scene.id, part: layer?.id ?? null };
}

function inward(scene: Scene, part: NodeId): TreeFocus | null {
  const first = scene.layers.find(({ id }) => id === part)?.effects[0];
  return first === undefined ? null : { scene: scene.id, part: first.id };
}
