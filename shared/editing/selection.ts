import type { NodeId, TemplateDocument } from '../template/document/document.ts';
import type { ElementRole } from '../template/tables/elements.ts';
import { LANGUAGE } from '../template/tables/language.ts';
import { roleOf } from '../template/tables/roles.ts';
import { indexOf } from './document-index.ts';
import { inDocumentOrder } from './document-order.ts';

/**
 * What the inspector shows and what commands without a target act on: elements of one role, by their ids, in the order in
 * which they stand in the document. Nothing selected means the movie. `selected-nodes.ts` says what they are.
 */
export interface Selection {
  readonly ids: readonly NodeId[];
  /** One of them: what is shown where only one can be, and where a range begins. Null where there is none. */
  readonly primary: NodeId | null;
}

export const MOVIE_SELECTION: Selection = { ids: [], primary: null };

/** How a click changes what is selected: alone, Ctrl or Cmd, Shift. */
export type SelectMode = 'only' | 'toggle' | 'range';

/** What a click or a key press with these keys held down does to the selection. */
export function selectMode({ shift, mod }: { readonly shift: boolean; readonly mod: boolean }): SelectMode {
  return shift ? 'range' : mod ? 'toggle' : 'only';
}

/** Whether elements of a role can be selected; the movie is what is selected where nothing is. */
const selectable: Readonly<Record<ElementRole, boolean>> = {
  movie: false,
  scene: true,
  overlay: true,
  layer: true,
  sound: true,
  effect: true,
  mask: true,
  animation: true,
  key: true,
  transition: true,
  content: false,
  span: false,
  resources: false,
  resource: true,
  declaration: true,
};

/** The role of an element that can be selected; null for every other. */
export function selectableRole(element: { readonly name: string }, language = LANGUAGE): ElementRole | null {
  const role = roleOf(element, language);
  return role !== null && selectable[role] ? role : null;
}

/** These elements in this order; the movie when there is none. The primary one is the first unless it is named. */
export function selectNodes(ids: Iterable<NodeId>, primary?: NodeId): Selection {
  const all = [...new Set(ids)];
  const [first] = all;
  if (first === undefined) return MOVIE_SELECTION;
  return { ids: all, primary: primary !== undefined && all.includes(primary) ? primary : first };
}

/** The selection after a click on an element; `order` lists all that can be selected together with it, as shown. */
export function clickNode(
  selection: Selection,
  id: NodeId,
  { mode, order }: { readonly mode: SelectMode; readonly order: readonly NodeId[] },
): Selection {
  const { primary } = selection;
  if (mode === 'only' || primary === null || !order.includes(primary)) return selectNodes([id]);
  if (mode === 'range') return selectNodes(rangeBetween(order, primary, id), primary);
  const others = selection.ids.filter((each) => each !== id);
  if (others.length === selection.ids.length) return selectNodes(sorted([...others, id], order), id);
  return selectNodes(sorted(others, order), primary);
}

/** The selection after a box was drawn around elements of `order`; `add` keeps those that were selected before. */
export function boxNodes(
  selection: Selection,
  inside: readonly NodeId[],
  { add, order }: { readonly add: boolean; readonly order: readonly NodeId[] },
): Selection {
  return selectNodes(sorted([...(add ? selection.ids : []), ...inside], order));
}

/** What of the selection the document still has, in its order. Where nothing is left it is the movie. */
export function pruneSelection(selection: Selection, document: TemplateDocument, language = LANGUAGE): Selection {
  const { ids, primary } = selection;
  if (primary === null) return selection;
  const { elements } = indexOf(document);
  const roleOfId = (id: NodeId): ElementRole | null => {
    const found = elements.get(id);
    return found === undefined ? null : selectableRole(found.element, language);
  };
  // A text that was read again may have made something else of one of them: all of them are of one role.
  const role = roleOfId(primary) ?? ids.map(roleOfId).find((each) => each !== null) ?? null;
  if (role === null) return MOVIE_SELECTION;
  const left = inDocumentOrder(
    document,
    ids.filter((id) => roleOfId(id) === role),
  );
  const isSame = left.length === ids.length && left.every((id, index) => id === ids[index]);
  return isSame ? selection : selectNodes(left, primary);
}

/** Whether the two select the same, with the same primary one. */
export function sameSelection(left: Selection, right: Selection): boolean {
  if (left === right) return true;
  return (
    left.primary === right.primary &&
    left.ids.length === right.ids.length &&
    left.ids.every((id, index) => id === right.ids[index])
  );
}

/** The scenes of a document in order, those that cannot be read included. */
export function sceneIds(document: TemplateDocument): readonly NodeId[] {
  return indexOf(document).scenes.map(({ id }) => id);
}

/** Those of some elements that `order` lists, in its order. */
function sorted(ids: readonly NodeId[], order: readonly NodeId[]): readonly NodeId[] {
  const wanted = new Set(ids);
  return order.filter((id) => wanted.has(id));
}

function rangeBetween(order: readonly NodeId[], from: NodeId, to: NodeId): readonly NodeId[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)].sort((left, right) => left - right);
  if (start === undefined || end === undefined || start === -1) return [to];
  return order.slice(start, end + 1);
}
