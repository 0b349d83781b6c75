import { attributeValue, childElements, type ElementNode } from '../document/document.ts';
import { isLayer, isSound, scenesOf } from './roles.ts';

/**
 * The scenes that are played in an element's place where it is a choice or a sequence, which holds scenes and no layer; null
 * for a scene of layers. `kind` is its type, once its variables have values.
 */
export function playedFrom(element: ElementNode, kind: string): readonly ElementNode[] | null {
  const scenes = scenesOf(element);
  if (kind === 'choice') return scenes;
  return scenes.length === 0 || childElements(element).some((each) => isLayer(each) || isSound(each)) ? null : scenes;
}

/** The same, by the type as it is written. */
export function nestedScenesOf(element: ElementNode): readonly ElementNode[] | null {
  return playedFrom(element, attributeValue(element, 'type')?.trim() ?? 'regular');
}

/** The scenes of layers that an element stands for, in the order of the film, as it is written. */
export function leavesOf(element: ElementNode): readonly ElementNode[] {
  const nested = nestedScenesOf(element);
  return nested === null ? [element] : nested.flatMap(leavesOf);
}
