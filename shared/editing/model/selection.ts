import {
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import type { ElementRole } from '../../template/tables/elements.ts';
import { LANGUAGE } from '../../template/tables/language.ts';
import { roleOf } from '../../template/tables/roles.ts';
import { indexOf } from './document-index.ts';

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
function selectableRole(element: { readonly name: string }, language = LANGUAGE): ElementRole | null {
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
  const requested = new Set(ids);
  return order.filter((id) => requested.has(id));
}

function rangeBetween(order: readonly NodeId[], from: NodeId, to: NodeId): readonly NodeId[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)].sort((left, right) => left - right);
  if (start === undefined || end === undefined || start === -1) return [to];
  return order.slice(start, end + 1);
}

/** These elements in the order in which they stand in the document, each once; those that are gone are left out. */
export function inDocumentOrder(document: TemplateDocument, ids: Iterable<NodeId>): readonly NodeId[] {
  const { elements } = indexOf(document);
  const requested = new Set(ids);
  // Only what has one of them inside is gone through.
  const around = new Set<ElementNode>();
  for (const id of requested) {
    let parent = elements.get(id)?.parent ?? null;
    while (parent !== null && !around.has(parent)) {
      around.add(parent);
      parent = elements.get(parent.id)?.parent ?? null;
    }
  }
  const ordered: NodeId[] = [];
  const visit = (element: ElementNode): void => {
    if (requested.has(element.id)) ordered.push(element.id);
    if (!around.has(element)) return;
    for (const child of element.children) if (child.kind === 'element') visit(child);
  };
  visit(document.root);
  return ordered;
}

/** These elements without those that stand inside another of them. */
export function outermost(document: TemplateDocument, some: readonly ElementNode[]): readonly ElementNode[] {
  const { elements } = indexOf(document);
  const chosen = new Set(some);
  return some.filter((element) => {
    let parent = elements.get(element.id)?.parent ?? null;
    while (parent !== null && !chosen.has(parent)) parent = elements.get(parent.id)?.parent ?? null;
    return parent === null;
  });
}

/** What is selected, and in which document. */
export interface Selected {
  readonly document: TemplateDocument;
  readonly selection: Selection;
}

/** What is selected, in document order; nothing for the movie. */
export function selectedElements({ document, selection }: Selected): readonly ElementNode[] {
  const { elements } = indexOf(document);
  return selection.ids.flatMap((id) => elements.get(id)?.element ?? []);
}

/** What is shown where only one element can be: the primary one, the root for the movie. */
export function primaryElement({ document, selection }: Selected): ElementNode {
  const { primary } = selection;
  return (primary === null ? undefined : indexOf(document).elements.get(primary)?.element) ?? document.root;
}

/** What all that is selected is for; `movie` where nothing is. */
export function selectedRole(selected: Selected, language = LANGUAGE): ElementRole {
  return selectableRole(primaryElement(selected), language) ?? 'movie';
}

/** The scenes of the film that are selected themselves; none while something else is. */
export function selectedScenes({ document, selection }: Selected): readonly NodeId[] {
  const { elements } = indexOf(document);
  return those(selection, (id) => {
    const found = elements.get(id);
    return found !== undefined && found.scene === found.element;
  });
}

/** The layers that are selected themselves; none while something else is. */
export function selectedLayers(selected: Selected, language = LANGUAGE): readonly ElementNode[] {
  return selectedRole(selected, language) === 'layer' ? selectedElements(selected) : [];
}

/** The layers and sounds that are selected themselves; none while something else is. */
export function selectedParts(selected: Selected, language = LANGUAGE): readonly NodeId[] {
  const role = selectedRole(selected, language);
  return role === 'layer' || role === 'sound' ? selected.selection.ids : NONE;
}

const NONE: readonly NodeId[] = [];

/** The scenes of the film that are selected or that hold what is, each once. */
export function scenesOfSelection({ document, selection }: Selected): readonly NodeId[] {
  const { elements } = indexOf(document);
  const scenes = new Set(selection.ids.flatMap((id) => elements.get(id)?.scene?.id ?? []));
  return selection.ids.every((id) => scenes.has(id)) ? selection.ids : [...scenes];
}

/** The layers that are selected or that hold what is, each once; of layers in one another the innermost. */
export function layersOfSelection({ document, selection }: Selected, language = LANGUAGE): readonly ElementNode[] {
  const layers = selection.ids.flatMap(
    (id) => nearest(document, id, (each) => roleOf(each, language) === 'layer') ?? [],
  );
  return [...new Set(layers)];
}

/** The selection that shows an element: itself if it can be selected, else the nearest element around it that can. */
export function selectionOfElement(document: TemplateDocument, node: NodeId, language = LANGUAGE): Selection {
  const found = nearest(document, node, (each) => selectableRole(each, language) !== null);
  return found === null ? MOVIE_SELECTION : selectNodes([found.id]);
}

/**
 * The selection after a click on an element of any role. Only elements of its role are selected with it. A range between
 * two elements of one parent leaves out what is inside the others of that parent.
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
  const idsOf = (some: readonly ElementNode[]) =>
    some.filter((each) => selectableRole(each, language) === role).map((each) => each.id);
  const siblings = clicked.parent === null ? [] : idsOf(childElements(clicked.parent));
  const { primary } = selection;
  const isAmongSiblings = mode === 'range' && primary !== null && siblings.includes(primary);
  const order = isAmongSiblings ? siblings : idsOf([...elements.values()].map(({ element }) => element));
  return clickNode(selection, id, { mode, order });
}

/** The element of an id, or the nearest one around it, of which something holds; null where there is none. */
function nearest(
  document: TemplateDocument,
  id: NodeId,
  isWanted: (element: ElementNode) => boolean,
): ElementNode | null {
  const { elements } = indexOf(document);
  let found = elements.get(id);
  while (found !== undefined && !isWanted(found.element))
    found = found.parent === null ? undefined : elements.get(found.parent.id);
  return found?.element ?? null;
}

/** The selected ids of which something holds; the same list as long as it holds of all. */
function those({ ids }: Selection, isOne: (id: NodeId) => boolean): readonly NodeId[] {
  return ids.every(isOne) ? ids : ids.filter(isOne);
}
