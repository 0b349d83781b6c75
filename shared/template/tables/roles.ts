import { attributeValue, childElements, type ElementNode } from '../document/document.ts';
import { type ElementName, type ElementRole, elementRegistry, isElementName, type LayerKind } from './elements.ts';
import { elementSpecOf, LANGUAGE } from './language.ts';

interface Named {
  readonly name: string;
}

/** Returns the role of an element; null if the element is unknown. */
export function roleOf(element: Named, language = LANGUAGE): ElementRole | null {
  return elementSpecOf(element, language)?.role ?? null;
}

export function isScene(element: Named): boolean {
  return roleOf(element) === 'scene';
}

/** Returns whether an element is a layer of any kind. */
export function isLayer(element: Named): boolean {
  return roleOf(element) === 'layer';
}

/** Returns whether an element is a sound without a picture. */
export function isSound(element: Named): boolean {
  return roleOf(element) === 'sound';
}

export function isEffect(element: Named): boolean {
  return roleOf(element) === 'effect';
}

/** Returns the scenes among the children of an element, in order, including invalid ones. */
export function scenesOf(parent: ElementNode): readonly ElementNode[] {
  return childElements(parent).filter((child) => isScene(child));
}

/** Returns the layers of a scene, lowest first. */
export function layersOf(scene: ElementNode, language = LANGUAGE): readonly ElementNode[] {
  return childElements(scene).filter((child) => roleOf(child, language) === 'layer');
}

/** Returns the effects of a layer in the order in which they are applied. */
export function effectsOf(layer: ElementNode): readonly ElementNode[] {
  return childElements(layer).filter((child) => isEffect(child));
}

/** Returns the kind of a layer element; null if the element is not a layer. */
export function layerKindOf({ name }: Named): LayerKind | null {
  return isElementName(name) && hasLayerRole(name) ? name : null;
}

function hasLayerRole(name: ElementName): name is LayerKind {
  return elementRegistry[name].role === 'layer';
}

/** Returns the names of all elements with a role, in table order. */
export function elementsOfRole(role: ElementRole): readonly ElementName[] {
  return Object.keys(elementRegistry)
    .filter(isElementName)
    .filter((name) => elementRegistry[name].role === role);
}

/**
 * Returns the scenes of a choice or a sequence; null for a scene of layers. A sequence contains scenes, but neither
 * layers nor sounds. `kind` is the type after replacing variables.
 */
export function nestedScenesByType(element: ElementNode, kind: string): readonly ElementNode[] | null {
  const scenes = scenesOf(element);
  if (kind === 'choice' || element.isEmptySequence === true) return scenes;
  return scenes.length === 0 || childElements(element).some((child) => isLayer(child) || isSound(child))
    ? null
    : scenes;
}

/**
 * Returns the scenes of a choice or a sequence according to its literal type; null for a scene of layers. See {@link
 * nestedScenesByType}.
 */
export function nestedScenesOf(element: ElementNode): readonly ElementNode[] | null {
  return nestedScenesByType(element, attributeValue(element, 'type')?.trim() ?? 'regular');
}

/** Returns the scenes of layers in an element, in playing order, according to the literal types of scenes. */
export function leavesOf(element: ElementNode): readonly ElementNode[] {
  const nested = nestedScenesOf(element);
  return nested === null ? [element] : nested.flatMap(leavesOf);
}
