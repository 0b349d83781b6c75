import { childElements, type ElementNode, type NodeId, type TemplateDocument } from '../template/document/document.ts';
import type { ElementRole } from '../template/tables/elements.ts';
import { LANGUAGE } from '../template/tables/language.ts';
import { roleOf } from '../template/tables/roles.ts';
import { indexOf } from './document-index.ts';
import {
  clickNode,
  MOVIE_SELECTION,
  type Selection,
  type SelectMode,
  selectableRole,
  selectNodes,
} from './selection.ts';

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
