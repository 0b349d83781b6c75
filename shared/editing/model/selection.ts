import {
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import type { ElementRole } from '../../template/tables/elements.ts';
import { LANGUAGE } from '../../template/tables/language.ts';
import { roleOf } from '../../template/tables/roles.ts';
import { originalId } from '../../template/variables/repeats.ts';
import { indexOf } from './document-index.ts';

/**
 * The selection, which the inspector displays and to which commands without a target apply. It contains the ids of
 * elements of one role, in document order. An empty selection represents the movie.
 */
export interface Selection {
  readonly ids: readonly NodeId[];
  /**
   * The selected element that represents the selection and from which Shift extends a range; null for an empty
   * selection.
   */
  readonly primary: NodeId | null;
}

/** A selection with its document. */
export interface Selected {
  readonly document: TemplateDocument;
  readonly selection: Selection;
}

export const MOVIE_SELECTION: Selection = { ids: [], primary: null };

/**
 * The effect of a click on the selection: `only` without modifier keys, `toggle` with Ctrl or Cmd, and `range` with
 * Shift.
 */
export type SelectMode = 'only' | 'toggle' | 'range';

/** Returns the effect of a click or a key press with these modifier keys. */
export function selectMode({ shift, mod }: { readonly shift: boolean; readonly mod: boolean }): SelectMode {
  return shift ? 'range' : mod ? 'toggle' : 'only';
}

/** Whether elements of a role can be selected. An empty selection represents the movie. */
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
  word: true,
  cue: true,
  resources: false,
  resource: true,
  metadata: true,
  declaration: true,
  field: false,
  item: false,
};

/** Returns the role of a selectable element; null for other elements. */
function selectableRole(element: { readonly name: string }, language = LANGUAGE): ElementRole | null {
  const role = roleOf(element, language);
  return role !== null && selectable[role] ? role : null;
}

/**
 * Returns a selection of these elements in this order. The default primary element is the first one. Replaces a copy of
 * a repeated element with the element.
 */
export function selectNodes(ids: Iterable<NodeId>, primary?: NodeId): Selection {
  const all = [...new Set([...ids].map(originalId))];
  const [first] = all;
  if (first === undefined) return MOVIE_SELECTION;
  const requested = primary === undefined ? first : originalId(primary);
  return { ids: all, primary: all.includes(requested) ? requested : first };
}

/**
 * Returns the selection after a click on an element. `order` lists the elements that can be selected together, in
 * display order.
 */
export function clickNode(
  selection: Selection,
  clicked: NodeId,
  { mode, order }: { readonly mode: SelectMode; readonly order: readonly NodeId[] },
): Selection {
  const id = originalId(clicked);
  const { primary } = selection;
  if (mode === 'only' || primary === null || !order.includes(primary)) return selectNodes([id]);
  if (mode === 'range') return selectNodes(rangeBetween(order, primary, id), primary);
  const others = selection.ids.filter((selectedId) => selectedId !== id);
  if (others.length === selection.ids.length) return selectNodes(inOrder([...others, id], order), id);
  return selectNodes(inOrder(others, order), primary);
}

/**
 * Returns the selection after the user draws a box around elements of `order`. If `add` is set, keeps the previous
 * selection.
 */
export function boxNodes(
  selection: Selection,
  inside: readonly NodeId[],
  { add, order }: { readonly add: boolean; readonly order: readonly NodeId[] },
): Selection {
  return selectNodes(inOrder([...(add ? selection.ids : []), ...inside], order));
}

/** Returns the selected elements that still exist in the document, in document order. */
export function pruneSelection(selection: Selection, document: TemplateDocument, language = LANGUAGE): Selection {
  const { ids, primary } = selection;
  if (primary === null) return selection;
  const { elements } = indexOf(document);
  const roleOfId = (id: NodeId): ElementRole | null => {
    const indexed = elements.get(id);
    return indexed === undefined ? null : selectableRole(indexed.element, language);
  };
  // Keep only one role, because a reparsed text can change the role of an element.
  const role = roleOfId(primary) ?? ids.map(roleOfId).find((roleName) => roleName !== null) ?? null;
  if (role === null) return MOVIE_SELECTION;
  const remaining = inDocumentOrder(
    document,
    ids.filter((id) => roleOfId(id) === role),
  );
  const isSame = remaining.length === ids.length && remaining.every((id, index) => id === ids[index]);
  return isSame ? selection : selectNodes(remaining, primary);
}

/** Returns whether two selections have the same elements and the same primary one. */
export function sameSelection(left: Selection, right: Selection): boolean {
  if (left === right) return true;
  return (
    left.primary === right.primary &&
    left.ids.length === right.ids.length &&
    left.ids.every((id, index) => id === right.ids[index])
  );
}

/** Returns the scenes of a document in order, including unreadable ones. */
export function sceneIds(document: TemplateDocument): readonly NodeId[] {
  return indexOf(document).scenes.map(({ id }) => id);
}

/** Sorts ids by `order`. Omits ids that `order` does not contain. */
function inOrder(ids: readonly NodeId[], order: readonly NodeId[]): readonly NodeId[] {
  const requested = new Set(ids);
  return order.filter((id) => requested.has(id));
}

function rangeBetween(order: readonly NodeId[], from: NodeId, to: NodeId): readonly NodeId[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)].sort((left, right) => left - right);
  if (start === undefined || end === undefined || start === -1) return [to];
  return order.slice(start, end + 1);
}

