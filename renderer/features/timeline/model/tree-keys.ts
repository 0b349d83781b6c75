import type { TreeFocus } from '#renderer/editor/timeline-view.ts';
import type { Marker } from '#shared/editing/model/editing-record.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import { hasBar, type Row } from './row.ts';

/** The navigation keys of the tree. With Shift or Alt, they have other functions. */
export type TreeKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

export function isTreeKey(key: string): key is TreeKey {
  return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key);
}

export type TreeMove =
  | { readonly kind: 'focus'; readonly focus: TreeFocus }
  /** Expands a scene and moves the focus to its first layer. */
  | { readonly kind: 'open'; readonly scene: NodeId }
  | { readonly kind: 'fold' | 'unfold'; readonly id: NodeId };

/**
 * Returns the effect of a key; null if it has none. Scenes are side by side: the left and right keys move between them,
 * and the down key enters their layers. Rows are stacked: the right key expands a row and then moves to its bar, and
 * the left key does the reverse. `rows` contains the visible rows.
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

/** The effect of a key on a focused marker. */
export type MarkerMove =
  | { readonly kind: 'focus'; readonly marker: string }
  | { readonly kind: 'place'; readonly frame: number }
  | { readonly kind: 'go' | 'rename' | 'delete' };

interface Press {
  readonly key: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The value of `aria-keyshortcuts`. */
export const MARKER_KEYS = 'Enter F2 Space Delete Alt+ArrowLeft Alt+ArrowRight';

/**
 * Returns the effect of a key on a marker; null if it has none. Arrow keys, Home, and End move the focus between
 * markers. Alt with an arrow key moves the marker by one frame; with Shift, by ten frames. `markers` must be sorted by
 * frame.
 */
export function markerMove(
  markers: readonly Marker[],
  { id, frame }: Marker,
  { key, altKey, shiftKey }: Press,
  total: number,
): MarkerMove | null {
  const at = markers.findIndex((marker) => marker.id === id);
  const direction = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  if (direction !== 0 && altKey) {
    const moved = Math.min(total, Math.max(0, frame + direction * (shiftKey ? 10 : 1)));
    return { kind: 'place', frame: moved };
  }
  if (altKey || shiftKey) return null;
  if (direction !== 0) return focusOn(markers[at + direction]);
  switch (key) {
    case 'Home':
      return focusOn(markers[0]);
    case 'End':
      return focusOn(markers.at(-1));
    case ' ':
      return { kind: 'go' };
    case 'Enter':
    case 'F2':
      return { kind: 'rename' };
    case 'Delete':
    case 'Backspace':
      return { kind: 'delete' };
    default:
      return null;
  }
}

/**
 * Returns the marker that receives the focus when a marker is deleted: the next marker, or else the previous one. Null
 * if no other marker exists.
 */
export function neighborOf(markers: readonly Marker[], id: string): Marker | null {
  const at = markers.findIndex((marker) => marker.id === id);
  return markers[at + 1] ?? markers[at - 1] ?? null;
}

function focusOn(marker: Marker | undefined): MarkerMove | null {
  return marker === undefined ? null : { kind: 'focus', marker: marker.id };
}
