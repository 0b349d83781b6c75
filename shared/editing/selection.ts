import type { NodeId, TemplateDocument } from '../template/document.ts';
import { indexOf } from './document-index.ts';

/** What the inspector shows and what commands without a target act on. */
export type Selection =
  | { readonly kind: 'movie' }
  /** At least one, in the order of the film; `anchor` is where a range begins, and one of them. */
  | { readonly kind: 'scenes'; readonly ids: readonly NodeId[]; readonly anchor: NodeId }
  | { readonly kind: 'layer'; readonly id: NodeId }
  | { readonly kind: 'effect'; readonly id: NodeId };

export const MOVIE_SELECTION: Selection = { kind: 'movie' };

/** How a click changes what is selected: alone, Ctrl or Cmd, Shift. */
export type SelectMode = 'only' | 'toggle' | 'range';

/** These scenes, sorted by `order`; the movie when there is none. The anchor is the first unless it is named. */
export function selectScenes(ids: Iterable<NodeId>, order: readonly NodeId[], anchor?: NodeId): Selection {
  const wanted = new Set(ids);
  const sorted = order.filter((id) => wanted.has(id));
  const [first] = sorted;
  if (first === undefined) return MOVIE_SELECTION;
  return { kind: 'scenes', ids: sorted, anchor: anchor !== undefined && sorted.includes(anchor) ? anchor : first };
}

/** The selection after a click on a scene; `order` lists the scenes of the film. */
export function clickScene(
  selection: Selection,
  id: NodeId,
  { mode, order }: { readonly mode: SelectMode; readonly order: readonly NodeId[] },
): Selection {
  if (mode === 'only' || selection.kind !== 'scenes') return selectScenes([id], order);
  if (mode === 'range') return selectScenes(rangeBetween(order, selection.anchor, id), order, selection.anchor);
  const others = selection.ids.filter((each) => each !== id);
  if (others.length === selection.ids.length) return selectScenes([...others, id], order, id);
  return selectScenes(others, order, selection.anchor);
}

/** The selection after a box was drawn around scenes; `add` keeps those that were selected before. */
export function boxScenes(
  selection: Selection,
  inside: readonly NodeId[],
  { add, order }: { readonly add: boolean; readonly order: readonly NodeId[] },
): Selection {
  const before = add && selection.kind === 'scenes' ? selection.ids : [];
  return selectScenes([...before, ...inside], order);
}

/** The selected scene `steps` further, within the film; `extend` keeps the anchor, as Shift does. */
export function stepScene(
  selection: Selection,
  steps: number,
  { extend, order }: { readonly extend: boolean; readonly order: readonly NodeId[] },
): Selection {
  const [first] = order;
  const last = order.at(-1);
  if (first === undefined || last === undefined) return MOVIE_SELECTION;
  if (selection.kind !== 'scenes') return selectScenes([steps < 0 ? last : first], order);
  const head = headOf(selection, order);
  const next = order[Math.min(order.length - 1, Math.max(0, order.indexOf(head) + steps))] ?? head;
  return clickScene(selection, next, { mode: extend ? 'range' : 'only', order });
}

/** What of the selection the document still has. A layer or effect that is gone gives way to the movie. */
export function pruneSelection(selection: Selection, document: TemplateDocument): Selection {
  switch (selection.kind) {
    case 'movie':
      return selection;
    case 'scenes': {
      const order = sceneIds(document);
      const known = new Set(order);
      if (selection.ids.every((id) => known.has(id)) && inOrder(selection.ids, order)) return selection;
      return selectScenes(selection.ids, order, selection.anchor);
    }
    case 'layer':
    case 'effect':
      return indexOf(document).elements.has(selection.id) ? selection : MOVIE_SELECTION;
  }
}

/** Whether the two select the same. */
export function sameSelection(left: Selection, right: Selection): boolean {
  if (left === right) return true;
  if (left.kind === 'movie' || right.kind === 'movie') return left.kind === right.kind;
  if (left.kind !== 'scenes' || right.kind !== 'scenes')
    return left.kind !== 'scenes' && right.kind !== 'scenes' && left.kind === right.kind && left.id === right.id;
  return left.ids.length === right.ids.length && left.ids.every((id, index) => id === right.ids[index]);
}

/** The scenes of a document in order, those that cannot be read included. */
export function sceneIds(document: TemplateDocument): readonly NodeId[] {
  return indexOf(document).scenes.map(({ id }) => id);
}

/** The end of the range that is not the anchor. */
function headOf({ ids, anchor }: Extract<Selection, { kind: 'scenes' }>, order: readonly NodeId[]): NodeId {
  const first = ids[0] ?? anchor;
  const last = ids.at(-1) ?? anchor;
  return order.indexOf(anchor) <= order.indexOf(first) ? last : first;
}

function rangeBetween(order: readonly NodeId[], from: NodeId, to: NodeId): readonly NodeId[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)].sort((left, right) => left - right);
  if (start === undefined || end === undefined || start === -1) return [to];
  return order.slice(start, end + 1);
}

function inOrder(ids: readonly NodeId[], order: readonly NodeId[]): boolean {
  let position = -1;
  for (const id of ids) {
    const next = order.indexOf(id, position + 1);
    if (next === -1) return false;
    position = next;
  }
  return true;
}