/** Returns the elements with these ids in document order, without duplicates. Skips missing elements. */
export function inDocumentOrder(document: TemplateDocument, ids: Iterable<NodeId>): readonly NodeId[] {
  const { elements } = indexOf(document);
  const requested = new Set(ids);
  // For speed, visit only the ancestors of the elements.
  const ancestors = new Set<ElementNode>();
  for (const id of requested) {
    let parent = elements.get(id)?.parent ?? null;
    while (parent !== null && !ancestors.has(parent)) {
      ancestors.add(parent);
      parent = elements.get(parent.id)?.parent ?? null;
    }
  }
  const ordered: NodeId[] = [];
  const visit = (element: ElementNode): void => {
    if (requested.has(element.id)) ordered.push(element.id);
    if (!ancestors.has(element)) return;
    for (const child of element.children) if (child.kind === 'element') visit(child);
  };
  visit(document.root);
  return ordered;
}

/** Removes each element that is inside another element of the list. */
export function withoutDescendants(
  document: TemplateDocument,
  candidates: readonly ElementNode[],
): readonly ElementNode[] {
  const { elements } = indexOf(document);
  const chosen = new Set(candidates);
  return candidates.filter((element) => {
    let parent = elements.get(element.id)?.parent ?? null;
    while (parent !== null && !chosen.has(parent)) parent = elements.get(parent.id)?.parent ?? null;
    return parent === null;
  });
}

/** Returns the selected elements in document order; empty if the movie is selected. */
export function selectedElements({ document, selection }: Selected): readonly ElementNode[] {
  const { elements } = indexOf(document);
  return selection.ids.flatMap((id) => elements.get(id)?.element ?? []);
}

/** Returns the primary element, or the root if the selection is empty. */
export function primaryElement({ document, selection }: Selected): ElementNode {
  const { primary } = selection;
  return (primary === null ? undefined : indexOf(document).elements.get(primary)?.element) ?? document.root;
}

/** Returns the role of the selected elements; `movie` for an empty selection. */
export function selectedRole(selected: Selected, language = LANGUAGE): ElementRole {
  return selectableRole(primaryElement(selected), language) ?? 'movie';
}

/** Returns the selected scenes; empty if other elements are selected. */
export function selectedScenes({ document, selection }: Selected): readonly NodeId[] {
  const { elements } = indexOf(document);
  return idsWhere(selection, (id) => {
    const indexed = elements.get(id);
    return indexed !== undefined && indexed.scene === indexed.element;
  });
}

/** Returns the selected layers; empty if other elements are selected. */
export function selectedLayers(selected: Selected, language = LANGUAGE): readonly ElementNode[] {
  return selectedRole(selected, language) === 'layer' ? selectedElements(selected) : [];
}

/** Returns the selected layers and sounds; empty if other elements are selected. */
export function selectedParts(selected: Selected, language = LANGUAGE): readonly NodeId[] {
  const role = selectedRole(selected, language);
  return role === 'layer' || role === 'sound' ? selected.selection.ids : NONE;
}

const NONE: readonly NodeId[] = [];

/** Returns the scenes that are selected or contain the selection, without duplicates. */
export function scenesOfSelection({ document, selection }: Selected): readonly NodeId[] {
  const { elements } = indexOf(document);
  const scenes = new Set(selection.ids.flatMap((id) => elements.get(id)?.scene?.id ?? []));
  return selection.ids.every((id) => scenes.has(id)) ? selection.ids : [...scenes];
}

/**
 * Returns the layers that are selected or contain the selection, without duplicates. For an element in nested layers,
 * returns the innermost layer.
 */
export function layersOfSelection({ document, selection }: Selected, language = LANGUAGE): readonly ElementNode[] {
  const layers = selection.ids.flatMap(
    (id) => nearest(document, id, (element) => roleOf(element, language) === 'layer') ?? [],
  );
  return [...new Set(layers)];
}

/** Returns the selection that represents an element: the element itself, or its nearest selectable ancestor. */
export function selectionOfElement(document: TemplateDocument, node: NodeId, language = LANGUAGE): Selection {
  const selectableElement = nearest(document, node, (element) => selectableRole(element, language) !== null);
  return selectableElement === null ? MOVIE_SELECTION : selectNodes([selectableElement.id]);
}

/**
 * Returns the selection after a click on an element of any role. Only elements with the same role can be selected
 * together. Shift selects the siblings in between, but not the elements inside them.
 */
export function clickElement(
  { document, selection }: Selected,
  id: NodeId,
  mode: SelectMode,
  language = LANGUAGE,
): Selection {
  const { elements } = indexOf(document);
  const clicked = elements.get(id);
  if (clicked === undefined) return selection;
  const role = selectableRole(clicked.element, language);
  const idsOf = (candidates: readonly ElementNode[]) =>
    candidates.filter((element) => selectableRole(element, language) === role).map((element) => element.id);
  const siblings = clicked.parent === null ? [] : idsOf(childElements(clicked.parent));
  const { primary } = selection;
  const isAmongSiblings = mode === 'range' && primary !== null && siblings.includes(primary);
  const order = isAmongSiblings ? siblings : idsOf([...elements.values()].map(({ element }) => element));
  return clickNode(selection, id, { mode, order });
}

/** Returns the element or its nearest ancestor that fulfills a condition; null if there is none. */
function nearest(
  document: TemplateDocument,
  id: NodeId,
  matches: (element: ElementNode) => boolean,
): ElementNode | null {
  const { elements } = indexOf(document);
  let indexed = elements.get(id);
  while (indexed !== undefined && !matches(indexed.element))
    indexed = indexed.parent === null ? undefined : elements.get(indexed.parent.id);
  return indexed?.element ?? null;
}

/** Returns the selected ids that fulfill a condition. Returns the same list if all of them do. */
function idsWhere({ ids }: Selection, matches: (id: NodeId) => boolean): readonly NodeId[] {
  return ids.every(matches) ? ids : ids.filter(matches);
}
