import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import { hasBar, type Row } from './row.ts';

/** Where the focus is: a scene, or a row of it. */
export interface TreeFocus {
  /** The scene or overlay of the row, or the movie. */
  readonly scene: NodeId;
  /** What the row stands for; null on the scene itself. */
  readonly part: NodeId | null;
  /** The focus is on the bar that lies in the row. */
  readonly onBar?: boolean;
}

/** Keys of the tree, without Shift and Alt, which do other things. */
export type TreeKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

export function isTreeKey(key: string): key is TreeKey {
  return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key);
}

/** What a key of the tree does. */
export type TreeMove =
  | { readonly kind: 'focus'; readonly focus: TreeFocus }
  /** Shows the layers of a scene, and goes to the first of them. */
  | { readonly kind: 'open'; readonly scene: NodeId }
  | { readonly kind: 'fold' | 'unfold'; readonly id: NodeId };

/**
 * What a key does. Scenes lie side by side: left and right go from one to the next, down goes into its layers. Rows lie
 * below each other: right shows what is in one, then goes to its bar, and left goes the same way back. Null where there
 * is nothing. `rows` are those that are shown.
 */
export function treeMove(
  { scenes, rows }: { readonly scenes: readonly Scene[]; readonly rows: readonly Row[] },
  focus: TreeFocus | null,
  key: TreeKey,
): TreeMove | null {
  if (focus === null) return sceneFocus(scenes[key === 'ArrowLeft' || key === 'End' ? scenes.length - 1 : 0]);
  return focus.part === null ? sceneMove(scenes, rows, focus, key) : rowMove(rows, focus, focus.part, key);
}

function sceneMove(scenes: readonly Scene[], rows: readonly Row[], focus: TreeFocus, key: TreeKey): TreeMove | null {
  const at = scenes.findIndex(({ id }) => id === focus.scene);
  const scene = scenes[at];
  if (scene === undefined) return sceneFocus(scenes[0]);
  switch (key) {
    case 'ArrowLeft':
      return sceneFocus(scenes[at - 1]);
    case 'ArrowRight':
      return sceneFocus(scenes[at + 1]);
    case 'Home':
      return sceneFocus(scenes[0]);
    case 'End':
      return sceneFocus(scenes.at(-1));
    case 'ArrowDown': {
      const first = rows.find(({ owner }) => owner === scene.id);
      if (first !== undefined) return rowFocus(first);
      return { kind: 'open', scene: scene.id };
    }
    case 'ArrowUp':
      return null;
    default:
      return key satisfies never;
  }
}

function rowMove(rows: readonly Row[], focus: TreeFocus, part: NodeId, key: TreeKey): TreeMove | null {
  const at = rows.findIndex(({ id }) => id === part);
  const row = rows[at];
  if (row === undefined) return null;
  switch (key) {
    case 'ArrowUp':
      return at > 0 ? rowFocus(rows[at - 1]) : { kind: 'focus', focus: { scene: row.owner, part: null } };
    case 'ArrowDown':
      return rowFocus(rows[at + 1]);
    case 'Home':
      return rowFocus(rows[0]);
    case 'End':
      return rowFocus(rows.at(-1));
    case 'ArrowRight':
      if (row.unfolded === false) return { kind: 'unfold', id: row.id };
      if (focus.onBar === true || !hasBar(row)) return null;
      return { kind: 'focus', focus: { scene: row.owner, part: row.id, onBar: true } };
    case 'ArrowLeft': {
      if (focus.onBar === true) return rowFocus(row);
      if (row.unfolded === true) return { kind: 'fold', id: row.id };
      const parent = rows.find(({ id }) => id === row.parent);
      return parent === undefined ? { kind: 'focus', focus: { scene: row.owner, part: null } } : rowFocus(parent);
    }
    default:
      return key satisfies never;
  }
}

function sceneFocus(scene: Scene | undefined): TreeMove | null {
  return scene === undefined ? null : { kind: 'focus', focus: { scene: scene.id, part: null } };
}

function rowFocus(row: Row | undefined): TreeMove | null {
  return row === undefined ? null : { kind: 'focus', focus: { scene: row.owner, part: row.id } };
}
