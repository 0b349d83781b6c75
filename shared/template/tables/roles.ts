import { attributeValue, childElements, type ElementNode } from '../document/document.ts';
import { type ElementName, type ElementRole, elementRegistry, isElementName, type LayerKind } from './elements.ts';
import { elementSpecOf, LANGUAGE } from './language.ts';

interface Named {
  readonly name: string;
}

/** What an element is for; null for one that the language does not know. */
export function roleOf(element: Named, language = LANGUAGE): ElementRole | null {
  return elementSpecOf(element, language)?.role ?? null;
}

export function isScene(element: Named): boolean {
  return roleOf(element) === 'scene';
}

/** Whether an element is a layer of a scene, of whatever kind. */
export function isLayer(element: Named): boolean {
  return roleOf(element) === 'layer';
}

/** Whether an element is heard and not seen. */
export function isSound(element: Named): boolean {
  return roleOf(element) === 'sound';
}

export function isEffect(element: Named): boolean {
  return roleOf(element) === 'effect';
}

/** The scenes directly in an element, in order; those that cannot be read included. */
export function scenesOf(parent: ElementNode): readonly ElementNode[] {
  return childElements(parent).filter((child) => isScene(child));
}

/** The layers of a scene, from the lowest. */
export function layersOf(scene: ElementNode, language = LANGUAGE): readonly ElementNode[] {
  return childElements(scene).filter((child) => roleOf(child, language) === 'layer');
}

/** The effects of a layer, in the order in which they are applied. */
export function effectsOf(layer: ElementNode): readonly ElementNode[] {
  return childElements(layer).filter((child) => isEffect(child));
}

/** The kind of a layer, as an element of the document; null where it is none. */
export function layerKindOf({ name }: Named): LayerKind | null {
  return isElementName(name) && hasLayerRole(name) ? name : null;
}

function hasLayerRole(name: ElementName): name is LayerKind {
  return elementRegistry[name].role === 'layer';
}

/** Every element of the language that has a role, in the order of the table. */
export function elementsOfRole(role: ElementRole): readonly ElementName[] {
  return Object.keys(elementRegistry)
    .filter(isElementName)
    .filter((name) => elementRegistry[name].role === role);
}

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
