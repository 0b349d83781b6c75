import { indexOf } from '#shared/editing/model/document-index.ts';
import {
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import { isScene, leavesOf } from '#shared/template/tables/roles.ts';
import { TRANSITION_TYPES } from '#shared/template/tables/transition-attributes.ts';

/** The two scenes that a transition joins in the template; null for the background at an end of the movie. */
export interface Neighbours {
  readonly from: NodeId | null;
  readonly to: NodeId | null;
}

export function neighboursOf(document: TemplateDocument, transition: NodeId): Neighbours {
  const parent = indexOf(document).elements.get(transition)?.parent ?? document.root;
  const siblings = childElements(parent);
  const at = siblings.findIndex(({ id }) => id === transition);
  const before = siblings.slice(0, Math.max(0, at)).findLast((sibling: ElementNode) => isScene(sibling));
  const next = siblings.slice(at + 1).find((each) => isScene(each));
  return { from: before?.id ?? null, to: next?.id ?? null };
}

/**
 * Returns the numbers of the scenes that a transition joins, from 1 over all scenes of the document. Scenes in choices
 * and sequences count as well.
 */
export function joinedScenes(
  document: TemplateDocument,
  transition: NodeId,
): { readonly from: number | null; readonly to: number | null } {
  const { from, to } = neighboursOf(document, transition);
  const { elements, scenes } = indexOf(document);
  const leaves = (id: NodeId | null) => {
    const element = id === null ? undefined : elements.get(id)?.element;
    return element === undefined ? [] : leavesOf(element);
  };
  const number = (scene: ElementNode | undefined) => (scene === undefined ? null : scenes.indexOf(scene) + 1);
  return { from: number(leaves(from).at(-1)), to: number(leaves(to)[0]) };
}

/**
 * The types in the gallery. `dissolve` is omitted, because it is a synonym of `crossfade`. For `custom`, the gallery
 * shows the scene of the transition.
 */
export const GALLERY_TYPES = TRANSITION_TYPES.filter((type) => type !== 'dissolve');
export type GalleryType = Exclude<(typeof TRANSITION_TYPES)[number], 'dissolve'>;

/** Returns the gallery type for the type in the template; null for other values, such as a variable. */
export function galleryType(typeText: string | null): GalleryType | null {
  if (typeText === 'dissolve') return 'crossfade';
  return GALLERY_TYPES.find((type): type is GalleryType => type === typeText) ?? null;
}
