import { childElements, type ElementNode } from '../document/document.ts';
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
