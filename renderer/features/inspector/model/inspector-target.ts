import { shallow } from 'zustand/shallow';
import { indexOf } from '#shared/editing/model/document-index.ts';
import {
  layersOfSelection,
  primaryElement,
  type Selected,
  type Selection,
  selectedElements,
  selectedLayers,
  selectedRole,
  selectedScenes,
  selectNodes,
} from '#shared/editing/model/selection.ts';
import {
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import { elementSpecOf } from '#shared/template/tables/language.ts';
import { isEffect, layerKindOf, layersOf } from '#shared/template/tables/roles.ts';
import { unknownChildren } from './unknown-elements.ts';

/** The elements that the inspector shows for a selection. */
export type InspectorTarget =
  | { readonly kind: 'movie' }
  | {
      readonly kind: 'scene';
      readonly scene: NodeId;
      /** The number of the scene, from 1. */
      readonly number: number;
      /** The parent of `layers`: the scene, or the group or mask that contains the selected layer. */
      readonly container: NodeId;
      /** The layers, from back to front. */
      readonly layers: readonly ElementNode[];
      /**
       * The layer whose fields are shown. Null without a layer, or if the user must first select one of several layers.
       */
      readonly layer: { readonly element: ElementNode; readonly number: number } | null;
      /** Whether the layer or one of its effects is selected. */
      readonly isLayerSelected: boolean;
      readonly effect: NodeId | null;
      /** The children of the parent that this version of the program does not support. */
      readonly unknown: readonly ElementNode[];
    }
  | { readonly kind: 'scenes'; readonly scenes: readonly NodeId[]; readonly layers: readonly ElementNode[] }
  | {
      readonly kind: 'layers';
      readonly layers: readonly ElementNode[];
      /** The common parent of all layers; null if the parents differ. */
      readonly container: NodeId | null;
      readonly siblings: readonly ElementNode[];
      readonly unknown: readonly ElementNode[];
    }
  | {
      readonly kind: 'sounds';
      readonly sounds: readonly ElementNode[];
      /**
       * The scene that contains all sounds, with its number from 1; null for sounds of the movie or of several scenes.
       */
      readonly scene: { readonly id: NodeId; readonly number: number } | null;
      /** Whether all sounds belong to the movie. These sounds span scenes, and the sounds of scenes can duck them. */
      readonly belongToMovie: boolean;
    }
  | { readonly kind: 'transitions'; readonly transitions: readonly ElementNode[] };

export function inspectorTarget(document: TemplateDocument, selection: Selection): InspectorTarget {
  const selected: Selected = { document, selection };
  const scenes = selectedScenes(selected);
  if (scenes.length > 1) {
    const elements = selectedElements(selected);
    return { kind: 'scenes', scenes, layers: elements.flatMap((element) => layersOf(element)) };
  }
  if (selectedRole(selected) === 'transition') return { kind: 'transitions', transitions: selectedElements(selected) };
  if (selectedRole(selected) === 'sound') return soundsTarget(document, selectedElements(selected));
  const layers = selectedLayers(selected);
  if (layers.length > 1) return layersTarget(document, layers);
  // If several other elements are selected, such as effects, show the primary element.
  const primary = primaryElement(selected);
  const only: Selected = { document, selection: selectNodes([primary.id]) };
  const scene = indexOf(document).elements.get(primary.id)?.scene ?? null;
  const [layer] = layersOfSelection(only);
  if (scene === null) return layer === undefined ? { kind: 'movie' } : layersTarget(document, [layer]);
  return sceneTarget(document, scene, layer ?? null, isEffect(primary) ? primary.id : null);
}

function soundsTarget(document: TemplateDocument, sounds: readonly ElementNode[]): InspectorTarget {
  const { elements, scenes } = indexOf(document);
  const [scene, ...others] = new Set(sounds.map(({ id }) => elements.get(id)?.scene ?? null));
  const one = scene != null && others.length === 0 ? { id: scene.id, number: scenes.indexOf(scene) + 1 } : null;
  const belongToMovie = sounds.every(({ id }) => elements.get(id)?.scene == null);
  return { kind: 'sounds', sounds, scene: one, belongToMovie };
}

function layersTarget(document: TemplateDocument, layers: readonly ElementNode[]): InspectorTarget {
  const { elements } = indexOf(document);
  const [container, ...others] = new Set(layers.map(({ id }) => elements.get(id)?.parent ?? document.root));
  if (container === undefined || others.length > 0)
    return { kind: 'layers', layers, container: null, siblings: [], unknown: [] };
  return {
    kind: 'layers',
    layers,
    container: container.id,
    siblings: layersOf(container),
    unknown: unknownChildren(container),
  };
}

function sceneTarget(
  document: TemplateDocument,
  scene: ElementNode,
  selected: ElementNode | null,
  effect: NodeId | null,
): InspectorTarget {
  const { elements, scenes } = indexOf(document);
  const container = (selected === null ? null : elements.get(selected.id)?.parent) ?? scene;
  const layers = layersOf(container);
  const element = selected ?? (layers.length === 1 ? layers[0] : undefined);
  return {
    kind: 'scene',
    scene: scene.id,
    number: scenes.indexOf(scene) + 1,
    container: container.id,
    layers,
    layer: element === undefined ? null : { element, number: layers.indexOf(element) + 1 },
    isLayerSelected: selected !== null,
    effect,
    unknown: unknownChildren(container),
  };
}

/** Returns the elements of a layer that can contain layers: the layer itself if it is a group, and its masks. */
export function layerContainersIn(layer: ElementNode): readonly ElementNode[] {
  return [layer, ...childElements(layer)].filter((each) =>
    elementSpecOf(each)?.children.some((name) => layerKindOf({ name }) !== null),
  );
}

export function sameTarget(one: InspectorTarget, other: InspectorTarget): boolean {
  const others: Readonly<Record<string, unknown>> = { ...other };
  return Object.entries(one).every(([name, value]) => shallow(value, others[name]));
}
